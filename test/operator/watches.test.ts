import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AccountName } from "../../src/domain/Account.ts"
import { layerOfServices } from "../../src/operator/LocalOperator.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { WatchId } from "../../src/domain/Watch.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { loopback } from "../../harness/Loopback.ts"
import { sonde } from "./Commands.ts"
import { services } from "./Operators.ts"

const world = Effect.gen(function* () {
  const context = yield* Layer.build(services)
  const { id: account } = yield* Context.get(context, Accounts).ensure(AccountName.make("local"))
  const events = Context.get(context, WatchEvents)
  const happen = (watch: number, title: string) => {
    const content = contentOf("search", { title, link: { kind: "watch", id: watch, url: null } })
    const send_at = new Date(0)
    return events.record([{ account, watch: WatchId.make(watch), key: title, content, send_at, cooldownMillis: 0 }])
  }
  const operator = Layer.provide(layerOfServices, Layer.succeedContext(context))
  return { happen, run: sonde(operator), runInto: (told: (line: string) => void) => sonde(operator, told) }
})

const tea = JSON.stringify({ kind: "search", q: "green tea" })

describe("the operator's watches", () => {
  it.effect("are made, listed, paused, resumed and deleted", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const made = yield* run(
        "watches",
        "create",
        "--name",
        "Tea",
        "--conditions",
        '{"min_publishers":2}',
        tea,
        "--json"
      )
      assert.strictEqual(made.code, 0, made.stderr)
      const watch = JSON.parse(made.stdout)
      assert.deepStrictEqual(watch.conditions, { min_publishers: 2, cooldown_minutes: 0, quiet_hours: null })
      const id = String(watch.id)
      assert.match((yield* run("watches", "list")).stdout, /active\s+search\s.*Tea/)
      assert.strictEqual((yield* run("watches", "pause", id)).stdout, `Watch ${id} is paused.\n`)
      assert.strictEqual((yield* run("watches", "resume", id)).stdout, `Watch ${id} is active.\n`)
      assert.strictEqual((yield* run("watches", "delete", id)).code, 0)
      assert.deepStrictEqual(JSON.parse((yield* run("watches", "list", "--json")).stdout), [])
      assert.strictEqual((yield* run("watches", "delete", id)).code, 1)
    })
  )

  it.effect("are changed in what is given, and in nothing else", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const hooked = yield* run("endpoints", "create", "--name", "Hook", hook("https://hooks.example/"), "--json")
      const endpoint = JSON.parse(hooked.stdout).id
      const strict = '{"min_publishers":2}'
      const made = yield* run("watches", "create", "--name", "Tea", "--conditions", strict, tea, "--json")
      const watch = JSON.parse(made.stdout)
      const id = String(watch.id)
      const update = Effect.fnUntraced(function* (...given: ReadonlyArray<string>) {
        const { code, stderr, stdout } = yield* run("watches", "update", id, ...given, "--json")
        assert.strictEqual(code, 0, stderr)
        return JSON.parse(stdout)
      })
      assert.deepStrictEqual(yield* update("--name", "Green"), { ...watch, name: "Green" })
      const sent = { ...watch, name: "Green", endpoints: [endpoint] }
      assert.deepStrictEqual(yield* update("--endpoints", String(endpoint)), sent)
      const subject = { kind: "search", q: "black tea" }
      assert.deepStrictEqual((yield* update(JSON.stringify(subject))).subject, subject)
      const changed = yield* update("--endpoints", "none", "--conditions", '{"cooldown_minutes":60}')
      const conditions = { min_publishers: 1, cooldown_minutes: 60, quiet_hours: null }
      assert.deepStrictEqual(changed, { ...watch, name: "Green", subject, conditions })
      const unknown = yield* run("watches", "update", id, "--endpoints", "7")
      assert.include(unknown.stderr, "7 is none")
      assert.strictEqual((yield* run("watches", "update", id, '{"kind":"search","q":"-tea"}')).code, 2)
      assert.strictEqual((yield* run("watches", "update", "1", "--name", "x")).code, 1)
    })
  )

  it.effect("have a feed at addresses that are shown once and can be revoked", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const { id } = JSON.parse((yield* run("watches", "create", "--name", "Tea", tea, "--json")).stdout)
      const hasFeed = Effect.map(run("watches", "list", "--json"), ({ stdout }) => JSON.parse(stdout)[0].has_feed)
      const issued = yield* run("watches", "feed", String(id), "--json")
      assert.strictEqual(issued.code, 0, issued.stderr)
      assert.match(JSON.parse(issued.stdout).rss, /^http:\/\/sonde\.test\/feeds\/[\w-]{43}\.rss$/, issued.stderr)
      assert.isTrue(yield* hasFeed)
      const again = yield* run("watches", "feed", String(id))
      assert.match(again.stdout, /\.rss\n.*\.atom\n.*\.json\n/)
      assert.notInclude(again.stdout, JSON.parse(issued.stdout).rss)
      assert.strictEqual((yield* run("watches", "feed", "--revoke", String(id))).stdout, `Watch ${id} has no feed.\n`)
      assert.isFalse(yield* hasFeed)
      assert.strictEqual((yield* run("watches", "feed", "1")).code, 1)
    })
  )

  it.effect("are refused with what is wrong: as a command line, or by what there is", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const unreadable = yield* run("watches", "create", "--name", "x", "tea")
      assert.strictEqual(unreadable.code, 2)
      assert.include(unreadable.stderr, `subject must be JSON within single quotes: '{"kind":"search",`)
      const pigeon = yield* run("watches", "preview", '{"kind":"pigeon"}')
      assert.strictEqual(pigeon.code, 2)
      assert.include(pigeon.stderr, "must be an object whose kind is one of search, ")
      const misspelt = yield* run("watches", "preview", tea, "--conditions", '{"cooldown":60}')
      assert.deepStrictEqual(
        [
          misspelt.code,
          /cooldown is not known here: write min_publishers, cooldown_minutes, quiet_hours/.test(misspelt.stderr)
        ],
        [2, true]
      )
      const nothing = yield* run("watches", "create", "--name", "x", '{"kind":"search","q":"-tea"}', "--json")
      assert.strictEqual(nothing.code, 2)
      assert.deepStrictEqual(JSON.parse(nothing.stderr).error.details[0].location, ["body", "subject", "q"])
      const endpoint = yield* run("watches", "create", "--name", "x", "--endpoints", "7,8", tea)
      assert.include(endpoint.stderr, "7 is none")
      const nobody = yield* run("watches", "create", "--account", "nobody", "--name", "x", tea)
      assert.strictEqual(nobody.code, 1)
      assert.deepStrictEqual(JSON.parse((yield* run("endpoints", "list", "--account", "nobody", "--json")).stdout), [])
    })
  )

  it.effect("are previewed, and their events listed", () =>
    Effect.gen(function* () {
      const { happen, run } = yield* world
      assert.include((yield* run("watches", "preview", tea)).stdout, "0 events in 30 days.")
      const made = yield* run("watches", "create", "--name", "Tea", tea, "--json")
      const { id } = JSON.parse(made.stdout)
      yield* happen(id, "Green tea is dear")
      yield* happen(id, "Green tea is cheap")
      const listed = JSON.parse((yield* run("events", "list", "--watch", String(id), "--json")).stdout)
      assert.deepStrictEqual(
        listed.map(({ title }: { readonly title: string }) => title),
        ["Green tea is dear", "Green tea is cheap"]
      )
      const foreign = yield* run("events", "list", "--watch", "1")
      assert.deepStrictEqual([foreign.code, foreign.stdout], [1, ""])
    })
  )

  it.effect("are followed: each event once, as it comes, until it is interrupted", () =>
    Effect.gen(function* () {
      const { happen, run, runInto } = yield* world
      const made = yield* run("watches", "create", "--name", "Tea", tea, "--json")
      const { id } = JSON.parse(made.stdout)
      yield* happen(id, "Before")
      const lines: Array<string> = []
      const following = yield* Effect.forkChild(runInto((line) => lines.push(line))("events", "follow", "--json"))
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(lines, [])
      const titles = () => lines.map((line) => JSON.parse(line).title)
      yield* happen(id, "First")
      yield* happen(id, "Second")
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(titles(), ["First", "Second"])
      yield* happen(id, "Third")
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(titles(), ["First", "Second", "Third"])
      yield* Fiber.interrupt(following)
    })
  )
})

