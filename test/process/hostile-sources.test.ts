import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FileSystem from "node:fs"
import type { ServerResponse } from "node:http"
import { Agent, get } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { loopback } from "../../harness/Loopback.ts"
import type { Stall } from "../support/EventLoop.ts"
import { spawnProgram, startService, temporaryDirectory } from "../../harness/Service.ts"

/*
 * What a publisher, or somebody in his place, can do to the service by what he answers. `npm run hostile` goes through
 * all of it.
 */

/** Rounds in which every source gets another hostile answer. */
const rounds = Number(process.env["ROUNDS"] ?? 3)

const megabyte = 1_000_000

/** A row that passes for one of any service. */
const row = (n: number, text: string) => {
  const story = {
    objectID: `${n}`,
    title: `Story ${n} ${text}`,
    url: `https://a${n}.example/`,
    story_text: text,
    points: n
  }
  const topic = {
    topic: `t${n} ${text}`,
    link: `/t/${n}`,
    postCount: n,
    name: `n${n}${text}`,
    history: [{ uses: `${n}` }]
  }
  const trend = {
    trend_name: `x${n}${text}`,
    tweet_count: n,
    hashtag_name: `h${n}${text}`,
    video_views: n,
    domain: "a.example"
  }
  return { ...story, ...topic, ...trend }
}

const plausible = (count: number, text: string): string => {
  const rows = Array.from({ length: count }, (_, n) => row(n, text))
  const children = rows.map(({ title, url }, n) => ({
    kind: "t3",
    data: { title, url, permalink: `/r/a/${n}`, score: n }
  }))
  return JSON.stringify({
    code: 0,
    kind: "Listing",
    data: { list: rows, children },
    hits: rows,
    articles: rows,
    trends: rows
  })
}

const filled = (unit: string, bytes: number, before = "", after = ""): string =>
  `${before}${unit.repeat(Math.floor((bytes - before.length - after.length) / unit.length))}${after}`

const rss = (items: number, text: string): string =>
  `<rss version="2.0"><channel><title>x</title>${Array.from(
    { length: items },
    (_, n) =>
      `<item><title>Story ${n} of many</title><link>https://b.example/${n}</link><description>${text}</description></item>`
  ).join("")}</channel></rss>`

/** Each of them as small as its kind may be on the wire. */
const bodies: Readonly<Record<string, Buffer>> = Object.fromEntries(
  Object.entries({
    "15 MB of empty lists": filled("[],", 15 * megabyte - 10, "[", "[]]"),
    "15 MB of brackets": "[".repeat(15 * megabyte),
    "a megabyte of empty lists": filled("[],", megabyte - 10, '{"hits":[', "[]]}"),
    "a megabyte of brackets": "[".repeat(megabyte - 1),
    "a megabyte of objects of different shapes": `{"hits":[${Array.from({ length: 60_000 }, (_, n) => `{"k${n}":1}`).join(",")}]}`,
    "a megabyte of rows": plausible(600, "x".repeat(10)),
    "a megabyte in a few rows": plausible(4, "word &amp; <b>bold</b> ".repeat(1_200)),
    "a megabyte of white space in a string": `{"hits":[{"objectID":"1","title":"${" ".repeat(megabyte - 60)}"}]}`,
    "a feed of 2,000 long items": rss(2_000, "&lt;p&gt;some words &amp;amp; more&lt;/p&gt; ".repeat(160)),
    "a feed of one item": rss(1, "&lt;b&gt;word ".repeat(megabyte)),
    "a feed in JSON": JSON.stringify({
      version: "https://jsonfeed.org/version/1.1",
      title: "x",
      items: Array.from({ length: 20_000 }, (_, n) => ({
        id: `${n}`,
        url: `https://c.example/${n}`,
        title: "x".repeat(500)
      }))
    })
  }).map(([name, text]) => [name, gzipSync(text, { level: 1 })])
)

const send = (response: ServerResponse, body: Buffer): void =>
  void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(body)

/** How long each answer to /healthz took, in milliseconds, as long as the scope lives. */
const probing = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const took: Array<number> = []
      let over = false
      const ask = (): void => {
        const begun = performance.now()
        get(`${url}/healthz`, { agent }, (response) => {
          response.resume().on("end", () => {
            took.push(performance.now() - begun)
            if (!over) setTimeout(ask, 20)
          })
        }).on("error", () => took.push(Number.POSITIVE_INFINITY))
      }
      ask()
      return { took, agent, end: () => void (over = true) }
    }),
    ({ agent, end }) =>
      Effect.sync(() => {
        end()
        agent.destroy()
      })
  ).pipe(Effect.map(({ took }) => took))

