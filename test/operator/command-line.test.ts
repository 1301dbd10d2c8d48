import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { twoSources } from "../../harness/TwoSources.ts"
import manifest from "../../package.json" with { type: "json" }
import { allScopes } from "../../src/domain/Scope.ts"
import { SourceName } from "../../src/domain/Source.ts"
import * as ControlSocket from "../../src/operator/ControlSocket.ts"
import { Doctor } from "../../src/operator/Doctor.ts"
import { layerOfServices } from "../../src/operator/LocalOperator.ts"
import type { CheckEvent } from "../../src/operator/Protocol.ts"
import { Screen } from "../../src/operator/Screen.ts"
import { IngestControl, type IngestActions } from "../../src/ports/IngestControl.ts"
import { Operator } from "../../src/operator/Operator.ts"
import { type Ended, sonde } from "./Commands.ts"
import { services, temporaryDirectory } from "./Operators.ts"

/** Commands in this process, all on the same memory. */
const inProcess = Effect.map(Layer.build(Layer.provide(layerOfServices, services)), (operator) =>
  sonde(Layer.succeedContext(operator))
)

/** The same as processes of their own, beside a service that holds their data directory. */
const asProcesses = Effect.gen(function* () {
  const dataDir = yield* temporaryDirectory()
  yield* Layer.build(Layer.provide(ControlSocket.layer(dataDir), services))
  const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url))
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", NO_COLOR: "1" }
  return (...args: ReadonlyArray<string>): Effect.Effect<Ended> =>
    Effect.callback((resume) => {
      execFile("node", [cli, ...args], { env }, (error, stdout, stderr) =>
        resume(Effect.succeed({ code: error === null ? 0 : Number(error.code), stdout, stderr }))
      )
    })
})

