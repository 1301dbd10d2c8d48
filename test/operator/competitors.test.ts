import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Result } from "effect"
import { World } from "../../harness/World.ts"
import { localAccount } from "../../src/domain/Account.ts"
import { readCompetitorFile } from "../../src/operator/commands/competitors/CompetitorFile.ts"
import { describeFault } from "../../src/operator/files/FileLocation.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { besideService } from "./Commands.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

const taken = (text: string) => Result.getOrThrow(readCompetitorFile(bytes(text))) as ReadonlyArray<unknown>

const faults = (text: string) => {
  const result = readCompetitorFile(bytes(text))
  assert(Result.isFailure(result), "the file was taken")
  return result.failure.map(describeFault)
}

/** A running service with a local account, and the command line beside it. */
const world = Effect.gen(function* () {
  const { context, file, sonde } = yield* besideService
  const { id } = yield* Context.get(context, Accounts).ensure(localAccount)
  const competitors = Context.get(context, Competitors)
  return { file, sonde, id, competitors }
})

describe("a CSV file of competitors", () => {
  it("is read as people write it", () => {
    const expected = [
      { name: "Acme, Inc.", domain: "acme.example", aliases: ["ACME", "Acme"], exclude: ["acme drive"] },
      { name: "-Bright", domain: "bright.example", status: "paused" }
    ]
    for (const separator of [",", ";", "\t"]) {
      const rows = [
        ["Company Name", "Web-Site", "Also known as", "Exclude", "Status"],
        ['"Acme, Inc."', "https://www.acme.example/about?x=1", '"ACME; Acme"', "acme drive", ""],
        ["'-Bright", "Bright.Example", "", "", "paused"]
      ]
      const text = rows.map((row) => row.join(separator)).join("\r\n")
      assert.deepStrictEqual(taken(`\ufeff${text}\r\n`), expected, JSON.stringify(separator))
    }
  })

  it("is refused with every fault at its line and column, under the file's own name of it", () => {
    assert.deepStrictEqual(
      faults(
        [
          "company,website,aliases,status",
          "Acme,localhost,A;A,",
          ",one.example,,archived",
          "Two,two.example,,",
          "Zwei,https://two.example,,"
        ].join("\n")
      ),
      [
        "line 2, column 2 (website): must be a registrable host name such as acme.com, without scheme, path or port",
        "line 2, column 3 (aliases): must be an array with unique items",
        "line 3, column 1 (name): the row has no name",
        "line 3, column 4 (status): must be active or paused",
        "line 5, column 2 (domain): line 4 has this domain already"
      ]
    )
    assert.match(faults("company\nAcme\n")[0]!, /^line 1: a column `domain` is missing/)
    assert.match(faults("company,domain,colour\n")[0]!, /^line 1, column 3 \(colour\): there is no such column/)
    assert.match(faults("company,name,domain\n")[0]!, /^line 1, column 2 \(name\): this column occurs twice/)
    assert.strictEqual(faults("name,domain\n")[0], "line 1, column 1: there is no competitor in the file")
  })
})

describe("sonde competitors import", () => {
  it.live("brings in all rows, changes what is known, and nothing when it is imported again", () =>
    Effect.gen(function* () {
      const { competitors, file, id, sonde } = yield* world
      const one = file("one.csv", "name,domain,aliases\nAcme,acme.example,ACME Corp;Acme AG\nOther,other.example,\n")
      const first = yield* sonde("competitors", "import", one)
      assert.deepStrictEqual(first, {
        code: 0,
        stdout: "2 competitors: 2 new, 0 changed, 0 as they were\n",
        stderr: ""
      })
      const again = yield* sonde("competitors", "import", one, "--json")
      assert.deepStrictEqual(JSON.parse(again.stdout), { rows: 2, new: 0, changed: 0 })
      const two = file("two.csv", "Company;Website;Exclude;Status\nAcme;acme.example;acme drive;paused\n")
      assert.strictEqual(
        (yield* sonde("competitors", "import", two)).stdout,
        "1 competitor: 0 new, 1 changed, 0 as they were\n"
      )
      const [acme] = yield* competitors.list(id, {})
      assert.deepInclude(acme, {
        name: "Acme",
        aliases: ["ACME Corp", "Acme AG"],
        exclude: ["acme drive"],
        status: "paused"
      })
    })
  )

  it.live("brings in nothing of a file with a fault, and for no account that there is not", () =>
    Effect.gen(function* () {
      const { competitors, file, id, sonde } = yield* world
      const broken = yield* sonde(
        "competitors",
        "import",
        file("broken.csv", "name,domain\nGood,good.example\nBad,bad\n")
      )
      assert.strictEqual(broken.code, 1)
      assert.include(broken.stderr, "line 3, column 2 (domain)")
      assert.deepStrictEqual(yield* competitors.list(id, {}), [])
      const nobody = yield* sonde(
        "competitors",
        "import",
        file("good.csv", "name,domain\nA,a.example\n"),
        "--account",
        "nobody"
      )
      assert.strictEqual(nobody.code, 1)
      assert.include(nobody.stderr, "There is no account named nobody")
    })
  )

  it.live("takes what the API exports", () =>
    Effect.gen(function* () {
      const exported = yield* Effect.gen(function* () {
        const { key, send } = yield* World
        const { key: secret } = yield* key()
        for (const body of [
          { name: "=Acme, Inc.", domain: "acme.example", aliases: ["a; b", '"Acme"', "[x"], exclude: ["-acme drive"] },
          { name: "Plain", domain: "plain.example" }
        ]) {
          const made = yield* send("/api/v1/public/competitors", { method: "POST", key: secret, body })
          assert.strictEqual(made.status, 201, made.text)
        }
        const headers = { accept: "text/csv; bom=true" }
        return (yield* send("/api/v1/public/competitors", { key: secret, headers })).text
      }).pipe(Effect.provide(World.layer))
      const { competitors, file, id, sonde } = yield* world
      const imported = yield* sonde("competitors", "import", file("exported.csv", exported))
      assert.strictEqual(imported.stdout, "2 competitors: 2 new, 0 changed, 0 as they were\n", imported.stderr)
      assert.deepStrictEqual(
        (yield* competitors.list(id, {})).map(({ aliases, domain, exclude, name, status }) => ({
          name,
          domain,
          status,
          aliases,
          exclude
        })) as Array<unknown>,
        [
          {
            name: "=Acme, Inc.",
            domain: "acme.example",
            status: "active",
            aliases: ["a; b", '"Acme"', "[x"],
            exclude: ["-acme drive"]
          },
          { name: "Plain", domain: "plain.example", status: "active", aliases: [], exclude: [] }
        ]
      )
    })
  )
})
