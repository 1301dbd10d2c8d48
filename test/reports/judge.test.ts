import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import type { Report, ReportRequest, ReportSource } from "../../src/domain/Report.ts"
import { ReportId } from "../../src/domain/Report.ts"
import { Timestamp } from "../../src/domain/Timestamp.ts"
import type { JudgeTrial } from "../../src/domain/JudgeTrial.ts"
import type { Verdict } from "../../src/domain/Verdict.ts"
import { recheck } from "../../src/reports/check/Recheck.ts"
import { isBorneOut } from "../../src/reports/check/Spans.ts"
import type { Evidence } from "../../src/reports/evidence/Evidence.ts"
import { type Claim, Judge } from "../../src/reports/judge/Judge.ts"
import * as OpenAiJudge from "../../src/reports/judge/OpenAiJudge.ts"
import { makeProbe, plantedFaults } from "../../src/reports/judge/Probe.ts"
import { readVerdicts, readYesOrNo } from "../../src/reports/judge/Questions.ts"
import { late } from "../../src/reports/model/Calls.ts"
import { render } from "../../src/reports/Render.ts"
import * as ExtractiveWriter from "../../src/reports/writers/extractive/ExtractiveWriter.ts"
import * as OpenAiWriter from "../../src/reports/writers/openai/OpenAiWriter.ts"
import { ReportWriter } from "../../src/reports/writers/Writer.ts"
import { exactFaultOf } from "../../src/reports/check/Support.ts"
import { JudgeTrials } from "../../src/reports/judge/JudgeTrials.ts"
import { pairs } from "../../src/reports/judge/Pairs.ts"
import { Answers } from "../../src/storage/reports/Answers.ts"
import { Verdicts } from "../../src/storage/reports/Verdicts.ts"
import {
  completion,
  fails,
  fakeOpenAi,
  hangs,
  mends,
  type Mode,
  type ModelRequest,
  modes,
  says,
  sendJson
} from "../../harness/FakeOpenAi.ts"
import { parts } from "./ReportWorld.ts"

/*
 * Who judges and how is written here by hand: what a real model says of claims is in bench/quality/judge.
 */

const source = (n: number, quote: string): ReportSource => ({
  n,
  kind: "signal",
  title: quote.split("\n")[0]!,
  url: `https://news.example/${n}`,
  publisher: "Leaf Weekly",
  published_at: "2026-03-09",
  quote
})

const quotes = [
  "Assam growers may cut output\nThe growers' union of Assam said on Monday that output may fall by 6% if the rain stays away.",
  "Kenya's Highland Tea buys Porto chain\nHighland Tea of Nairobi bought the Porto tea-house chain Folha for €4.2 million."
]

const sources = quotes.map((quote, n) => source(n + 1, quote))

interface Asked {
  readonly claim: number
  readonly text: string
  readonly evidence: ReadonlyArray<{ readonly n: number; readonly text: string }>
}

const asked = (prompt: string): ReadonlyArray<Asked> =>
  prompt.split("\n").flatMap((line) => (line.startsWith('{"claim":') ? [JSON.parse(line) as Asked] : []))

/** Answers each claim of a question with this verdict. */
const judging =
  (verdict: (claim: Asked) => Verdict): Mode =>
  ({ prompt }, response) =>
    sendJson(
      response,
      200,
      completion(JSON.stringify({ claims: asked(prompt).map((one) => ({ claim: one.claim, ...verdict(one) })) }))
    )

const supported = (spans: Verdict["facts"][number]["spans"]): Verdict => ({
  supported: true,
  facts: [{ fact: "all of it", verdict: "supported", spans, calculation: "" }]
})

/** Says yes to everything, and names all that the evidence says. */
const alwaysYes = judging(({ evidence }) => supported(evidence.map(({ n, text }) => ({ n, text }))))
const notStated: Verdict = {
  supported: false,
  facts: [{ fact: "that it is certain", verdict: "not_stated", spans: [], calculation: "" }]
}
const alwaysNo = judging(() => notStated)
const invents = judging(() => supported([{ n: 1, text: "output will fall" }]))
const elsewhere = judging(() => supported([{ n: 7, text: "output may fall" }]))
const withoutSpans = judging(() => supported([]))
const withoutFacts = judging(() => ({ supported: true, facts: [] }))

/** Whether a judge is asked about planted faults, and about nothing else. */
const isProbe = ({ prompt }: { readonly prompt: string }): boolean => prompt.includes("Harlow Kettle")

const refusesProbe: Mode = ({ body, prompt }, response) =>
  sendJson(
    response,
    200,
    completion(
      body.response_format === undefined
        ? "no"
        : JSON.stringify({ claims: asked(prompt).map(({ claim }) => ({ claim, ...notStated })) })
    )
  )

