import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { AccountName, localAccount } from "../../src/domain/Account.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { besideService } from "./Commands.ts"

/** A running service with a local account, and the command line beside it. */
const world = Effect.gen(function* () {
  const { context, file, sonde } = yield* besideService
  const [accounts, keywords] = [Context.get(context, Accounts), Context.get(context, TrackedKeywords)]
  const { id } = yield* accounts.ensure(localAccount)
  return {
    accounts,
    file: (text: string) => file("positions.csv", `keyword,target_url,date,position,url\n${text}`),
    list: keywords.list(id),
    keywords,
    sonde
  }
})

const target = "https://acme.example/"

describe("sonde keywords import", () => {
  it.live("brings in all rows of a file, and nothing when it is imported again", () =>
    Effect.gen(function* () {
      const { file, list, sonde } = yield* world
      const path = file(`heat pump,${target},2026-03-01,12,\nheat pump,${target},2026-03-02,,\nboiler,${target},,,\n`)
      assert.deepStrictEqual(yield* sonde("keywords", "import", path), {
        code: 0,
        stdout: "2 keywords, 2 of them new; 2 positions: 2 new, 0 changed, 0 as they were\n",
        stderr: ""
      })
      const again = yield* sonde("keywords", "import", path, "--json", "--account", "local")
      assert.deepStrictEqual(JSON.parse(again.stdout), { rows: 3, keywords: 0, new: 0, changed: 0 })
      const changed = yield* sonde("keywords", "import", file(`heat pump,${target},2026-03-02,3,${target}a\n`))
      assert.strictEqual(changed.stdout, "1 keyword, 0 of them new; 1 position: 0 new, 1 changed, 0 as they were\n")
      const known = (yield* list).find(({ keyword }) => keyword === "heat pump")!
      assert.strictEqual(known.current_position, 3)
      assert.deepStrictEqual(known.position_history.map((position) => ({ ...position })) as Array<unknown>, [
        { date: "2026-03-01", position: 12, url: null },
        { date: "2026-03-02", position: 3, url: `${target}a` }
      ])
    })
  )

  it.live("brings in nothing of a file with a fault, and says where it is", () =>
    Effect.gen(function* () {
      const { file, list, sonde } = yield* world
      const path = file(`good,${target},2026-03-01,1,\nbad,${target},2026-03-01,nowhere,\n`)
      const plain = yield* sonde("keywords", "import", path)
      assert.deepStrictEqual([plain.code, plain.stdout], [1, ""])
      assert.match(plain.stderr, /nothing of it:\n {2}line 3, column 4 \(position\): must be a whole number/)
      const { error } = JSON.parse((yield* sonde("keywords", "import", path, "--json")).stderr)
      assert.deepInclude(error, { code: "validation_error" })
      assert.deepStrictEqual(error.details[0].location, ["line", 3, "column", 4, "position"])
      assert.deepStrictEqual(yield* list, [])
      const missing = yield* sonde("keywords", "import", "/nowhere/positions.csv")
      assert.deepStrictEqual(
        [missing.code, missing.stderr],
        [1, "sonde: /nowhere/positions.csv is not read: there is no such file\n"]
      )
    })
  )

  it.live("is for the account that is named, and makes none by a slip of the pen", () =>
    Effect.gen(function* () {
      const { accounts, file, keywords, list, sonde } = yield* world
      const path = file(`heat pump,${target},2026-03-01,12,\n`)
      const refused = yield* sonde("keywords", "import", path, "--account", "auth0|ann")
      assert.strictEqual(refused.code, 1)
      assert.match(refused.stderr, /There is no account named auth0\|ann/)
      assert.isNull(yield* accounts.find(AccountName.make("auth0|ann")))
      const ann = yield* accounts.ensure(AccountName.make("auth0|ann"))
      assert.strictEqual((yield* sonde("keywords", "import", path, "--account", "auth0|ann")).code, 0)
      assert.lengthOf(yield* keywords.list(ann.id), 1)
      assert.deepStrictEqual(yield* list, [])
    })
  )

  it.live("carries a large file through the socket", () =>
    Effect.gen(function* () {
      const { file, list, sonde } = yield* world
      const days = Array.from({ length: 20_000 }, (_, n) => {
        const date = new Date(Date.UTC(2025, 0, 1 + (n % 100))).toISOString().slice(0, 10)
        return `keyword ${Math.floor(n / 100)},${target},${date},${1 + (n % 50)},\n`
      })
      const ended = yield* sonde("keywords", "import", file(days.join("")))
      assert.strictEqual(
        ended.stdout,
        "200 keywords, 200 of them new; 20000 positions: 20000 new, 0 changed, 0 as they were\n"
      )
      assert.lengthOf(yield* list, 200)
    })
  )
})