describe("sonde", () => {
  it.effect("manages keys for programs: one JSON document on stdout, nothing on stderr", () =>
    Effect.gen(function* () {
      const sonde = yield* inProcess
      const created = yield* sonde("keys", "create", "--name", "ci", "--scopes", "signals,reports", "--json")
      assert.deepStrictEqual([created.code, created.stderr], [0, ""])
      const { key, ...shown } = JSON.parse(created.stdout)
      assert.match(key, /^sonde_live_[0-9a-f]{48}$/)
      assert.deepInclude(shown, {
        name: "ci",
        scopes: ["reports", "signals"],
        status: "active",
        expires_at: null
      })

      // A flag right before an id, also before one that reads like a truth value.
      const rotated = yield* sonde("keys", "rotate", "--json", String(shown.id))
      assert.deepInclude(JSON.parse(rotated.stdout), { name: "ci", status: "active" })
      const truth = yield* sonde("keys", "rotate", "--json", "1")
      assert.deepStrictEqual([truth.code, JSON.parse(truth.stderr).error.code], [1, "key_not_found"])
      const { id } = JSON.parse(rotated.stdout)
      const off = yield* sonde("keys", "deactivate", String(id), "--json")
      assert.deepInclude(JSON.parse(off.stdout), { id, status: "deactivated" })
      const gone = yield* sonde("keys", "delete", String(id), "--json")
      assert.deepStrictEqual(JSON.parse(gone.stdout), { id, deleted: true })

      const listed = yield* sonde("keys", "list", "--json")
      assert.deepStrictEqual(JSON.parse(listed.stdout), [{ ...shown, status: "deactivated" }])
      const others = yield* sonde("keys", "list", "--json", "--account", "user-1")
      assert.deepStrictEqual(JSON.parse(others.stdout), [])
    })
  )

  it.effect("shows people a new key once, and then a table without it", () =>
    Effect.gen(function* () {
      const sonde = yield* inProcess
      const created = yield* sonde(
        "keys",
        "create",
        "--name",
        "all of it",
        "--scopes",
        "all",
        "--expires",
        "2031-01-01"
      )
      const key = /sonde_live_[0-9a-f]{48}/.exec(created.stdout)?.[0] ?? "none"
      assert.include(created.stdout, "not shown again")
      const { stdout } = yield* sonde("keys", "list")
      const [heading = "", row = "", ...rest] = stdout.trimEnd().split("\n")
      assert.deepStrictEqual(rest, [])
      assert.notInclude(stdout, key)
      assert.strictEqual(heading.indexOf("SCOPES"), row.indexOf(allScopes.join(", ")))
      assert.strictEqual(heading.indexOf("EXPIRES"), row.indexOf("2031-01-01T00:00:00"))
    })
  )

  it.effect("fails with the API's error envelope on stderr and exit code 1", () =>
    Effect.gen(function* () {
      const sonde = yield* inProcess
      const { code, stdout, stderr } = yield* sonde("keys", "delete", "7", "--json")
      assert.deepStrictEqual([code, stdout], [1, ""])
      assert.deepStrictEqual(JSON.parse(stderr), {
        success: false,
        error: { code: "key_not_found", message: "There is no such key." }
      })
      const past = yield* sonde("keys", "create", "--name", "x", "--scopes", "all", "--expires", "1969-12-31", "--json")
      assert.deepInclude(JSON.parse(past.stderr).error, { code: "validation_error" })
      const never = yield* sonde("keys", "create", "--name", "x", "--scopes", "all", "--expires", "2027-02-30")
      assert.strictEqual(never.code, 2)
      assert.include(never.stderr, "must be an ISO 8601 date or instant that exists")
      assert.strictEqual((yield* sonde("keys", "list", "--json")).stdout, "[]\n")
    })
  )

  it.effect("names what is wrong with a command line, with exit code 2", () =>
    Effect.gen(function* () {
      const sonde = yield* inProcess
      const scopes = yield* sonde("keys", "create", "--name", "x", "--scopes", "reports,everything")
      assert.deepStrictEqual([scopes.code, scopes.stdout], [2, ""])
      assert.include(scopes.stderr, `${allScopes.join(", ")}, or all; there is no "everything"`)
      const missing = yield* sonde("keys", "create", "--scopes", "all", "--json")
      assert.deepStrictEqual([missing.code, missing.stdout], [2, ""])
      assert.deepStrictEqual(JSON.parse(missing.stderr).error.details, [
        { location: ["--name"], message: "is required" }
      ])
      const unknown = yield* sonde("keys", "creat")
      assert.strictEqual(unknown.code, 2)
      assert.include(unknown.stderr, "did you mean create?")
      assert.include((yield* sonde("search", "heat", "-pp")).stderr, "sonde: -p is unknown. Put -- before words that")
      const word = yield* sonde("search", "heat", "-tesla", "--tagg", "x")
      assert.match(word.stderr, /^sonde: -t is unknown; --tagg is unknown; did you mean --tag\?\. Put -- before/)
      assert.include((yield* sonde("serach", "heat")).stderr, "sonde: serach is not a command; did you mean search?")
      const type = yield* sonde("report", "heat", "--type", "essay")
      assert.include(
        type.stderr,
        "sonde: --type must be comprehensive_analysis, decision_brief, competitor_analysis, or"
      )
      assert.include((yield* sonde("restore", "nowhere.gz")).stderr, "sonde: file does not exist: ")
    })
  )

  it.effect("runs sources: progress for people, attempts for programs, exit code 1 when nothing was read", () =>
    Effect.gen(function* () {
      const sonde = yield* inProcess
      const all = yield* sonde("ingest", "run", "all")
      assert.strictEqual(all.code, 0)
      assert.include(all.stdout, "feed:good.example: 20 read, 3 new, 1 changed, 2 left out (undated)")
      assert.include(all.stdout, "feed:bad.example: error: the server answered 404")
      assert.include(all.stdout, "1 read, 1 failed, 0 skipped")
      // How far it is, is said only of what takes longer.
      assert.strictEqual(all.stderr, "")
      const bad = yield* sonde("ingest", "run", "feed:bad.example", "--json")
      assert.strictEqual(bad.code, 1)
      assert.deepInclude(JSON.parse(bad.stdout)[0], { event: "finished", error: "the server answered 404" })
      assert.deepInclude(JSON.parse(bad.stderr).error, { code: "nothing_read" })
      const nobody = yield* sonde("ingest", "run", "nobody", "--json")
      assert.deepInclude(JSON.parse(nobody.stderr).error, { code: "not_found" })
    })
  )

  it.effect("shows the sources and how they fare, without what a publisher could do to a terminal", () =>
    Effect.gen(function* () {
      const sonde = yield* inProcess
      const list = yield* sonde("ingest", "list")
      assert.include(list.stdout, "30m")
      const narrow = yield* sonde("ingest", "list").pipe(Effect.provideService(Screen, { columns: 50, draw: null }))
      for (const line of narrow.stdout.split("\n")) assert.isAtMost(line.length, 50)
      assert.match(narrow.stdout, /^feed:bad\.example +30m +2030-01-01T00:00:00$/m)
      assert.match(list.stdout, /^feed:good\.example .* -  +Title/m)
      assert.match(list.stdout, /^feed:bad\.example .* 2030-01-01T00:00:00  +Title/m)
      const listed = yield* sonde("ingest", "list", "--json")
      assert.deepStrictEqual(
        JSON.parse(listed.stdout).map(({ next_check_at }: { next_check_at: unknown }) => next_check_at),
        [null, "2030-01-01T00:00:00"]
      )
      const status = yield* sonde("ingest", "status")
      assert.include(status.stdout, "the server answered 404")
      assert.notInclude(status.stdout, "\u001b")
      const json = yield* sonde("ingest", "status", "--json")
      assert.deepInclude(JSON.parse(json.stdout)[0], { name: "feed:bad.example", state: "error", failures: 2 })
    })
  )

  it.effect("cuts long names of sources where a terminal is narrow, and says which failure was by hand", () =>
    Effect.gen(function* () {
      const name = SourceName.make(`feed:${"long-".repeat(18)}`)
      const [known] = yield* twoSources.status
      const ingest: IngestActions = {
        ...twoSources,
        sources: Effect.map(twoSources.sources, (sources) => sources.map((source) => ({ ...source, name }))),
        status: Effect.succeed([
          { ...known!, name, failures: 0 },
          { ...known!, failures: 1 }
        ])
      }
      const operator = yield* Layer.build(
        layerOfServices.pipe(
          Layer.provide(Layer.merge(services, Layer.succeed(IngestControl, { open: Effect.succeed(ingest) })))
        )
      )
      const narrow = (...args: ReadonlyArray<string>) =>
        sonde(Layer.succeedContext(operator))(...args).pipe(
          Effect.provideService(Screen, { columns: 80, draw: null }),
          Effect.map(({ stdout }) => stdout.trimEnd().split("\n"))
        )
      const [list, status] = [yield* narrow("ingest", "list"), yield* narrow("ingest", "status")]
      for (const line of [...list, ...status]) assert.isAtMost(line.length, 80)
      assert.match(list[1]!, /^feed:long-[long-]+… +30m /)
      // The name gives way before the reason does, which is told to its end.
      assert.match(status[1]!, /^feed:long-[long-]+… +error +0 +the server answered 404 .*;$/)
      assert.match(status[2]!, /^ +run by hand$/)
      assert.match(status[3]!, /^feed:bad\.example +error +1 +the server answered 404/)
      const wide = yield* sonde(Layer.succeedContext(operator))("ingest", "status")
      assert.match(wide.stdout, /the server answered 404.*; run by hand$/m)
      assert.strictEqual(wide.stdout.split("run by hand").length, 2)
    })
  )

  it.effect("folds what it finds of many sources into one row, and tells programs of each", () =>
    Effect.gen(function* () {
      const offline = (name: string): CheckEvent => ({
        event: "found",
        finding: { area: "sources", name, state: "failed", message: "the host name does not exist", advice: "Check it" }
      })
      const examine = Stream.fromIterable(["a", "b", "c", "d"].map(offline))
      const run = sonde(layerOfServices.pipe(Layer.provide(Layer.merge(services, Layer.succeed(Doctor, { examine })))))
      const shown = yield* run("doctor")
      assert.deepStrictEqual(shown.stdout.trimEnd().split("\n").slice(1), [
        "failed  sources  a, b and 2 more  the host name does not exist  Check it"
      ])
      const json = yield* run("doctor", "--json")
      assert.lengthOf(JSON.parse(json.stdout).findings, 4)
    })
  )

  it.effect("says on a terminal all that it found and what to do, in lines that fit", () =>
    Effect.gen(function* () {
      const message = 'TikTok\'s terms are not agreed to: read them, then set "terms_accepted": true'
      const advice = "Set what is missing, or remove the source from the list"
      const examine = Stream.make<[CheckEvent]>({
        event: "found",
        finding: { area: "sources", name: "tiktok:us", state: "warning", message, advice }
      })
      const run = sonde(layerOfServices.pipe(Layer.provide(Layer.merge(services, Layer.succeed(Doctor, { examine })))))
      const { stdout } = yield* run("doctor").pipe(Effect.provideService(Screen, { columns: 40, draw: null }))
      const lines = stdout.trimEnd().split("\n")
      for (const line of lines) assert.isAtMost(line.length, 40)
      assert.strictEqual(
        lines.map((line) => line.trim()).join(" "),
        `warning: sources, tiktok:us ${message} → ${advice}`
      )
    })
  )

  it.effect("examines the installation: the worst first, progress on stderr, exit code 1 when something is wrong", () =>
    Effect.gen(function* () {
      const sonde = yield* inProcess
      const shown = yield* sonde("doctor")
      assert.strictEqual(shown.code, 1)
      assert.match(
        shown.stdout,
        /^STATE .*\nfailed +sources +feed:bad\.example +the server answered 404 +Look for it\nok/
      )
      assert.strictEqual(shown.stderr, "sonde: one thing is wrong\n")
      const json = yield* sonde("doctor", "--json")
      assert.strictEqual(json.code, 1)
      const { findings, healthy } = JSON.parse(json.stdout)
      assert.isFalse(healthy)
      assert.deepInclude(findings[1], { area: "database", state: "ok", advice: null })
    })
  )

  it.live("is a process beside the service, and its exit code tells how it went", () =>
    Effect.gen(function* () {
      const sonde = yield* asProcesses
      const created = yield* sonde("keys", "create", "--name", "ci", "--scopes", "all", "--json")
      assert.deepStrictEqual([created.code, created.stderr], [0, ""])
      const listed = yield* sonde("keys", "list", "--json")
      const { key: _, ...shown } = JSON.parse(created.stdout)
      assert.deepStrictEqual(JSON.parse(listed.stdout), [shown])
      const [failed, misunderstood] = yield* Effect.all([sonde("keys", "delete", "7"), sonde("keys", "delete")], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(failed, { code: 1, stdout: "", stderr: "sonde: There is no such key.\n" })
      assert.deepStrictEqual([misunderstood.code, misunderstood.stdout], [2, ""])
    })
  )

  it.effect("opens nothing for what needs nothing: groups of commands, help, version and completions", () =>
    Effect.gen(function* () {
      const untouched = Layer.effect(Operator, Effect.die("the operator was called for"))
      const groups = ["keys", "sources", "ingest", "reports", "companies", "keywords"]
      const lines = [[], ...groups.map((name) => [name]), ["--help"], ["keys", "list", "--help"], ["--version"]]
      for (const args of [...lines, ["--completions", "bash"]]) {
        const { code, stdout } = yield* sonde(untouched)(...args)
        assert.strictEqual(code, 0, args.join(" "))
        assert.isNotEmpty(stdout, args.join(" "))
      }
    })
  )

  it.effect("tells its version and explains itself", () =>
    Effect.gen(function* () {
      const sonde = yield* inProcess
      assert.deepStrictEqual(yield* sonde("--version"), { code: 0, stdout: `${manifest.version}\n`, stderr: "" })
      const help = yield* sonde("keys", "create", "--help")
      assert.deepStrictEqual([help.code, help.stderr], [0, ""])
      for (const flag of ["--account", "--name", "--scopes", "--expires", "--json"]) assert.include(help.stdout, flag)
    })
  )
})