type AnyJudge = Judge["Service"] & { readonly requests: ReadonlyArray<{ prompt: string; body: any }> }

/** A judge that answers all questions by these modes. */
const bareJudgeOf = Effect.fnUntraced(function* (
  options: Partial<OpenAiJudge.Options>,
  ...modes: ReadonlyArray<Mode>
): Effect.fn.Return<AnyJudge, never, any> {
  const { baseUrl, requests } = yield* fakeOpenAi(...modes)
  const context = yield* Layer.build(
    OpenAiJudge.layer({
      apiKey: null,
      baseUrl,
      model: "judge",
      form: "facts",
      maxOutputTokens: 1_000,
      timeout: "5 seconds",
      retryDelay: "1 milli",
      ...options
    }).pipe(Layer.provide([Answers.layerMemory, Verdicts.layerMemory]))
  )
  return { ...Context.get(context, Judge), requests }
})

/** A judge that refuses planted faults, and answers all other questions by these modes; `requests` has the others. */
const judgeOf = Effect.fnUntraced(function* (
  options: Partial<OpenAiJudge.Options>,
  ...modes: ReadonlyArray<Mode>
): Effect.fn.Return<AnyJudge, never, any> {
  const others: Array<ModelRequest> = []
  const { requests: _, ...judge } = yield* bareJudgeOf(options, (request, response) => {
    if (isProbe(request)) return refusesProbe(request, response)
    others.push(request)
    modes[Math.min(others.length, modes.length) - 1]!(request, response)
  })
  return { ...judge, requests: others }
})

const paraphrase = "Folha, a chain of tea houses in Porto, went to Highland Tea."
const hedged: Claim = { text: "Output in Assam may be 6% lower if it stays dry.", sources: [sources[0]!] }
const bought: Claim = { text: paraphrase, sources: [sources[1]!] }