const hook = (url: string) => JSON.stringify({ kind: "webhook", url })

describe("the operator's endpoints", () => {
  it.effect("are made, rotated, paused, resumed and deleted, and a secret is shown once", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const made = yield* run("endpoints", "create", "--name", "Hook", hook("https://hooks.example/"), "--json")
      assert.strictEqual(made.code, 0, made.stderr)
      const { id: number, secret } = JSON.parse(made.stdout)
      assert.match(secret, /^whsec_/)
      const id = String(number)
      for (const shown of [yield* run("endpoints", "list"), yield* run("endpoints", "list", "--json")])
        assert.notInclude(shown.stdout, "whsec_")
      const rotated = yield* run("endpoints", "rotate", "--overlap-hours", "0", id)
      assert.match(rotated.stdout, /no longer used[^]*whsec_/)
      assert.notInclude(rotated.stdout, secret)
      assert.strictEqual((yield* run("endpoints", "pause", id)).stdout, `Endpoint ${id} is paused.\n`)
      assert.strictEqual((yield* run("endpoints", "enable", id)).stdout, `Endpoint ${id} is active.\n`)
      assert.include((yield* run("endpoints", "deliveries", id)).stdout, "has no deliveries")
      assert.strictEqual((yield* run("endpoints", "remove", id)).code, 0)
      assert.deepStrictEqual(JSON.parse((yield* run("endpoints", "list", "--json")).stdout), [])
      for (const command of ["pause", "delete", "test", "rotate", "deliveries"])
        assert.strictEqual((yield* run("endpoints", command, id)).code, 1, command)
    })
  )

  it.effect("are changed in what is given: the name, or where to, but not the kind", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const made = yield* run("endpoints", "create", "--name", "Hook", hook("https://hooks.example/"), "--json")
      const { secret: _, ...endpoint } = JSON.parse(made.stdout)
      const id = String(endpoint.id)
      const named = yield* run("endpoints", "update", id, "--name", "Other", "--json")
      assert.deepStrictEqual(JSON.parse(named.stdout), { ...endpoint, name: "Other" }, named.stderr)
      const moved = yield* run("endpoints", "update", id, hook("https://hooks.example/2"))
      assert.strictEqual(moved.stdout, `Endpoint ${id} is changed.\n`)
      const [listed] = JSON.parse((yield* run("endpoints", "list", "--json")).stdout)
      assert.deepStrictEqual([listed.name, listed.target.url], ["Other", "https://hooks.example/2"])
      const inside = yield* run("endpoints", "update", id, hook("http://10.0.0.1/"))
      assert.include(inside.stderr, "must not lead to an address")
      const mail = yield* run("endpoints", "update", id, JSON.stringify({ kind: "mail", address: "anna@example.org" }))
      assert.include(mail.stderr, "must be webhook")
      assert.strictEqual((yield* run("endpoints", "update", "1", "--name", "x")).code, 1)
    })
  )

  it.effect("are tested with the signed request of the API, and what they were for is sent again", () =>
    Effect.gen(function* () {
      const { happen, run } = yield* world
      let status = 200
      const received: Array<{ readonly id: string; readonly body: string }> = []
      const { origin } = yield* loopback((request, response) => {
        let body = ""
        request.on("data", (piece) => (body += piece))
        request.on("end", () => {
          received.push({ id: String(request.headers["webhook-id"]), body })
          response.writeHead(status).end()
        })
      })
      const made = yield* run("endpoints", "create", "--name", "Hook", hook(`${origin}/`), "--json")
      const id = String(JSON.parse(made.stdout).id)
      const good = yield* run("endpoints", "test", "--title", "Hello", id)
      assert.deepStrictEqual([good.code, JSON.parse(received[0]!.body).data.title], [0, "Hello"], good.stderr)
      assert.match(good.stdout, /delivered \(200\)/)
      status = 500
      const bad = yield* run("endpoints", "test", id, "--json")
      assert.deepStrictEqual([bad.code, JSON.parse(bad.stdout).status], [1, 500])
      assert.strictEqual(JSON.parse(bad.stderr).error.code, "not_delivered")
      const watch = yield* run("watches", "create", "--name", "Tea", "--endpoints", id, tea, "--json")
      yield* happen(JSON.parse(watch.stdout).id, "Green tea is dear")
      assert.match((yield* run("endpoints", "deliveries", id)).stdout, /waits.*Green tea is dear/)
      assert.include((yield* run("endpoints", "redeliver", id, "1")).stdout, "1 event will be sent again")
      assert.strictEqual((yield* run("endpoints", "redeliver", id, "1,2")).code, 1)
    })
  )

  it.effect("are refused with what is wrong", () =>
    Effect.gen(function* () {
      const { run } = yield* world
      const create = (target: string) => run("endpoints", "create", "--name", "x", target)
      assert.strictEqual((yield* create("https://hooks.example/")).code, 2)
      const inside = yield* create(hook("http://10.0.0.1/"))
      assert.deepStrictEqual([inside.code, inside.stdout], [2, ""])
      assert.include(inside.stderr, "must not lead to an address that is not of the public internet")
      const mail = yield* create(JSON.stringify({ kind: "mail", address: "anna@example.org" }))
      assert.include(mail.stderr, "this service sends no mail")
    })
  )
})
