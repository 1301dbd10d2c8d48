import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { CompanyId } from "../../src/domain/Company.ts"
import { Companies } from "../../src/storage/Companies.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { things } from "../support/Things.ts"
import { type Answer, World } from "../../harness/World.ts"

/*
 * Every endpoint that names a thing by its id, called by the account that owns the thing and by another. The endpoints come
 * from the contract; a new kind of id fails until somebody says how the thing is made.
 */

const endpoints: Array<{ readonly method: string; readonly path: string; readonly parameter: string }> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path } }) => {
    const parameter = /:(\w+_id)/.exec(path)?.[1]
    if (parameter !== undefined) endpoints.push({ method, path, parameter })
  }
})

/** A body that each of these endpoints would accept. */
const body = { status: "paused", positions: [{ date: "1970-01-01", position: 1, url: null }] }

const withoutId = ({ json }: Answer) => ({ ...json.error, request_id: "" })

describe("another account's thing is not there", () => {
  for (const { method, parameter, path } of endpoints) {
    it.effect(`${method} ${path}`, () =>
      Effect.gen(function* () {
        const { send } = yield* World
        const [owner = "", other = ""] = yield* Effect.promise(() =>
          Promise.all(["owner", "other"].map((sub) => Issuer.token({ sub, scope: Issuer.everyScope })))
        )
        const thing = things[parameter]
        assert.isDefined(thing, `say in Things.ts how a ${parameter} comes to be`)
        const call = (token: string, id: number) =>
          send(path.replace(/:\w+/, String(id)), {
            method,
            token,
            ...(["POST", "PATCH"].includes(method) && { body })
          })

        if (thing === "shared") {
          const companies = yield* Companies
          yield* companies.upsert([
            {
              key: "cik:1",
              name: "Acme",
              tickers: ["ACME"],
              industry: null,
              revenue: null,
              market_cap: null,
              revenue_period_end: null,
              source_url: null
            }
          ])
          const [company] = yield* companies.search({ q: "ACME", limit: 1 })
          for (const token of [owner, other]) {
            assert.strictEqual((yield* call(token, CompanyId.make(company!.id))).status, 200)
          }
          return
        }

        const made = yield* send(thing!.path, {
          method: "POST",
          token: owner,
          body: thing!.body,
          headers: { prefer: "respond-async" }
        })
        assert.isBelow(made.status, 300, made.text)
        const id: number = made.json.data.id
        const theirs = yield* call(other, id)
        assert.strictEqual(theirs.status, 404)
        assert.deepStrictEqual(withoutId(theirs), withoutId(yield* call(other, id + 1_000)), "as for what never was")
        const own = yield* call(owner, id)
        assert.isBelow(own.status, 300, `the other's call changed nothing: ${own.text}`)
      }).pipe(Effect.provide(World.layer))
    )
  }
})
