import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { Exhibit } from "../../src/domain/Exhibit.ts"
import { type ReportResult, ReportQuality, ReportSection, ReportSource, ReportType } from "../../src/domain/Report.ts"
import { findings, measure } from "../../src/reports/check/Check.ts"
import { markdown } from "../../src/reports/writers/Compose.ts"
import { outlineOf, titleOf } from "../../src/reports/Outline.ts"
import { sentencesOf } from "../../src/reports/check/Sentences.ts"
import { signals } from "../../harness/ElectricVehicles.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { render } from "../../src/reports/Render.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { storedOf } from "../support/StoredReports.ts"
import * as World from "./ReportWorld.ts"

const on = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(Effect.andThen(TestClock.setTime(World.today.getTime()), effect), World.layer)

const contentsOf = (result: ReportResult) => [
  result.executive_summary,
  ...Object.values(World.parts(result.sections).sections).map(({ content }) => content)
]

/** Whether a section is one of those that a gap is about. */
const isNamed = (title: string, gaps: ReadonlyArray<string>): boolean =>
  gaps.some((gap) => gap.split(": ")[0]!.split(", ").includes(title))

for (const report_type of ReportType.literals) {
  const request = { ...World.electric, report_type }

  describe(`a ${report_type} by the extractive writer`, () => {
    it.effect("has its sections in reading order, then sources, gaps, exhibits and quality", () =>
      Effect.gen(function* () {
        yield* World.storeMarket
        const { result } = yield* World.write(request)
        assert.deepStrictEqual(Object.keys(result.sections), [
          ...outlineOf(report_type).map(({ slug }) => slug),
          "sources",
          "gaps",
          "exhibits",
          "quality"
        ])
        const { exhibits, sections, sources, quality } = World.parts(result.sections)
        Schema.decodeUnknownSync(Schema.Array(Exhibit))(exhibits)
        for (const section of Object.values(sections)) Schema.decodeUnknownSync(ReportSection)(section)
        Schema.decodeUnknownSync(Schema.Array(ReportSource))(sources)
        Schema.decodeUnknownSync(ReportQuality)(quality)
      }).pipe(Effect.provide(World.layer))
    )

    it.effect("fills every section, or names it in gaps", () =>
      Effect.gen(function* () {
        yield* World.storeMarket
        const { sections, gaps } = World.parts((yield* World.write(request)).result.sections)
        for (const { title, content, citations } of Object.values(sections)) {
          if (citations.length > 0) assert.include(content, `[${citations[0]}]`)
          else assert.isTrue(isNamed(title, gaps), title)
        }
        assert.isAtMost(gaps.length, 2)
      }).pipe(Effect.provide(World.layer))
    )

    it.effect("claims nothing that its sources do not say", () =>
      Effect.gen(function* () {
        yield* World.storeMarket
        const { result } = yield* World.write(request)
        const { exhibits, quality, sources } = World.parts(result.sections)
        const checked = { contents: contentsOf(result), sources, exhibits, niche: request.niche }
        assert.deepStrictEqual(
          findings(checked).filter(({ fault }) => fault !== null),
          []
        )
        assert.isAbove(findings(checked).filter(({ factual }) => factual).length, 20)
        assert.strictEqual(quality.support, 1)
        assert.deepInclude(quality, {
          writer: "extractive",
          citation_precision: 1,
          citation_recall: 1,
          uncited_factual_sentences: 0,
          numbers_grounded: 1,
          newest_source: "2026-03-09"
        })
        assert.strictEqual(measure({ ...checked, asOf: "2026-03-10" }).confidence, result.confidence)
      }).pipe(Effect.provide(World.layer))
    )

    it.effect("loses no sentence to the check", () =>
      Effect.gen(function* () {
        yield* World.storeMarket
        const { draft, result } = yield* World.write(request)
        const drafted = [draft.executive_summary, ...draft.sections.map(({ paragraphs }) => paragraphs)].flatMap(
          (paragraphs) => sentencesOf(markdown(paragraphs))
        )
        // What the service says of itself stands before and between them.
        const kept = sentencesOf(contentsOf(result).join("\n")).filter(
          ({ text }) =>
            !/^(?:No stored evidence|Nothing that was found|What was found|This report on|It was written without a model|Words of your context|Without a model the evidence on)/.test(
              text
            )
        )
        assert.strictEqual(kept.length, drafted.length)
      }).pipe(Effect.provide(World.layer))
    )

    it.effect("says no sentence twice", () =>
      Effect.gen(function* () {
        yield* World.storeMarket
        const { result } = yield* World.write(request)
        const texts = contentsOf(result)
          .flatMap(sentencesOf)
          .map(({ text }) => text)
        assert.deepStrictEqual(texts, [...new Set(texts)])
        const quotes = contentsOf(result)
          .flatMap((content) => content.split("\n"))
          // A brief points to what to read first by headlines.
          .filter((line) => !/^- (?:Read first|Then read about the risks): /.test(line))
          .flatMap((line) => line.match(/“[^”]{20,}”/g) ?? [])
        assert.deepStrictEqual(quotes, [...new Set(quotes)])
      }).pipe(Effect.provide(World.layer))
    )

    it.effect("lists every source it cites, numbered as a reader meets them, and no other", () =>
      Effect.gen(function* () {
        yield* World.storeMarket
        const { result } = yield* World.write(request)
        const { exhibits, sources, sections, quality } = World.parts(result.sections)
        const cited = contentsOf(result)
          .join("\n")
          .matchAll(/\[(\d+)\]/g)
        const shown = exhibits.flatMap(({ rows }) => rows.flatMap(({ citations }) => citations))
        const order = [...new Set([...[...cited].map(([, n]) => Number(n)), ...shown])]
        assert.deepStrictEqual(
          sources.map(({ n }) => n),
          sources.map((_, index) => index + 1)
        )
        assert.sameMembers(
          order,
          sources.map(({ n }) => n)
        )
        assert.strictEqual(order[0], 1)
        for (const { content, citations } of Object.values(sections)) {
          const own = [...content.matchAll(/\[(\d+)\]/g)].map(([, n]) => Number(n))
          assert.deepStrictEqual(
            citations,
            [...new Set(own)].sort((a, b) => a - b)
          )
        }
        assert.strictEqual(quality.sources_used, sources.length)
      }).pipe(Effect.provide(World.layer))
    )

    it.effect("is the same to the byte when it is written again", () =>
      Effect.gen(function* () {
        yield* World.storeMarket
        const one = yield* World.write(request)
        const other = yield* World.write(request)
        assert.strictEqual(JSON.stringify(one.result), JSON.stringify(other.result))
      }).pipe(Effect.provide(World.layer))
    )

    it.effect("makes nothing up when nothing is stored", () =>
      Effect.gen(function* () {
        const { result } = yield* World.write(request)
        const { sections, sources, gaps, quality } = World.parts(result.sections)
        assert.strictEqual(result.confidence, 0)
        assert.deepStrictEqual(sources, [])
        assert.deepInclude(quality, {
          citation_recall: null,
          citation_precision: null,
          uncited_factual_sentences: 0,
          sources_used: 0,
          newest_source: null
        })
        for (const { title, content, citations } of Object.values(sections)) {
          assert.match(content, /No stored evidence was found on /)
          assert.deepStrictEqual(citations, [])
          assert.isTrue(isNamed(title, gaps))
        }
        assert.match(result.executive_summary, /^No stored evidence was found on “electric vehicles”/)
        // Each cause once: no section has anything, and no kind of evidence was found.
        assert.deepStrictEqual(
          gaps.map((gap) => gap.slice(gap.lastIndexOf(": "))),
          [": no stored evidence was found.", ": none found."]
        )
        assert.deepStrictEqual(
          findings({ contents: contentsOf(result), sources, niche: request.niche }).filter(({ factual }) => factual),
          []
        )
      }).pipe(on)
    )

    it.effect("uses the one source there is, and calls the rest a gap", () =>
      Effect.gen(function* () {
        yield* World.storeSignals([World.signal("Electric vehicles outsell diesel in Norway")])
        const { result } = yield* World.write(request)
        const { sections, sources, gaps } = World.parts(result.sections)
        assert.strictEqual(sources.length, 1)
        assert.strictEqual(World.parts(result.sections).quality.support, 1)
        assert.strictEqual(contentsOf(result).join("\n").split("outsell diesel").length, 2)
        const filled = Object.values(sections).filter(({ citations }) => citations.length > 0)
        assert.isAtLeast(filled.length, 1)
        for (const { title, citations } of Object.values(sections)) {
          assert.strictEqual(isNamed(title, gaps), citations.length === 0)
        }
      }).pipe(on)
    )

    it.effect("shows hostile titles as harmless text", () =>
      Effect.gen(function* () {
        yield* World.storeSignals(signals.filter(({ source }) => source.startsWith("Spam")))
        const text = contentsOf((yield* World.write(request)).result).join("\n")
        assert.include(text, "Electric vehicles (7)")
        assert.notMatch(text, /<|\]\(|https?:|\[7\]/)
      }).pipe(on)
    )
  })
}