describe("what a judge is asked", () => {
  it.live("is each claim with what it cites, numbered anew, behind a fence", () =>
    Effect.gen(function* () {
      const { judge, requests } = yield* judgeOf({}, alwaysYes)
      const verdicts = yield* judge([bought, hedged])
      assert.lengthOf(requests, 1)
      const [request] = requests
      assert.match(request!.prompt, /<(data-[0-9a-f]{16})>\n\{"claim":1.*\n\{"claim":2.*\n<\/\1>$/)
      assert.deepStrictEqual(asked(request!.prompt)[0], {
        claim: 1,
        text: paraphrase,
        evidence: [{ n: 1, publisher: "Leaf Weekly", date: "2026-03-09", text: quotes[1] }]
      } as never)
      assert.isTrue(request!.body.response_format.json_schema.strict)
      // Spans name sources by the numbers that these have in the report.
      assert.deepStrictEqual(
        verdicts.map((verdict) => verdict!.facts[0]!.spans.map(({ n }) => n)),
        [[2], [1]]
      )
    }).pipe(Effect.scoped)
  )

  it.live("is asked once about the same claim and evidence, whatever number that has", () =>
    Effect.gen(function* () {
      const { judge, requests } = yield* judgeOf({}, alwaysYes)
      yield* judge([bought, bought])
      const again = yield* judge([{ ...bought, sources: [{ ...sources[1]!, n: 40 }] }])
      assert.lengthOf(requests, 1)
      assert.lengthOf(asked(requests[0]!.prompt), 1)
      assert.strictEqual(again[0]!.facts[0]!.spans[0]!.n, 40)
      yield* judge([{ ...bought, sources: [source(2, `${quotes[1]} It paid in shares.`)] }])
      assert.lengthOf(requests, 2)
    }).pipe(Effect.scoped)
  )

  for (const [what, mode] of Object.entries({
    "names words that the evidence lacks": invents,
    "names evidence that is not there": elsewhere,
    "names no words": withoutSpans,
    "contradicts itself": judging(() => ({ ...supported([{ n: 1, text: "Highland Tea" }]), supported: false }))
  }))
    it.live(`is asked again once a verdict ${what}`, () =>
      Effect.gen(function* () {
        const { judge, requests } = yield* judgeOf({}, mode, alwaysYes)
        const spoilt = yield* judge([bought])
        assert.isFalse(isBorneOut(spoilt[0]!, bought.sources))
        const sound = yield* judge([bought])
        assert.isTrue(isBorneOut(sound[0]!, bought.sources))
        yield* judge([bought])
        assert.lengthOf(requests, 2)
      }).pipe(Effect.scoped)
    )

  it.live("comes in several questions, and what one brings is of use without the others", () =>
    Effect.gen(function* () {
      const claims = Array.from({ length: 20 }, (_, n) => ({ ...bought, text: `${paraphrase} ${n}` }))
      const { judge, requests } = yield* judgeOf({}, alwaysYes, fails(400))
      const verdicts = yield* judge(claims)
      assert.isAbove(requests.length, 1)
      assert.strictEqual(verdicts.filter((verdict) => verdict !== null).length, 8)
    }).pipe(Effect.scoped)
  )

  it.live("is one word, where the model is made for that", () =>
    Effect.gen(function* () {
      const yes: Mode = ({ prompt }, response) =>
        sendJson(response, 200, completion(prompt.includes(paraphrase) ? "Yes." : " no"))
      const { judge, requests } = yield* judgeOf({ form: "yes_or_no" }, yes)
      const verdicts = yield* judge([bought, hedged])
      assert.deepStrictEqual(verdicts, [
        { supported: true, facts: [] },
        { supported: false, facts: [] }
      ])
      assert.isTrue(
        requests.some(({ prompt }) =>
          prompt.endsWith(`Document: ${quotes[1]!.replace("\n", " ")}\nClaim: ${paraphrase}`)
        )
      )
      assert.isUndefined(requests[0]!.body.response_format)
    }).pipe(Effect.scoped)
  )
})

describe("what is off topic", () => {
  const request = { niche: "tea", context: null }
  const names =
    (off_topic: unknown): Mode =>
    ({ body }, response) =>
      sendJson(response, 200, completion(JSON.stringify(body.response_format === undefined ? "?" : { off_topic })))

  for (const [what, mode, off] of [
    ["is what the judge names", names([2]), [2]],
    ["is nothing where it names what is not there", names([0, 7, 99]), []],
    ["is nothing where it names all: who tells nothing apart, has told nothing", names([1, 2]), []],
    ["is nothing where it says something else", names("2"), []],
    ["is nothing where it talks", (_, response) => sendJson(response, 200, completion("Number 2, I think.")), []]
  ] as ReadonlyArray<readonly [string, Mode, ReadonlyArray<number>]>)
    it.live(what, () =>
      Effect.gen(function* () {
        const { offTopic, requests } = yield* judgeOf({}, mode)
        assert.deepStrictEqual([...(yield* offTopic(request, sources))], [...off])
        assert.lengthOf(requests, 1)
        assert.include(requests[0]!.prompt, "Porto tea-house chain Folha")
      }).pipe(Effect.scoped)
    )

  it.live("is not asked of a model that says yes or no to claims, nor about nothing", () =>
    Effect.gen(function* () {
      const yesOrNo = yield* judgeOf({ form: "yes_or_no" }, names([1]))
      assert.strictEqual((yield* yesOrNo.offTopic(request, sources)).size, 0)
      const facts = yield* judgeOf({}, names([1]))
      assert.strictEqual((yield* facts.offTopic(request, [])).size, 0)
      assert.lengthOf([...yesOrNo.requests, ...facts.requests], 0)
    }).pipe(Effect.scoped)
  )

  it.live("fails where the judge is away", () =>
    Effect.gen(function* () {
      const { offTopic } = yield* judgeOf({}, fails(401))
      assert.include((yield* Effect.flip(offTopic(request, sources))).reason, "key")
    }).pipe(Effect.scoped)
  )
})

describe("an answer", () => {
  it("is read claim by claim; what is missing, doubled or has no facts counts for nothing", () => {
    const fact = { fact: "x", verdict: "supported", spans: [] }
    const claims = [
      { claim: 2, supported: true, facts: [fact] },
      { claim: 3, supported: true, facts: [fact] },
      { claim: 3, supported: false, facts: [fact] },
      { claim: 4, supported: true, facts: [] },
      { claim: 9, supported: true, facts: [fact] }
    ]
    assert.deepStrictEqual(readVerdicts(`Here: ${JSON.stringify({ claims })}`, 4), [
      null,
      { supported: true, facts: [fact] } as Verdict,
      null,
      null
    ])
  })

  for (const text of ["", "{", "[]", '{"claims":{}}', '{"claims":[{"claim":1}]}', "yes", "{".repeat(100_000)])
    it(`in another form gives nothing: ${text.slice(0, 30)}`, () =>
      assert.deepStrictEqual(readVerdicts(text, 1), [null]))

  for (const [text, supported] of [
    ["Yes", true],
    ["**no**", false],
    ["<think>Is it?\nYes or no?</think>\nYes.", true],
    ["Yes, but it does not say who.", null],
    ["Yes and no.", null],
    ["yesterday", null],
    ["maybe yes", null],
    ["", null]
  ] as const)
    it(`in a word is that word: ${text}`, () => assert.strictEqual(readYesOrNo(text)?.supported ?? null, supported))

  for (const [what, span, holds] of [
    ["words as they stand", "output may fall by 6%", true],
    ["words with other quotation marks and case", "The growers’ union of ASSAM said", true],
    ["words that it leaves some out of", "output may fall if the rain", false],
    ["part of a word", "put may fall", false],
    ["another figure", "output may fall by 5%", false],
    ["no words", "…", false],
    ["nothing", "", false],
    ["more than any evidence has", "output ".repeat(10_000), false]
  ] as const)
    it(`rests on ${what}: ${holds ? "holds" : "does not hold"}`, () =>
      assert.strictEqual(isBorneOut(supported([{ n: 1, text: span }]), [sources[0]!]), holds))
})

const tea: ReportRequest = { niche: "tea", report_type: "comprehensive_analysis", context: null }

const evidence: Evidence = {
  pieces: sources.map((source, n) => ({
    ...source,
    facets: new Set(["news"] as const),
    attribution: "Leaf Weekly, 2026-03-09",
    headline: source.title,
    sentences: quotes[n]!.split("\n").map((text) => ({ text, verbatim: true })),
    score: 1
  })),
  gaps: []
}

const written = [
  { text: paraphrase, citations: [2, 1] },
  { text: "Output in Assam will fall by 6%.", citations: [1] },
  { text: "Kenya's Highland Tea buys Porto chain.", citations: [2] }
]

interface Said {
  readonly text: string
  readonly citations: ReadonlyArray<number>
}

/** A draft by a model that says this, and other words when it is asked for them. */
const draftOf = Effect.fnUntraced(function* (say: (repairs: boolean) => ReadonlyArray<Said>, judge: Judge["Service"]) {
  const { baseUrl } = yield* fakeOpenAi(modes({ section: says(() => say(false)), repair: mends(() => say(true)) }))
  const context = yield* Layer.build(
    OpenAiWriter.layer({
      apiKey: Redacted.make("sk-test"),
      baseUrl,
      model: "fake",
      maxOutputTokens: 1_000,
      maxTokens: 0,
      timeout: "5 seconds",
      retryDelay: "1 milli"
    }).pipe(Layer.provide([ExtractiveWriter.layer, Layer.succeed(Judge, judge), Answers.layerMemory]))
  )
  return yield* Context.get(context, ReportWriter).write(tea, evidence)
})

const report = Effect.fnUntraced(function* (...given: ReadonlyArray<Mode>) {
  const { requests, ...judge } = yield* judgeOf({ timeout: "300 millis" }, ...given)
  const draft = yield* draftOf((repairs) => (repairs ? [] : written), judge)
  const result = render(tea, evidence, draft)
  const stored: Report = {
    id: ReportId.make(1),
    niche: "tea",
    report_type: "comprehensive_analysis",
    title: "",
    status: "completed",
    created_at: Timestamp.make("2026-03-10T00:00:00"),
    completed_at: Timestamp.make("2026-03-10T00:00:00"),
    step: null,
    research: null,
    error: null,
    ...result
  }
  return { ...result, ...parts(result.sections), stored, requests, overview: draft.sections[0]! }
})

describe("a report with a judge", () => {
  const discerning = judging(({ evidence, text }) =>
    text === paraphrase
      ? supported([
          {
            n: evidence.find(({ text }) => text.includes("Folha"))!.n,
            text: "bought the Porto tea-house chain Folha"
          }
        ])
      : { supported: false, facts: [{ fact: "that output will fall", verdict: "contradicted", spans: [] }] }
  )

  it.live("tells what the judge bears out in other words, and what stands there", () =>
    Effect.gen(function* () {
      const { quality, requests, sections, stored } = yield* report(discerning)
      assert.strictEqual(
        sections["market_overview"]!.content,
        `${paraphrase.slice(0, -1)} [1]. Kenya's Highland Tea buys Porto chain [1].`
      )
      assert.deepInclude(quality, {
        writer: "openai:fake",
        judge: "openai:judge",
        judged_sentences: 1,
        citation_recall: 1,
        dropped_sentences: 1
      })
      assert.deepStrictEqual(stored.sections["verdicts"], [
        {
          sentence: paraphrase,
          facts: [{ fact: "all of it", spans: [{ n: 1, text: "bought the Porto tea-house chain Folha" }] }]
        }
      ])
      // A quotation needs no judge.
      assert.lengthOf(
        requests.flatMap(({ prompt }) => asked(prompt)),
        2
      )
      assert.deepInclude(recheck(stored), { passed: true, faults: [] })
    }).pipe(Effect.scoped)
  )

  it.live("is checked again by what is stored: a verdict without its words bears nothing out", () =>
    Effect.gen(function* () {
      const { stored } = yield* report(discerning)
      const forged = structuredClone(stored) as any
      forged.sections.verdicts[0].facts[0].spans[0].text = "Folha bought Highland Tea"
      const { faults, passed } = recheck(forged)
      assert.isFalse(passed)
      assert.deepStrictEqual(
        faults.map(({ fault }) => fault),
        ["unsupported"]
      )
    }).pipe(Effect.scoped)
  )

  const unusable = {
    away: fails(500),
    "refused the key": fails(401),
    silent: hangs,
    "talking of something else": ((_, response) => sendJson(response, 200, completion("I would rather not."))) as Mode,
    "answering without facts": withoutFacts
  }
  for (const [what, mode] of Object.entries(unusable))
    it.live(`quotes its sources where the judge is ${what}, and says so`, () =>
      Effect.gen(function* () {
        const { gaps, quality, sections } = yield* report(mode)
        assert.strictEqual(quality.writer, "extractive")
        assert.isTrue(gaps.some((gap) => gap.includes("could not be judged by openai:judge")))
        assert.notInclude(JSON.stringify(sections), paraphrase.slice(0, -1))
      }).pipe(Effect.scoped)
    )

  it.live("counts what was asked for nothing: each answer of use or not, and each call that was broken off", () =>
    Effect.gen(function* () {
      const useless = yield* report(unusable["talking of something else"])
      const calls = (quality: any, step: string) => quality.calls.find((call: any) => call.step === step)
      // One question about topics, one about planted faults, and one about what was written.
      assert.deepInclude(calls(useless.quality, "judge"), { calls: 2, tokens: { input: 2_000, output: 400 } })
      assert.deepInclude(calls(useless.quality, "topic"), { calls: 1, tokens: { input: 1_000, output: 200 } })
      const hanging = yield* report(hangs)
      assert.isAbove(calls(hanging.quality, "topic").tokens.input, 100)
      assert.strictEqual(hanging.quality.tokens.output, 600, "the writer's plan and section, and planted faults")
    }).pipe(Effect.scoped)
  )

  const strict = {
    "says no to all": alwaysNo,
    "names words that are not there": invents,
    "names no words": withoutSpans
  }
  for (const [what, mode] of Object.entries({ ...strict, "names what is not cited": elsewhere }))
    it.live(`tells nothing but quotations where the judge ${what}`, () =>
      Effect.gen(function* () {
        const { quality, sections } = yield* report(mode)
        assert.strictEqual(sections["market_overview"]!.content, "Kenya's Highland Tea buys Porto chain [1].")
        assert.deepInclude(quality, { writer: "openai:fake", judged_sentences: 0 })
      }).pipe(Effect.scoped)
    )

  const writing = Effect.fnUntraced(function* (
    say: (repairs: boolean) => ReadonlyArray<Said>,
    ...modes: ReadonlyArray<Mode>
  ) {
    const { requests, ...judge } = yield* judgeOf({}, ...modes)
    const draft = yield* draftOf(say, judge)
    const result = render(tea, evidence, draft)
    const { sections, ...rest } = parts(result.sections)
    return { ...rest, result, requests, overview: sections["market_overview"]!.content }
  })

  const swapped = "Folha bought the Porto chain Highland Tea of Nairobi for €4.2 million."

  it.live("reads every sentence of a repair, and of a statement, by itself", () =>
    Effect.gen(function* () {
      const { overview } = yield* writing(
        (repairs) => [
          repairs
            ? { text: `Folha went away. ${swapped}`, citations: [2] }
            : { text: `Everybody loves Folha. ${swapped}`, citations: [2] },
          { text: "Kenya's Highland Tea buys Porto chain.", citations: [2] }
        ],
        alwaysNo
      )
      assert.strictEqual(overview, "Kenya's Highland Tea buys Porto chain [1].")
    }).pipe(Effect.scoped)
  )

  it.live("has the judge decide about the sentence that a reader sees", () =>
    Effect.gen(function* () {
      const hidden = "The Porto tea-house “ch\u200eain” Folha bought Highland Tea of Nairobi for €4.2 million."
      const fragment = "Output may fall by 6%."
      const { overview, requests } = yield* writing(
        () => [
          { text: hidden, citations: [2] },
          { text: fragment, citations: [1] },
          { text: "Kenya's Highland Tea buys Porto chain.", citations: [2] }
        ],
        alwaysNo
      )
      assert.strictEqual(overview, "Kenya's Highland Tea buys Porto chain [1].")
      assert.includeMembers(
        requests.flatMap(({ prompt }) => asked(prompt)).map(({ text }) => text),
        ["The Porto tea-house “chain” Folha bought Highland Tea of Nairobi for €4.2 million.", fragment]
      )
    }).pipe(Effect.scoped)
  )

  it.live("says a sentence once that is written twice, whatever else the second one cites", () =>
    Effect.gen(function* () {
      const { overview, quality } = yield* writing(
        () => [
          { text: paraphrase, citations: [2, 1] },
          { text: paraphrase, citations: [2] }
        ],
        discerning
      )
      assert.strictEqual(overview, `${paraphrase.slice(0, -1)} [1].`)
      assert.deepInclude(quality, { judged_sentences: 1, dropped_sentences: 1, citation_recall: 1 })
    }).pipe(Effect.scoped)
  )

  it.live("keeps the source of a figure of which the judge names no words", () =>
    Effect.gen(function* () {
      const first = judging(({ evidence }) => supported([{ n: evidence[0]!.n, text: "The growers" }]))
      const { overview } = yield* writing(
        () => [
          { text: "While growers in Assam fear for 6% of their output, Folha cost €4.2 million.", citations: [1, 2] }
        ],
        first
      )
      assert.match(overview, /^While growers .* Folha cost €4\.2 million \[1\] \[2\]\.$/)
    }).pipe(Effect.scoped)
  )

  it.live("keeps sentences apart that begin with a small letter or a sign, or end without a stop", () =>
    Effect.gen(function* () {
      const { overview, quality, result } = yield* writing(
        () => [
          { text: paraphrase.slice(0, -1), citations: [2] },
          { text: "€4.2 million was what Highland Tea paid.", citations: [2] },
          { text: "eTea it is not: Folha runs tea houses.", citations: [2] }
        ],
        alwaysYes
      )
      assert.strictEqual(
        overview,
        `${paraphrase.slice(0, -1)} [1]. €4.2 million was what Highland Tea paid [1]. eTea it is not: Folha runs tea houses [1].`
      )
      assert.deepInclude(quality, { citation_recall: 1, judged_sentences: 3, support: 0.9 })
      assert.strictEqual(result.sections["verdicts"] === undefined, false)
    }).pipe(Effect.scoped)
  )

  it.live("says how many sentences the judge left open, and leaves them out", () =>
    Effect.gen(function* () {
      const some: Mode = ({ prompt }, response) =>
        sendJson(
          response,
          200,
          completion(
            JSON.stringify({
              claims: asked(prompt).map(({ claim, evidence }) => ({
                claim,
                ...supported(evidence.map(({ n, text }) => ({ n, text }))),
                ...(claim === 2 && { facts: [{ fact: "x", verdict: "partly", spans: null, calculation: null }] })
              }))
            })
          )
        )
      const { gaps, overview, quality } = yield* writing(
        () => [
          { text: paraphrase, citations: [2] },
          { text: "The buyer of Folha comes from Nairobi.", citations: [2] }
        ],
        some
      )
      assert.strictEqual(overview, `${paraphrase.slice(0, -1)} [1].`)
      assert.isTrue(gaps.some((gap) => gap.startsWith("The report lacks 1 sentence of the model")))
      assert.strictEqual(quality.dropped_sentences, 1)
    }).pipe(Effect.scoped)
  )

  it.live("has no number and no quotation that its sources lack, though the judge says yes to all", () =>
    Effect.gen(function* () {
      const { overview } = yield* writing(
        () => [
          { text: "Folha has changed hands for 5 million euros.", citations: [2] },
          { text: "The union spoke of “a lost year”.", citations: [1] },
          { text: 'The union spoke of "a lost year".', citations: [1] },
          { text: "The union spoke of 'a lost year'.", citations: [1] },
          { text: "The union spoke of «a lost year».", citations: [1] },
          { text: "The union spoke of “a lost year, and of worse.", citations: [1] },
          { text: "The buyer of Folha comes from Nairobi.", citations: [2] },
          { text: "Nobody cites this.", citations: [] },
          { text: "This cites what is not there.", citations: [9] }
        ],
        alwaysYes
      )
      assert.strictEqual(overview, "The buyer of Folha comes from Nairobi [1].")
    }).pipe(Effect.scoped)
  )
})

describe("planted faults", () => {
  it.effect("are asked about once an hour, and after a minute where they were borne out", () =>
    Effect.gen(function* () {
      let supported = true
      let asked = 0
      const isBelieved = makeProbe((claims) =>
        Effect.sync(() => {
          asked += 1
          return claims.map(() => ({ supported, facts: [] }))
        })
      )
      assert.deepStrictEqual([yield* isBelieved, yield* isBelieved, asked], [false, false, 1])
      supported = false
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* isBelieved, asked], [true, 2])
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual([yield* isBelieved, asked], [true, 2])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* isBelieved, asked], [true, 3])
    })
  )

  it.effect("are asked about once by all who ask at once, also where that fails", () =>
    Effect.gen(function* () {
      let asked = 0
      let fails = true
      const isBelieved = makeProbe(() =>
        Effect.suspend(() => {
          asked += 1
          return Effect.andThen(Effect.sleep("1 second"), fails ? late : Effect.succeed([]))
        })
      )
      const four = Effect.gen(function* () {
        const asking = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: 4 }, () => Effect.result(isBelieved)),
            { concurrency: "unbounded" }
          )
        )
        yield* TestClock.adjust("5 seconds")
        return (yield* Fiber.join(asking)).filter(Result.isSuccess).length
      })
      assert.deepStrictEqual([yield* four, asked], [0, 1])
      fails = false
      assert.deepStrictEqual([yield* four, asked], [4, 2])
    })
  )

  for (const [borneOut, believed] of [
    [0, true],
    [1, true],
    [2, false],
    [4, false]
  ] as const)
    it.effect(`of which ${borneOut} are borne out leave a judge ${believed ? "believed" : "disbelieved"}`, () =>
      Effect.gen(function* () {
        const isBelieved = makeProbe((claims) =>
          Effect.succeed(claims.map((_, index) => (index < borneOut ? { supported: true, facts: [] } : null)))
        )
        assert.strictEqual(yield* isBelieved, believed)
      })
    )

  it.live("end a judge that says yes to all: the report quotes its sources, and says why", () =>
    Effect.gen(function* () {
      const { requests: _, ...judge } = yield* bareJudgeOf({}, alwaysYes)
      const draft = yield* draftOf((repairs) => (repairs ? [] : written), judge)
      const { sections } = parts(render(tea, evidence, draft).sections)
      assert.notInclude(JSON.stringify(sections), "went to Highland Tea")
      assert.isTrue(
        draft.gaps!.some((gap) => gap.includes("openai:judge: it bears out sentences that their evidence denies"))
      )
    }).pipe(Effect.scoped)
  )

  it.live("are one word each for a model that says yes or no, and end one that says yes", () =>
    Effect.gen(function* () {
      const says =
        (word: string): Mode =>
        (_, response) =>
          sendJson(response, 200, completion(word))
      const yes = yield* bareJudgeOf({ form: "yes_or_no" }, says("yes"))
      assert.include((yield* Effect.flip(yes.judge([bought]))).reason, "it bears out")
      assert.lengthOf(yes.requests, plantedFaults.length)
      const no = yield* bareJudgeOf({ form: "yes_or_no" }, says("no"))
      assert.deepStrictEqual(yield* no.judge([bought]), [{ supported: false, facts: [] }])
    }).pipe(Effect.scoped)
  )

  it.live("keep what such a judge would have said out of the store, and are not asked for what is known", () =>
    Effect.gen(function* () {
      const { baseUrl, requests } = yield* fakeOpenAi(alwaysYes, refusesProbe, alwaysYes)
      const context = yield* Layer.build(Layer.merge(Answers.layerMemory, Verdicts.layerMemory))
      const once = <A, E>(use: (judge: Judge["Service"]) => Effect.Effect<A, E>) =>
        Effect.flatMap(Judge, use).pipe(
          Effect.provide(
            OpenAiJudge.layer({
              apiKey: null,
              baseUrl,
              model: "judge",
              form: "facts",
              maxOutputTokens: 1_000,
              timeout: "5 seconds"
            })
          ),
          Effect.provide(context)
        )
      yield* once(({ judge }) => Effect.flip(judge([bought])))
      assert.lengthOf(requests, 1)
      yield* once(({ judge }) => judge([bought]))
      assert.lengthOf(requests, 3)
      yield* once(({ judge }) => judge([bought]))
      assert.lengthOf(requests, 3)
    }).pipe(Effect.scoped)
  )
})

