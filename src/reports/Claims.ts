import { Clock, Context, Effect, Layer, Option } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { Claim, ClaimCheck } from "../domain/ClaimCheck.ts"
import { NotFound } from "../domain/Failure.ts"
import { ReportId, type ReportSource } from "../domain/Report.ts"
import { SignalId } from "../domain/Signal.ts"
import type { Verdict } from "../domain/Verdict.ts"
import { Articles } from "../storage/signals/Articles.ts"
import { Reports } from "../storage/reports/Reports.ts"
import { Signals } from "../storage/signals/Signals.ts"
import { needed, supportFault } from "./check/Check.ts"
import { isQuotation } from "./check/Quotations.ts"
import { sentencesOf, split } from "./check/Sentences.ts"
import type { Fault } from "./check/Support.ts"
import { contentsOf } from "./document/Contents.ts"
import { deniedBetween } from "./evidence/Denials.ts"
import { textOf } from "./evidence/News.ts"
import { objectionBetween } from "./evidence/Objections.ts"
import type { Telling } from "./evidence/StatedFigures.ts"
import { Judge } from "./judge/Judge.ts"

/** What a fault is in words. */
const messages: Record<Fault, string> = {
  uncited: "No evidence was named.",
  unresolved: "The evidence is not there.",
  future: "The evidence is from a later day.",
  altered: "The evidence is no longer stored as it was.",
  number: "A number is not in the evidence.",
  figure: "A figure belongs to something else in the evidence.",
  name: "A name, or another word with a capital letter, is not in the evidence.",
  quotation: "Words in quotation marks are not in the evidence.",
  words: "No passage of the evidence says this: too many of its words are missing there.",
  direction: "The evidence says that it went the other way.",
  negation: "The evidence denies it, or it denies what the evidence says.",
  merged: "What it puts together stands in different places of the evidence.",
  unsupported: "A judge says that the evidence does not support it."
}

/** The reason for `undecided`: the rules find no fault, but the sentence is not a quotation. */
const unjudged = {
  code: "unjudged",
  message: "The rules find nothing against it, but no judge has read whether the evidence says it."
}

/** The reason for `undecided`, also where a judge was asked: one piece of evidence says it, and another denies it. */
const disputed = {
  code: "disputed",
  message: "The sources contradict each other: one says it, and another denies it or disputes its figure."
}

const tellingOf = (source: ReportSource, texts: ReadonlyArray<string>): Telling => ({
  kind: source.kind,
  title: source.title,
  headline: source.title,
  sentences: texts.map((text) => ({ text, verbatim: true })),
  published_at: source.published_at,
  published_at_estimated: source.published_at_estimated ?? false
})

/** Whether a source contradicts these sentences, which another says. */
const isDisputed = (
  sentences: ReadonlyArray<string>,
  saying: ReadonlyArray<ReportSource>,
  sources: ReadonlyArray<ReportSource>
): boolean => {
  const all = sources.map((source) => ({ source, telling: tellingOf(source, source.quote.split("\n").flatMap(split)) }))
  return saying.some((one) => {
    const said = tellingOf(one, sentences)
    return all.some(
      ({ source, telling }) =>
        source !== one && (deniedBetween(said, telling) ?? objectionBetween(said, telling)) !== null
    )
  })
}

const opposite: ReadonlySet<Fault> = new Set(["direction", "negation"])

/** A judge costs: so many checks of an account in an hour of the clock may ask it, in this process. */
const judgedPerHour = 60
const hour = 3_600_000

const makeQuota = () => {
  let current = 0
  const used = new Map<AccountId, number>()
  return (account: AccountId, now: number): boolean => {
    if (Math.floor(now / hour) !== current) {
      current = Math.floor(now / hour)
      used.clear()
    }
    const count = used.get(account) ?? 0
    used.set(account, count + 1)
    return count < judgedPerHour
  }
}

/** Says whether stored evidence supports a claim, by the same rules and judge as for reports. */
export class Claims extends Context.Service<
  Claims,
  { readonly check: (account: AccountId, claim: Claim) => Effect.Effect<ClaimCheck, NotFound> }
