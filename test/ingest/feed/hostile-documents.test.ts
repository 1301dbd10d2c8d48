import { assert, describe, layer } from "@effect/vitest"
import { Effect, Result } from "effect"
import { performance } from "node:perf_hooks"
import { FeedParser } from "../../../ingest/feed/FeedParser.ts"
import { input, item, rss } from "./Documents.ts"
import { hostileDocuments } from "./HostileDocuments.ts"

const documents = Object.entries(hostileDocuments)

/** The parser's own deadline, and something for a machine that is busy. */
const patience = 12_000

describe(`${documents.length} hostile documents`, () => {
  layer(FeedParser.layer, { excludeTestServices: true })((it) => {
    it.effect.each(documents)("ends in time and as it should: %s", ([name, { contentType, document, gives }]) =>
      Effect.gen(function* () {
        const parser = yield* FeedParser
        const begun = performance.now()
        const result = yield* Effect.result(parser.parse(input(document, contentType)))
        assert.isBelow(performance.now() - begun, patience)
        assert.strictEqual(Result.isSuccess(result) ? result.success.items.length : result.failure.reason, gives, name)
        if (Result.isFailure(result)) return
        for (const { link, summary, text, title } of result.success.items) {
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
        const { items } = yield* (yield* FeedParser).parse(input(rss(item(""))))
        assert.strictEqual(items[0]?.title, "Cranes stand still")
      })
    )
  })
})