describe("a trial that a judge did badly", () => {
  const trialOf = (refused: number): JudgeTrial => ({
    judge: "openai:judge",
    faults: { of: 274, refused },
    faithful: { of: 272, refused: 0 },
    kinds: [],
    unanswered: 0
  })

  for (const [refused, believed] of [
    [81, false],
    [219, false],
    [220, true]
  ] as const)
    it.live(`of ${refused} of 274 faults caught leaves it ${believed ? "believed" : "disbelieved"}`, () =>
      Effect.gen(function* () {
        const mode: Mode = (request, response) => (isProbe(request) ? refusesProbe : alwaysYes)(request, response)
        const { baseUrl, requests } = yield* fakeOpenAi(mode)
        const context = yield* Layer.build(
          OpenAiJudge.layer({
            apiKey: null,
            baseUrl,
            model: "judge",
            form: "facts",
            maxOutputTokens: 1_000,
            timeout: "5 seconds"
          }).pipe(Layer.provideMerge(Layer.merge(Answers.layerMemory, Verdicts.layerMemory)))
        )
        const [judge, verdicts] = [Context.get(context, Judge), Context.get(context, Verdicts)]
        // Also of what it has said before.
        yield* judge.judge([bought])
        yield* verdicts.keepTrial(judge.identity, trialOf(refused))
        const draft = yield* draftOf((repairs) => (repairs ? [] : written), judge)
        assert.strictEqual(
          draft.gaps?.some((gap) => gap.includes(`it caught only ${refused} of 274 faults`)) ?? false,
          !believed
        )
        assert.strictEqual(yield* Effect.isSuccess(judge.judge([bought])), believed)
        // A trial asks it all the same, and asks anew.
        const before = requests.length
        assert.lengthOf(yield* judge.tried([bought]), 1)
        assert.lengthOf(requests, before + 1)
      }).pipe(Effect.scoped)
    )

  it.live("is held of one that bears out planted faults, too", () =>
    Effect.gen(function* () {
      const judge = yield* bareJudgeOf({}, alwaysYes)
      assert.isTrue((yield* judge.tried([bought]))[0]!.supported)
      assert.include((yield* Effect.flip(judge.judge([bought]))).reason, "it bears out")
    }).pipe(Effect.scoped)
  )
})