>()("sonde/reports/Claims") {
  static readonly layer = Layer.effect(
    Claims,
    Effect.gen(function* () {
      const articles = yield* Articles
      const reports = yield* Reports
      const signals = yield* Signals
      const judge = Option.getOrNull(yield* Effect.serviceOption(Judge))
      const mayJudge = makeQuota()

      const ofSignal = Effect.fnUntraced(function* (id: SignalId, n: number) {
        const signal = yield* signals.get(id)
        const article = yield* articles.ofSignal(id)
        return {
          n,
          kind: "signal" as const,
          title: signal.title,
          url: signal.url,
          publisher: signal.source,
          published_at: signal.published_at,
          quote: [textOf(signal), ...(article?.quotations ?? [])].join("\n")
        }
      })

      const ofReport = Effect.fnUntraced(function* (account: AccountId, id: ReportId, source: number, n: number) {
        const found = contentsOf(yield* reports.get(account, id)).sources.find((one) => one.n === source)
        if (found !== undefined) return { ...found, n }
        return yield* new NotFound({ code: "report_not_found", message: `Report ${id} has no source ${source}.` })
      })

      const sourceOf =
        (account: AccountId) =>
        (id: string, index: number): Effect.Effect<ReportSource, NotFound> => {
          const [kind, first, second] = id.split(/[:#]/)
          return kind === "signal"
            ? ofSignal(SignalId.make(Number(first)), index + 1)
            : ofReport(account, ReportId.make(Number(first)), Number(second), index + 1)
        }

      /** The judge's verdicts, as far as it can be asked. */
      const judged = Effect.fnUntraced(function* (
        account: AccountId,
        sentences: ReadonlyArray<string>,
        sources: ReadonlyArray<ReportSource>
      ) {
        if (judge === null || !mayJudge(account, yield* Clock.currentTimeMillis)) return null
        return yield* Effect.catch(judge.judge(sentences.map((text) => ({ text, sources }))), (failed) =>
          Effect.as(Effect.logWarning("The judge could not be used", { reason: failed.reason }), null)
        )
      })

      return {
        check: Effect.fnUntraced(function* (account, { evidence, sentence }) {
          const sources = yield* Effect.forEach(evidence, sourceOf(account))
          const sentences = sentencesOf(sentence).map(({ text }) => text)
          const verdicts = yield* judged(account, sentences, sources)
          const found = sentences.map((text, index) => {
            const verdict: Verdict | undefined = verdicts?.[index] ?? undefined
            return { text, verdict, fault: supportFault(text, sources, verdict) }
          })
          const faults = [...new Set(found.flatMap(({ fault }) => fault ?? []))]
          const facts = found.flatMap(({ verdict }) => verdict?.facts ?? [])
          const contradicted =
            faults.some((fault) => opposite.has(fault)) || facts.some(({ verdict }) => verdict === "contradicted")
          const isOpen = found.some(({ text, verdict }) => verdict === undefined && !isQuotation(text, sources))
          const citations = sources.map(({ n }) => n)
          const bearing =
            faults.length > 0 ? [] : found.flatMap(({ text, verdict }) => needed({ text, citations }, sources, verdict))
          const saying = sources.filter(({ n }) => bearing.includes(n))
          const undecided = [
            ...(isDisputed(sentences, saying, sources) ? [disputed] : []),
            ...(isOpen ? [unjudged] : [])
          ].slice(0, 1)
          const refused = contradicted ? "contradicted" : "not_supported"
          const admitted = undecided.length > 0 ? "undecided" : "supported"
          const verdict = faults.length > 0 ? refused : admitted
          return {
            verdict,
            reasons: [
              ...faults.map((code) => ({ code, message: messages[code] })),
              ...(verdict === "undecided" ? undecided : [])
            ],
            rests_on: verdict === "supported" ? evidence.filter((_, index) => bearing.includes(index + 1)) : [],
            judge: found.some(({ verdict }) => verdict !== undefined) ? (judge?.name ?? null) : null,
            facts: facts.map(({ spans, ...fact }) => ({
              ...fact,
              spans: spans.flatMap(({ n, text }) => {
                const id = evidence[n - 1]
                return id === undefined ? [] : [{ evidence: id, text: text.slice(0, 300) }]
              })
            }))
          } satisfies ClaimCheck
        })
      }
    })
  )
}
