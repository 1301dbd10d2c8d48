import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { CountryCode } from "../../src/domain/TrendingKeyword.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import * as World from "./ReportWorld.ts"

const on = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.andThen(TestClock.setTime(World.today.getTime()), effect), World.layer)

const tea = { niche: "tea", report_type: "comprehensive_analysis" as const, context: null }

const brief = { ...tea, report_type: "decision_brief" as const }

const contentOf = (request: typeof tea | typeof brief, slug: string) =>
  Effect.map(World.write(request), ({ result }) => World.parts(result.sections).sections[slug]!.content)

describe("the extractive writer's words", () => {
  it.effect("are understood without the headline in the summary, and follow it in the section", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Larkfold buys tea maker Grainling", {
          source: "Yahoo! News",
          snippet:
            "Closing is expected by the end of May. Larkfold Dairies agreed to buy Grainling for $275 million, twice its annual sales."
        })
      ])
      const { result } = yield* World.write(tea)
      const attribution = "– Yahoo News, 2026-03-01 [1]"
      assert.strictEqual(
        result.executive_summary,
        "There is little evidence on “tea”: it is from only 1 independent publisher, and the newest is dated 2026-03-01. " +
          "This report on “tea” rests on 1 stored source of 1 publisher, dated 2026-03-01. " +
          "It was written without a model: it quotes, counts and computes, and claims nothing else.\n\n" +
          `- “Larkfold Dairies agreed to buy Grainling for $275 million, twice its annual sales.” ${attribution}`
      )
      const told = Object.values(World.parts(result.sections).sections).map(({ content }) => content)
      assert.include(
        told.join("\n"),
        `- **“Larkfold buys tea maker Grainling”** “Closing is expected by the end of May.” ${attribution}`
      )
      assert.strictEqual(World.parts(result.sections).quality.support, 1)
    }).pipe(on)
  )

  it.effect("quote a decision with what it is about, and “the figure” below a headline that has it", () =>
    Effect.gen(function* () {
      const matter = "Teahouse has asked Brussels for tariffs."
      yield* World.storeSignals([
        World.signal("Tea from abroad is in shops", {
          url: "https://one.example/",
          source: "One",
          snippet: `${matter} A decision is expected by April 2027.`
        }),
        World.signal("Tea rooms stand idle more often, meter data show", {
          url: "https://two.example/",
          source: "Two",
          snippet:
            "Tea rooms opened faster than guests came to them. The figure sits badly with the 19% that Teahouse reported."
        }),
        World.signal("Tea shops stand idle: occupancy falls to 11%", {
          url: "https://three.example/",
          source: "Three",
          snippet: "The figure sits badly with the 23% that Potwell reported to the tea association."
        })
      ])
      const { result } = yield* World.write(tea)
      const told = Object.values(World.parts(result.sections).sections).map(({ content }) => content)
      assert.include(told.join("\n"), `“${matter} A decision is expected by April 2027.” – One`)
      assert.notInclude(told.join("\n"), "19%")
      assert.include(told.join("\n"), "occupancy falls to 11%”** “The figure sits badly with the 23%")
      assert.notMatch(result.executive_summary, /The figure|A decision/)
    }).pipe(on)
  )

  it.effect("leave out of the summary what is understood only with the sentences around it", () =>
    Effect.gen(function* () {
      const away = [
        "Larkfold makes 21% of its tea in the markets concerned, Velda 34%.",
        "Larkfold, one of the investors, will make tea in Varn from May 2027.",
        "At that price, tea competes with coffee in 38 shops, Larkfold said.",
        "Average output across its 93 tea estates climbed to 19 tonnes from 14.",
        "In our tests tea kept warm for 4 hours longer than the 2 before."
      ]
      yield* World.storeSignals(
        away.map((sentence, n) =>
          World.signal(`Tea news of Larkfold number ${n}`, {
            url: `https://news.example/${n}`,
            snippet: `${sentence} Larkfold opened a tea house in Porto for $${n + 2} million.`
          })
        )
      )
      const { executive_summary } = (yield* World.write(tea)).result
      assert.include(executive_summary, "Larkfold opened a tea house in Porto")
      for (const sentence of away) assert.notInclude(executive_summary, sentence)
    }).pipe(on)
  )

  it.effect("leave out what a publisher says about its own pages", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Tea makers meet", {
          snippet:
            "Save $20 with promo code LEAF today. This article was updated on March 1, 2026. Do you want to know what they said? " +
            "Forty makers of tea came to Mombasa."
        })
      ])
      const { executive_summary } = (yield* World.write(tea)).result
      assert.include(executive_summary, "Forty makers of tea came to Mombasa.")
      const { result } = yield* World.write(tea)
      assert.notMatch(JSON.stringify(Object.values(World.parts(result.sections).sections)), /promo|updated|Do you/)
    }).pipe(on)
  )

  it.effect("say in a section what the section is about", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([
        World.signal("Tea season ends in Kenya", {
          snippet:
            "A tea maker in Kericho recalls 4,000 packets after a complaint. Growers look back on a mild season with rain. " +
            "The auction in Mombasa goes on until Christmas."
        })
      ])
      const { result } = yield* World.write(brief)
      assert.include(result.executive_summary, "Tea season ends in Kenya")
      const { content } = World.parts(result.sections).sections["evidence_against"]!
      assert.include(content, "“A tea maker in Kericho recalls 4,000 packets")
      assert.notInclude(content, "Growers")
    }).pipe(on)
  )

  it.effect("name a search once, with all its countries, and not again as a social topic", () =>
    Effect.gen(function* () {
      yield* (yield* TrendingKeywords).upsert([
        { keyword: "green tea", country: CountryCode.make("GB"), volume: 2_000 },
        { keyword: "Green tea", country: CountryCode.make("US"), volume: 50_000 }
      ])
      const topic = {
        title: "green tea",
        score: 50_000,
        score_kind: "searches",
        site: null,
        subreddit: null,
        url: null
      } as const
      yield* (yield* SocialTrends).replace(SourceName.make("google-trends:us"), "google_trends", [
        { ...topic, rank: 1 }
      ])
      assert.strictEqual(
        yield* contentOf(tea, "trends"),
        "Searched most: Green tea (US), about 50,000 times [1].\n\n" +
          "- Trending search “Green tea”: about 50,000 searches in US, new; about 2,000 searches in GB, new [1]."
      )
    }).pipe(on)
  )
})
