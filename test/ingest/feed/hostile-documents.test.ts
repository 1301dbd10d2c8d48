import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { performance } from "node:perf_hooks"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { document as documentOf } from "../../support/Documents.ts"
import { item, outcome, rss } from "./Documents.ts"
import { hostileDocuments } from "./HostileDocuments.ts"

const documents = Object.entries(hostileDocuments)

/** The parser's own deadline, and something for a machine that is busy. */
const longestMillis = 12_000

describe(`${documents.length} hostile documents`, () => {
  layer(Parser.layer, { excludeTestServices: true })((it) => {
    it.effect.each(documents)("ends in time and as it should: %s", ([name, { contentType, document, gives }]) =>
      Effect.gen(function* () {
        const parser = yield* Parser
        const begun = performance.now()
        const result = yield* parser.read(outcome, documentOf(document, contentType))
        assert.isBelow(performance.now() - begun, longestMillis)
        assert.strictEqual(typeof result === "string" ? result : result.items.length, gives, name)
        if (typeof result === "string") return
        for (const { link, summary, text, title } of result.items) {
          const all = `${title} ${text} ${summary}`
          assert.isTrue(all.isWellFormed())
          // oxlint-disable-next-line no-control-regex
          assert.notMatch(all, /[\u0000-\u001f\u007f-\u009f]|root:|<script/)
          assert.isTrue(link === null || /^https?:\/\//.test(link), `${link}`)
        }
      })
    )

    it.effect("leave a parser that reads the next feed", () =>
      Effect.gen(function* () {
        const result = yield* (yield* Parser).read(outcome, documentOf(rss(item(""))))
        assert.strictEqual(typeof result === "string" ? result : result.items[0]?.title, "Cranes stand still")
      })
    )
  })
})
