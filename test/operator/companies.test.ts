import { assert, describe, it } from "@effect/vitest"
import { Context, Effect } from "effect"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { besideService } from "./Commands.ts"

/** A running service, its companies, and the command line beside it. */
const world = Effect.map(besideService, ({ context, ...more }) => ({
  companies: Context.get(context, Companies),
  ...more
}))

describe("sonde companies import", () => {
  it.live("brings in all rows of a file, and nothing when it is imported again", () =>
    Effect.gen(function* () {
      const { companies, file, sonde } = yield* world
      const path = file("companies.csv", "name,ticker,revenue\nVega AG,VGA,5\nRigel Ltd,RGL,\n")
      assert.deepStrictEqual(yield* sonde("companies", "import", path), {
        code: 0,
        stdout: "2 companies: 2 new, 0 changed, 0 as they were\n",
        stderr: ""
      })
      const again = yield* sonde("companies", "import", path, "--json")
      assert.deepStrictEqual(JSON.parse(again.stdout), { rows: 2, new: 0, changed: 0 })
      const [vega] = yield* companies.search({ q: "vga", limit: 1 })
      assert.deepInclude({ ...vega } as object, { name: "Vega AG", ticker: "VGA", revenue: 5, market_cap: null })

      const changed = file("companies.json", '[{"name": "vega ag", "industry": "Rockets"}]')
      assert.strictEqual(
        (yield* sonde("companies", "import", changed)).stdout,
        "1 company: 0 new, 1 changed, 0 as they were\n"
      )
      const [known] = yield* companies.search({ q: "rockets", limit: 1 })
      assert.deepInclude({ ...known } as object, { id: vega!.id, revenue: 5, industry: "Rockets" })
    })
  )

  it.live("brings in nothing of a file with a fault, and tells the first fifty", () =>
    Effect.gen(function* () {
      const { companies, file, sonde } = yield* world
      const bad = Array.from({ length: 60 }, (_, n) => `Company ${n},x\n`).join("")
      const path = file("bad.csv", `name,revenue\nVega,5\n${bad}`)
      const plain = yield* sonde("companies", "import", path)
      assert.deepStrictEqual([plain.code, plain.stdout], [1, ""])
      const lines = plain.stderr.trimEnd().split("\n")
      assert.strictEqual(lines.length, 52)
      assert.match(lines[1]!, /^ {2}line 3, column 2 \(revenue\): could not be read: must be a whole number/)
      assert.strictEqual(lines[51], "  and 10 more")
      const json = yield* sonde("companies", "import", path, "--json")
      const { error } = JSON.parse(json.stderr)
      assert.deepInclude(error, { code: "validation_error" })
      assert.strictEqual(error.details.length, 50)
      assert.deepStrictEqual(error.details[0].location, ["line", 3, "column", 2, "revenue"])
      assert.deepStrictEqual(yield* companies.search({ q: "vega", limit: 1 }), [])
    })
  )

  it.live("says so when there is no such file", () =>
    Effect.gen(function* () {
      const { sonde } = yield* world
      const ended = yield* sonde("companies", "import", "/nowhere/companies.csv")
      assert.deepStrictEqual(
        [ended.code, ended.stderr],
        [1, "sonde: /nowhere/companies.csv is not read: there is no such file\n"]
      )
    })
  )

  it.live("carries a whole market through the socket", () =>
    Effect.gen(function* () {
      const { companies, file, sonde } = yield* world
      const rows = Array.from({ length: 20_000 }, (_, n) => `Company ${n},T${n},Industry ${n % 100},${n}\n`).join("")
      const ended = yield* sonde("companies", "import", file("many.csv", `name,ticker,industry,revenue\n${rows}`))
      assert.strictEqual(ended.stdout, "20000 companies: 20000 new, 0 changed, 0 as they were\n")
      assert.strictEqual((yield* companies.search({ q: "T19999", limit: 1 }))[0]!.revenue, 19_999)
    })
  )
})