describe("a judge that is tried", () => {
  const of = (label: "fault" | "faithful") => pairs.filter((pair) => pair.label === label).length
  const judge = (supported: boolean, n = 1): Layer.Layer<Judge> =>
    Layer.succeed(Judge, {
      name: "openai:judge",
      identity: "a judge",
      trial: Effect.succeed(null),
      judge: () => Effect.die("a trial is no report"),
      tried: (claims) =>
        Effect.succeed(
          claims.map(({ sources }, index) => (index % n === 0 ? supportedBy(sources[0]!, supported) : null))
        ),
      offTopic: () => Effect.succeed(new Set())
    })
  const supportedBy = ({ n, title }: ReportSource, supported: boolean): Verdict => ({
    supported,
    facts: [{ fact: "x", verdict: supported ? "supported" : "not_stated", spans: [{ n, text: title }] }]
  })
  const trial = (judge: Layer.Layer<Judge>) =>
    Effect.gen(function* () {
      const run = yield* (yield* JudgeTrials).run
      return { run, stored: yield* (yield* Verdicts).trial("a judge") }
    }).pipe(Effect.provide(JudgeTrials.layer.pipe(Layer.provideMerge(Verdicts.layerMemory), Layer.provide(judge))))

  it("has at least 300 pairs of at least 15 kinds of fault, as many of them faithful, that all resolve", () => {
    assert.isAtLeast(pairs.length, 300)
    assert.closeTo(of("fault") / pairs.length, 0.5, 0.05)
    const kinds = new Set(pairs.flatMap(({ kind, label }) => (label === "fault" ? [kind] : [])))
    assert.isAtLeast(kinds.size, 15)
    assert.isTrue(pairs.every(({ claim: { sources } }) => sources.every(({ quote }) => quote.length > 0)))
  })

  it.effect(
    "that says yes to all is shown to catch only what the exact rules catch, and no false alarm but theirs",
    () =>
      Effect.gen(function* () {
        const { run, stored } = yield* trial(judge(true))
        const exact = pairs.filter(({ claim: { sources, text } }) => exactFaultOf(text, sources) !== null)
        assert.deepStrictEqual(run.faults, {
          of: of("fault"),
          refused: exact.filter(({ label }) => label === "fault").length
        })
        assert.strictEqual(run.faithful.refused, exact.filter(({ label }) => label === "faithful").length)
        assert.deepStrictEqual(stored, run)
      })
  )

  it.effect("that says no to all has every false alarm there is", () =>
    Effect.gen(function* () {
      const { run } = yield* trial(judge(false))
      assert.deepStrictEqual(run.faults, { of: of("fault"), refused: of("fault") })
      assert.deepStrictEqual(run.faithful, { of: of("faithful"), refused: of("faithful") })
      assert.strictEqual(run.unanswered, 0)
    })
  )

  it.effect("that leaves claims out is not trusted for them, and nothing is kept of it", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(trial(judge(true, 2)))
      assert.include(failure.message, `no usable answer about ${Math.floor(pairs.length / 2)} of ${pairs.length} pairs`)
    })
  )
})