describe("a decision brief", () => {
  const request = { ...World.electric, report_type: "decision_brief" as const }

  it.effect("repeats the question in the caller's words, without taking them for evidence", () =>
    Effect.gen(function* () {
      yield* World.storeMarket
      const { result } = yield* World.write({
        ...request,
        context: "We lost 12 % [1] last year.\n<b>Should we stop?</b>"
      })
      const { sections } = World.parts(result.sections)
      assert.isTrue(
        sections["the_question"]!.content.startsWith(
          "> electric vehicles\n>\n> We lost 12 % (1) last year.\n>\n> &lt;b&gt;Should we stop?&lt;/b&gt;"
        )
      )
      assert.strictEqual(World.parts(result.sections).quality.support, 1)
    }).pipe(Effect.provide(World.layer))
  )

  const recommended = (items: ReadonlyArray<NewSignal>) =>
    Effect.gen(function* () {
      yield* World.storeSignals(items)
      const { result } = yield* World.write(request)
      const { sections, quality, sources } = World.parts(result.sections)
      return { content: sections["recommendation"]!.content, quality, result, sections, sources }
    })

  const byTitle = (titles: ReadonlyArray<string>) =>
    titles.map((title) => World.signal(title, { source: title, url: `https://${encodeURIComponent(title)}.example/` }))

  const summaryOn = Effect.fnUntraced(function* (niche: string) {
    const { result } = yield* World.write({ ...request, niche })
    assert.strictEqual(World.parts(result.sections).quality.uncited_factual_sentences, 0)
    return sentencesOf(result.executive_summary).map(({ text }) => text)
  })

  for (const [niche, named] of [
    [request.niche, request.niche],
    ["Electric “vehicles”? Or not.", "Electric 'vehicles'? Or not."]
  ] as const)
    it.effect(`names in its first sentence what it answers: ${niche}`, () =>
      Effect.gen(function* () {
        yield* World.storeMarket
        assert.strictEqual(
          (yield* summaryOn(niche))[0],
          `Without a model the evidence on “${named}” was not weighed, so this report recommends neither way.`
        )
      }).pipe(Effect.provide(World.layer))
    )

  it.effect("names it where it says that there is little evidence", () =>
    Effect.gen(function* () {
      yield* World.storeSignals([World.signal("Electric vehicles win new buyers")])
      const [little, answer] = yield* summaryOn(request.niche)
      assert.match(little!, /^There is little evidence on “electric vehicles”: /)
      assert.match(answer!, /^The evidence found on “electric vehicles” does not decide: /)
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("counts publishers in both of its first sentences, and says which ones the second counts", () =>
    Effect.gen(function* () {
      yield* World.storeSignals(
        ["Echo", "Ledger", "Post", "Wire"].map((source, at) =>
          World.signal(`Kestrel Auto wins ${at + 2} fleet orders for electric vehicles`, {
            source,
            url: `https://${source}.example/`
          })
        )
      )
      const [little, answer] = yield* summaryOn(request.niche)
      assert.include(little!, "only 4 independent publishers")
      assert.strictEqual(
        answer,
        "The evidence found on “electric vehicles” does not decide: fewer than three of its publishers have a headline about it and a story of their own."
      )
    }).pipe(Effect.provide(World.layer))
  )

  const titles = [
    "Electric vehicles win new buyers",
    "Regulator opens investigation into electric vehicles",
    "Maker recalls 3,000 electric vehicles"
  ]

  it.effect("sorts events by their kind and nothing into for and against, and says so", () =>
    Effect.gen(function* () {
      const { content, sections, sources } = yield* recommended([
        ...byTitle(titles),
        ...byTitle(["Kestrel Auto launches two electric vehicles", "Doubts about electric vehicles grow in Norway"])
      ])
      const cited = (slug: string) => sections[slug]!.citations.map((n) => sources[n - 1]!.title)
      assert.deepStrictEqual(cited("evidence_for"), ["Kestrel Auto launches two electric vehicles"])
      assert.deepStrictEqual(cited("evidence_against"), [titles[2]])
      assert.deepStrictEqual(cited("risks"), [titles[1]])
      assert.sameMembers(cited("the_question"), [titles[0], "Doubts about electric vehicles grow in Norway"])
      for (const slug of ["evidence_for", "evidence_against"])
        assert.match(sections[slug]!.content, /^Without a model, news is not sorted into for and against: /)
      assert.notMatch(JSON.stringify(sections), /speaks|not a judgement/)
      assert.match(
        content,
        /^Without a model the evidence was not weighed, so this report recommends neither way\. .*\n(?:\n- Read first: “[^”]+” \[\d\]){3}(?:\n- Then read about the risks: “[^”]+” \[\d\])+$/
      )
    }).pipe(on)
  )

  it.effect("points first to what most publishers carried", () =>
    Effect.gen(function* () {
      const title = "Kestrel Auto opens a plant for electric vehicles in Porto"
      const { content, result, sources } = yield* recommended([
        ...byTitle(titles),
        ...["Post", "Echo", "Wire"].map((source) => World.signal(title, { source, url: `https://${source}.example/` }))
      ])
      const { n } = sources.find((source) => source.title === title)!
      assert.include(content, `\n- Read first: “${title}” [${n}]`)
      const { exhibits } = World.parts(result.sections)
      assert.deepStrictEqual(exhibits.find(({ id }) => id === "most_carried")?.rows, [
        { cells: [title, 3, "2026-03-01"], citations: [n] }
      ])
    }).pipe(on)
  )

  for (const [what, items] of [
    ["two sources", byTitle(titles.slice(1))],
    ["three of one publisher", titles.map((title) => World.signal(title, { source: "Volt Daily" }))],
    [
      "three tellings of one story",
      [
        "Kestrel Auto wins fleet order for electric vehicles",
        "Fleet order for electric vehicles: Kestrel Auto wins",
        "Kestrel wins a big fleet order for its electric vehicles"
      ].map((title, n) => World.signal(title, { source: `Paper ${n}`, url: `https://paper-${n}.example/` }))
    ],
    [
      "three pieces of news about something else",
      [
        ["Save the date: chess club invites", "The hall has a charger for electric vehicles behind it."],
        ["Author wins award for a novel on the sea", "She came in one of the first electric vehicles of the island."],
        ["Choir raises funds for a new organ", "A raffle of two electric vehicles is a part of the evening."]
      ].map(([title, snippet], n) =>
        World.signal(title!, { snippet: snippet!, source: `Paper ${n}`, url: `https://paper-${n}.example/` })
      )
    ]
  ] as const) {
    it.effect(`says that ${what} decide nothing`, () =>
      Effect.gen(function* () {
        const { content, quality, result } = yield* recommended(items)
        assert.match(content, /^The evidence found does not decide: .* Look for more evidence before you decide\.\n/)
        assert.match(content, /\n- Read these sources first(?: \[\d\])+\.$/)
        assert.notMatch(content, /speaks|not weighed/)
        assert.deepInclude(quality, { uncited_factual_sentences: 0, dropped_sentences: 0 })
        assert.strictEqual(World.parts(result.sections).quality.support, 1)
      }).pipe(on)
    )
  }

  it.effect("counts three publishers though one of them tells the others' stories too", () =>
    Effect.gen(function* () {
      const [first, second, third] = titles as [string, string, string]
      const { content } = yield* recommended([
        ...byTitle([first, second]),
        World.signal(`${first} again`, { source: "Volt Daily" }),
        World.signal(third, { source: "Volt Daily" })
      ])
      assert.include(content, "was not weighed")
    }).pipe(on)
  )
})

describe("a report", () => {
  for (const niche of ['C# [7] "dev" <tools> & https://x.example', "# tea _and_ “cake”", "日本茶"]) {
    it.effect(`takes the niche for what it is: ${niche}`, () =>
      Effect.gen(function* () {
        yield* World.storeSignals([World.signal(`New: ${niche} in Kenya`)])
        for (const report_type of ReportType.literals) {
          const request = { niche, report_type, context: null }
          const { quality } = World.parts((yield* World.write(request)).result.sections)
          assert.deepInclude(quality, { uncited_factual_sentences: 0 })
          const text = contentsOf((yield* World.write(request)).result).join("\n")
          assert.notMatch(text, /\[7\]|<tools>|https?:/)
        }
      }).pipe(on)
    )
  }

  it.effect("is written from stories that share their sentences", () =>
    Effect.gen(function* () {
      const snippet = "Electric vehicles now win over most of the buyers in Norway."
      yield* World.storeSignals([
        World.signal("Electric vehicles boom", { snippet, source: "One" }),
        World.signal("Electric vehicles: what the new figures mean for drivers", { snippet, source: "Two" })
      ])
      const { result } = yield* World.write(World.electric)
      assert.strictEqual(contentsOf(result).join("\n").split(snippet).length, 2)
      assert.strictEqual(World.parts(result.sections).sources.length, 2)
    }).pipe(on)
  )
})

describe("a report of which nearly every sentence was refused", () => {
  it.effect("counts only what the others cite, says how many were left out, and checks", () =>
    Effect.gen(function* () {
      yield* World.storeMarket
      const { evidence, result: whole } = yield* World.write(World.electric)
      const { headline, n } = evidence.pieces.find(({ kind }) => kind === "signal")!
      const statements = [{ lead: null, text: `“${headline}”`, citations: [n], quoting: true }]
      const result = render(World.electric, evidence, {
        executive_summary: [],
        sections: [{ slug: "market_overview", paragraphs: [{ form: "list", statements }] }],
        writer: "openai:fake",
        judge: { name: "openai:fake", trial: null },
        tokens: { input: 0, output: 0 },
        dropped: 30
      })
      const { gaps, quality, sections, sources } = World.parts(result.sections)
      // The tables still show the rest.
      assert.isAbove(sources.length, 10)
      assert.strictEqual(quality.independent_publishers, 1)
      assert.isBelow(result.confidence, whole.confidence / 10)
      assert.match(
        result.executive_summary,
        /^There is little evidence on “[^”]+”: of the \d+ publishers of its sources, its sentences cite only 1 on topic, /
      )
      assert.include(
        gaps,
        "Of 31 sentences that were written for this report, 30 did not pass the check and were left out."
      )
      assert.match(
        sections["outlook"]!.content,
        /^(?:Nothing that was found was sorted into this section|What was found on plans)/
      )
      assert.deepInclude(recheck(storedOf(World.electric, result)), { passed: true, faults: [] })
    }).pipe(Effect.provide(World.layer))
  )
})

describe("two publishers that tell the opposite of one event", () => {
  it.effect("both speak, do not count as carriers of one story, and make the report less sure", () =>
    Effect.gen(function* () {
      const told = (verb: string, source: string) =>
        World.signal(`Regulator ${verb} the electric vehicles plant of Kestrel Auto in Porto`, {
          source,
          url: `https://${source.toLowerCase()}.example/`
        })
      const report = (verbs: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          yield* World.storeSignals(verbs.map((verb, n) => told(verb, `Paper${n}`)))
          yield* (yield* Signals).tellStories(100)
          const { result } = yield* World.write(World.electric)
          return { ...World.parts(result.sections), confidence: result.confidence }
        }).pipe(on)
      const agreed = yield* report(["approves", "approves", "approves"])
      const opposed = yield* report(["approves", "approves", "rejects"])
      const carried = ({ exhibits }: typeof agreed) =>
        exhibits.find(({ id }) => id === "most_carried")!.rows.map(({ cells }) => cells[1])
      assert.deepStrictEqual([carried(agreed), carried(opposed)], [[3], [2]])
      assert.deepStrictEqual([agreed.quality.agreement, agreed.quality.conflicts], [1, undefined])
      assert.deepStrictEqual(
        opposed.quality.conflicts.map(({ sources }: any) => sources),
        [[1, 2]]
      )
      assert.strictEqual(opposed.quality.agreement, 0)
      assert.deepStrictEqual(opposed.quality.conflicts[0].sides, [
        { sentence: "“Regulator rejects the electric vehicles plant of Kestrel Auto in Porto”", sources: [1] },
        { sentence: "“Regulator approves the electric vehicles plant of Kestrel Auto in Porto”", sources: [2] }
      ])
    })
  )
})

describe("the context", () => {
  it.effect("chooses and orders the news of a report without a model, which says so", () =>
    Effect.gen(function* () {
      const places = ["Oslo", "Lima", "Quito", "Accra", "Hanoi", "Doha", "Riga", "Minsk", "Perth", "Turin"]
      yield* World.storeSignals([
        ...Array.from({ length: 40 }, (_, n) =>
          World.signal(`Electric vehicles number ${n} seen near ${places[n % 10]} harbour ${n * 3}`, {
            source: `A${n}`
          })
        ),
        World.signal("Electric vehicles: what a fleet of vans in Spain costs", { source: "Z" })
      ])
      const first = (context: string | null) =>
        Effect.map(World.write({ ...World.electric, context }), ({ evidence, result }) => ({
          title: evidence.pieces[0]!.title,
          summary: result.executive_summary
        }))
      const [without, given, foreign] = [
        yield* first(null),
        yield* first("We run a fleet of vans in Spain"),
        yield* first("Zeppelins")
      ]
      assert.notInclude(without.title, "Spain")
      assert.notInclude(without.summary, "context")
      assert.include(given.title, "Spain")
      assert.include(
        given.summary,
        "Words of your context (fleet, vans, Spain) are in 1 of 30 news items, and count for more there."
      )
      assert.include(foreign.summary, "No news in this report has a word of your context")
    }).pipe(on)
  )
})

describe("titles", () => {
  it("name the kind and the niche", () =>
    assert.strictEqual(titleOf({ report_type: "decision_brief", niche: "tea" }), "Decision brief: tea"))
})