/** The most that a process has held, in MB. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(FileSystem.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000

const servers = 8

/** In memory beside what the service rests at, in MB. */
const mostMemory = 300

it.live(
  "answers that mean harm hold up nobody else, and take little memory",
  () =>
    Effect.gen(function* () {
      const { path, remove } = temporaryDirectory()
      yield* Effect.addFinalizer(() => Effect.sync(remove))
      const names = Object.keys(bodies)
      let round = 0
      const seen = new Set<string>()
      const origins = yield* Effect.forEach(Array.from({ length: servers }), (_, server) =>
        Effect.map(
          loopback((request, response) => {
            // The tokens of reddit are good, so that its listing is asked for.
            if (request.url === "/api/v1/access_token")
              return void response.writeHead(200).end('{"access_token":"good","expires_in":3600}')
            const name = names[(round * servers + server + (request.url ?? "").length) % names.length]!
            seen.add(name)
            send(response, bodies[name]!)
          }),
          ({ origin }) => origin
        )
      )
      const [a, b, c, d, e, f, g, h] = origins as [string, string, string, string, string, string, string, string]
      const SOURCES_FILE = join(path, "sources.json")
      FileSystem.writeFileSync(
        SOURCES_FILE,
        JSON.stringify({
          feeds: origins.map((origin, n) => ({ url: `${origin}/feed${"x".repeat(n)}`, name: `feed:${n}` })),
          gdelt: { base: a },
          hacker_news: { base: b },
          sec_filings: { base: c },
          google_trends: { base: d, countries: ["US"] },
          reddit: { base: e, oauth_base: e, subreddits: ["technology"] },
          pytrends: { topics: ["Battery"], wikimedia_base: f, explore_base: f },
          x: { base: g, woeids: [1] },
          tiktok: { base: h, countries: ["US"], terms_accepted: true },
          mastodon: { instances: [a, b] },
          bluesky: { base: c },
          sec_companies: { base: d }
        })
      )
      const STALL_FILE = join(path, "stall.json")
      const environment = {
        DATA_DIR: join(path, "data"),
        SOURCES_FILE,
        ALLOW_PRIVATE_HOSTS: "127.0.0.1",
        CONTACT: "ops@example.com",
        REDDIT_CLIENT_ID: "id",
        REDDIT_CLIENT_SECRET: "secret-of-an-app",
        X_BEARER_TOKEN: "token-of-an-app",
        LOG_LEVEL: "error"
      }
      const service = yield* Effect.acquireRelease(
        Effect.promise(() =>
          startService({
            ...environment,
            STALL_FILE,
            NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "../support/EventLoop.ts")).href}`
          })
        ),
        ({ stop }) => Effect.promise(() => stop())
      )
      const key = yield* Effect.promise(service.createKey)
      const resting = peakOf(service.process.pid!)
      yield* Effect.promise(() =>
        fetch(`${service.url}/api/v1/public/competitors`, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "application/json" },
          body: JSON.stringify({ name: "Acme", domain: "acme.example" })
        })
      )
      const runAll = Effect.promise(async () => {
        const { exited, output } = spawnProgram("src/cli.ts", environment, "node", ["ingest", "run", "all", "--json"])
        await exited
        return output()
      })
      // What is compiled for the first time, in the worker and here, is not the answers' doing.
      yield* runAll
      yield* Effect.sleep("300 millis")
      FileSystem.rmSync(STALL_FILE)
      yield* Effect.sleep("300 millis")

      const took = yield* probing(service.url)
      for (round = 1; round <= rounds; round++) yield* runAll
      yield* Effect.sleep("300 millis")
      const stall = JSON.parse(FileSystem.readFileSync(STALL_FILE, "utf8")) as Stall
      const slowest = Math.max(...took)
      const peak = peakOf(service.process.pid!)
      const whole = (value: number) => value.toFixed(0)
      console.log(
        `${rounds} rounds of ${seen.size} kinds of hostile answers: /healthz ${took.length} times, slowest ${whole(slowest)} ms; ` +
          `longest turn of the event loop ${whole(stall.cpu)} ms of processor time, ${whole(stall.wall)} ms by the clock; ` +
          `most memory ${whole(peak)} MB, ${whole(resting)} MB before`
      )
      assert.isAbove(took.length, 100)
      // A machine that is busy with other tests makes everybody wait, and costs processor time too. What this is about
      // took seconds.
      const quiet = process.env["ROUNDS"] !== undefined
      assert.isBelow(stall.cpu, quiet ? 100 : 500)
      assert.isBelow(slowest, quiet ? 100 : 1_000)
      assert.isBelow(peak, resting + mostMemory)
    }).pipe(Effect.scoped),
  600_000
)
