import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FileSystem from "node:fs"
import type { ServerResponse } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { loopback } from "../../harness/Loopback.ts"
import { placeDatabase } from "../support/Databases.ts"
import { listAt } from "../support/ServiceList.ts"
import type { Stall } from "../support/EventLoop.ts"
import { hostileBodies } from "../support/HostileBodies.ts"
import { probing } from "../support/Probing.ts"
import { spawnProgram, startService, temporaryDirectory } from "../../harness/Service.ts"

/*
 * What a publisher, or somebody in his place, can do to the service by what he answers. `npm run hostile` goes through
 * all of it.
 */

/** Rounds in which every source gets another hostile answer. */
const rounds = Number(process.env["ROUNDS"] ?? 2)

/** As small as each may be on the wire. */
const bodies: Readonly<Record<string, Buffer>> = Object.fromEntries(
  Object.entries(hostileBodies()).map(([name, text]) => [name, gzipSync(text, { level: 1 })])
)

const send = (response: ServerResponse, body: Buffer): void =>
  void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(body)

/** The most that a process has held, in MB. */
const peakOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(FileSystem.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_000

const servers = 8

it.live(
  "answers that mean harm hold up nobody else, and take little memory",
  () =>
    Effect.gen(function* () {
      const { path, remove } = temporaryDirectory()
      yield* Effect.addFinalizer(() => Effect.sync(remove))
      const names = Object.keys(bodies)
      let round = 0
      const seen = new Set<string>()
      const asked = new Set<string>()
      const origins = yield* Effect.forEach(Array.from({ length: servers }), (_, server) =>
        Effect.map(
          loopback((request, response) => {
            asked.add((request.url ?? "").replace(/\?.*/, ""))
            // The tokens of reddit are good, so that its listing is asked for.
            if (request.url === "/api/v1/access_token")
              return void response.writeHead(200).end('{"access_token":"good","expires_in":3600}')
            // SEC's own files are good at times, so that the file of prices is asked for.
            if (round % 4 === 0 && request.url === "/files/company_tickers.json")
              return void response.writeHead(200).end('{"0":{"cik_str":1,"ticker":"A","title":"A"}}')
            if (round % 4 === 0 && request.url?.startsWith("/api/xbrl/frames/"))
              return void response.writeHead(404).end()
            const name = names[(round * servers + server + (request.url ?? "").length) % names.length]!
            seen.add(name)
            send(response, bodies[name]!)
          }),
          ({ origin }) => origin
        )
      )
      const [searxng, prices] = origins
      const SOURCES_FILE = join(path, "sources.json")
      const list = listAt(origins)
      FileSystem.writeFileSync(SOURCES_FILE, JSON.stringify(list))
      const STALL_FILE = join(path, "stall.json")
      const environment = {
        DATA_DIR: placeDatabase(join(path, "data")),
        SOURCES_FILE,
        ALLOW_PRIVATE_HOSTS: "127.0.0.1",
        CONTACT: "ops@example.com",
        REDDIT_CLIENT_ID: "id",
        REDDIT_CLIENT_SECRET: "secret-of-an-app",
        X_BEARER_TOKEN: "token-of-an-app",
        RANK_SOURCE: "searxng",
        SEARXNG_URL: searxng!,
        PRICE_SOURCE_URL: `${prices}/prices`,
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
      const create = (path: string, body: unknown) =>
        Effect.promise(async () => {
          const { status } = await fetch(`${service.url}/api/v1/public/${path}`, {
            method: "POST",
            headers: { "x-api-key": key, "content-type": "application/json" },
            body: JSON.stringify(body)
          })
          assert.strictEqual(status, 201)
        })
      yield* create("competitors", { name: "Acme", domain: "acme.example" })
      // Each is looked up once, for a second or three.
      for (const n of [1, 2, 3, 4])
        yield* create("seo/keywords", { keyword: `battery ${n}`, target_url: "https://acme.example/" })
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
      const paths = ["/feed", "/rss/search", "/search", ...(rounds >= 4 ? ["/prices"] : [])]
      assert.deepStrictEqual(
        paths.filter((path) => !asked.has(path)),
        []
      )
      // A machine that is busy with other tests makes everybody wait, garbage as well, and costs processor time too.
      // What this is about took seconds and gigabytes.
      const quiet = process.env["ROUNDS"] !== undefined
      assert.isBelow(stall.cpu, quiet ? 100 : 500)
      assert.isBelow(slowest, quiet ? 100 : 1_000)
      assert.isBelow(peak, quiet ? 600 : 650)
    }).pipe(Effect.scoped),
  600_000
)
