import * as FileSystem from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, assert, it } from "vitest"
import { spawnProgram, startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"

const feeds = 6
const items = 40

/** A site with some feeds, every one of its own stories. */
const rss = (feed: string): string =>
  `<rss version="2.0"><channel><title>Feed ${feed}</title>${Array.from(
    { length: items },
    (_, i) =>
      `<item><title>Story ${i} of feed ${feed}</title><link>https://news.example/${feed}/${i}</link>` +
      `<pubDate>Fri, 20 Nov 2026 0${i % 10}:00:00 GMT</pubDate></item>`
  ).join("")}</channel></rss>`

const cleanUp: Array<() => void> = []
afterAll(() => cleanUp.forEach((action) => action()))

// Three starts of a process, and a run that goes through one host at the pace of one request a second.
it("ingestion that is killed in the middle leaves nothing out and nothing twice", { timeout: 120_000 }, async () => {
  const directory = temporaryDirectory()
  cleanUp.push(directory.remove)
  let served = 0
  const site = createServer((request, response) => {
    served++
    response.setHeader("content-type", "application/rss+xml").end(rss(request.url!.slice(1)))
  })
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
  cleanUp.push(() => site.close())
  const { port } = site.address() as AddressInfo
  const SOURCES_FILE = join(directory.path, "sources.json")
  FileSystem.writeFileSync(
    SOURCES_FILE,
    JSON.stringify({
      feeds: Array.from({ length: feeds }, (_, i) => ({ url: `http://127.0.0.1:${port}/${i}`, name: `feed:${i}` }))
    })
  )
  const environment = {
    DATA_DIR: placeDatabase(join(directory.path, "data")),
    SOURCES_FILE,
    ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    RATE_LIMIT_PER_MINUTE: "0"
  }
  const run = () => spawnProgram("src/cli.ts", environment, "node", ["ingest", "run", "all", "--json"])

  let service = await startService(environment)
  const key = await service.createKey()
  // All of them: a list that ends at the newest hundred would drop stories when a later feed is stored.
  const titles = async () => {
    const answer = await fetch(`${service.url}/api/v1/public/signals?all=true`, {
      headers: { "x-api-key": key, accept: "application/x-ndjson" }
    })
    return (await answer.text()).split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).title as string]))
  }

  const interrupted = run()
  await new Promise<void>((resolve) => site.on("request", () => served === 3 && resolve()))
  let acknowledged = await titles()
  while (acknowledged.length === 0) acknowledged = await titles()
  await service.stop("SIGKILL")
  await interrupted.exited

  service = await startService(environment)
  const kept = await titles()
  for (const title of acknowledged) assert.include(kept, title)
  for (let round = 0; round < 2; round++) {
    const again = run()
    assert.strictEqual(await again.exited, 0, again.output())
  }
  let found = 0
  for (let feed = 0; feed < feeds; feed++) {
    const answer = await fetch(
      `${service.url}/api/v1/public/signals?limit=100&q=${encodeURIComponent(`"feed ${feed}"`)}`,
      {
        headers: { "x-api-key": key }
      }
    )
    const { data } = (await answer.json()) as { data: Array<{ url: string }> }
    const urls = data.map(({ url }) => url)
    assert.strictEqual(new Set(urls).size, urls.length, "no story twice")
    found += urls.length
  }
  assert.strictEqual(found, feeds * items)
  await service.stop()
})
