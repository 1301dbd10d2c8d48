import { Clock, Effect } from "effect"
import type { Expansion } from "../../../domain/Expansion.ts"
import type { ModelFailed } from "../../../outbound/ModelFailed.ts"
import type { CallRecord } from "../../../domain/ReportCall.ts"
import type { SignalId } from "../../../domain/Signal.ts"
import { isStopWord } from "../../../search/Languages.ts"
import type { SearchIndex } from "../../../storage/search/SearchIndex.ts"
import { fromPrimary } from "../../../storage/database/ReadPath.ts"
import { CurrentLedger, makeLedger } from "../../model/Calls.ts"
import type { Judged } from "../News.ts"
import { termsOf } from "../Passage.ts"
import { threshold } from "../Relevance.ts"
import type { Asking, NicheModel, Standing } from "./NicheModel.ts"

/**
 * So many of the best candidates are judged by a model, also those whose words say little: it knows what words don't.
 * Then so many that share words with what it found to be about the niche; the next best ones if there are fewer. What
 * only bears on the niche is evidence among the very best alone: among the others it is seldom right.
 */
const mostJudged = { best: 75, like: 25, bearing: 65 }

/** Asking for words may take this share of the time. */
const shareOfWords = 1 / 3

/** The languages of the stored texts that a model is told, and whose words it is not to name. */
const languagesTold = 4

/** A word of more than this share of the texts, and of so many, says nothing about any of them. */
const common = { share: 0.1, texts: 30 }

/** What a model adds to the evidence of one report. */
export interface Consultation {
  /** Nothing without a model. */
  readonly expansion: Expansion
  /**
   * What of the news is about the niche, of candidates with the best first. `like` finds further candidates by some
   * that are about it.
   */
  readonly select: <A extends Judged>(
    candidates: ReadonlyArray<A>,
    like: (about: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<A>>
  ) => Effect.Effect<ReadonlyArray<A>>
  /** What of the news the model took for something else so far. */
  readonly refused: ReadonlySet<SignalId>
  /** What it could not do, in sentences for the reader, and what its calls took so far. */
  readonly outcome: Effect.Effect<{ readonly gaps: ReadonlyArray<string>; readonly calls: ReadonlyArray<CallRecord> }>
}

const none: Expansion = { terms: [], exclude: [] }

const byWords = <A extends Judged>(candidates: ReadonlyArray<A>): ReadonlyArray<A> =>
  candidates.filter(({ score }) => score >= threshold)

const alone: Consultation = {
  expansion: none,
  select: (candidates) => Effect.succeed(byWords(candidates)),
  refused: new Set(),
  outcome: Effect.succeed({ gaps: [], calls: [] })
}

/**
 * The terms without single words that carry no meaning in a language, or that are in so many texts that they tell
 * nothing.
 */
const telling = Effect.fnUntraced(function* (
  { exclude, terms }: Expansion,
  languages: ReadonlyArray<string>,
  index: SearchIndex["Service"]
) {
  const inLanguages = ["en", ...languages]
  const formsOf = (text: string) =>
    inLanguages.flatMap((language) => {
      const form = termsOf(text, language)
      return form.length === 1 ? form : []
    })
  const forms = terms.map(({ text }) => formsOf(text))
  const { documents, frequency } = yield* index.frequencies([...new Set(forms.flat())])
  const most = Math.max(common.texts, common.share * documents)
  const isTelling = ({ text }: Expansion["terms"][number], n: number): boolean =>
    forms[n]!.every((form) => frequency(form) <= most) &&
    !inLanguages.some((language) => isStopWord(text.toLowerCase(), language))
  return { exclude, terms: terms.filter(isTelling) }
})

/**
 * Asks a model about the niche of a report, for as long as it may take. Without it, or where it fails, the words decide
 * alone.
 */
export const consult = Effect.fnUntraced(function* (
  model: NicheModel | null,
  niche: string,
  index: SearchIndex["Service"]
): Effect.fn.Return<Consultation> {
  if (model === null) return alone
  const begun = yield* Clock.currentTimeMillis
  const gaps = new Set<string>()
  const refused = new Set<SignalId>()
  const ledger = makeLedger(model.maxTokens, begun + 1_000 * model.seconds, false)
  const counted = Effect.provideService(CurrentLedger, ledger)
  /** Asks in the first part of the time. */
  const within = (share: number): Asking => ({ deadline: begun + 1_000 * model.seconds * share })

  const failed = (what: string) =>
    Effect.fnUntraced(function* ({ reason, status }: ModelFailed) {
      gaps.add(`The model (${model.name}) could not be asked ${what}: ${reason}. Words alone decided.`)
      yield* Effect.logWarning(`The model could not be asked ${what}`, { model: model.name, reason, status })
    })

  const languages = (yield* index.languages).slice(0, languagesTold)
  const expansion = yield* model.expand(niche, languages, within(shareOfWords)).pipe(
    counted,
    fromPrimary,
    Effect.flatMap((expansion) => telling(expansion, languages, index)),
    Effect.catch((failure) => Effect.as(failed("in which words news speaks of the niche")(failure), none))
  )

  /** How each of them stands to the niche, null where nothing usable came; null if the model cannot be asked. */
  const standingsOf = Effect.fnUntraced(function* (asked: ReadonlyArray<Judged>) {
    if (asked.length === 0) return []
    const texts = asked.map(({ signal }) => signal)
    const standings = yield* model.judge(niche, texts, within(1)).pipe(
      counted,
      fromPrimary,
      Effect.catch((failure) => Effect.as(failed("which news is about the niche")(failure), null))
    )
    const missing = (standings ?? []).filter((standing) => standing === null).length
    if (missing > 0)
      gaps.add(
        `The model (${model.name}) did not say of ${missing} of ${asked.length} pieces of news whether they are about the niche. Words alone decided about these.`
      )
    return standings
  })

  const taken = <A extends Judged>(one: A, standing: Standing | null, mayBear: boolean): ReadonlyArray<A> => {
    if (standing === null) return byWords([one])
    if (standing === "neither" || (standing === "bears_on" && !mayBear)) {
      refused.add(one.signal.id)
      return []
    }
    const reason = { kind: "model" as const, of: [model.name] }
    return [{ ...one, score: Math.max(one.score, threshold), reasons: [...one.reasons, reason] }]
  }

  const select: Consultation["select"] = Effect.fnUntraced(function* (candidates, like) {
    const best = candidates.slice(0, mostJudged.best)
    const standings = yield* standingsOf(best)
    if (standings === null) return byWords(candidates)
    const known = new Set(best.map(({ signal }) => signal.id))
    const alike = yield* like(best.filter((_, n) => standings[n] === "about"))
    const others = new Map([...alike, ...candidates].map((one) => [one.signal.id, one]))
    const further = [...others.values()].filter(({ signal }) => !known.has(signal.id)).slice(0, mostJudged.like)
    const all = [...standings, ...((yield* standingsOf(further)) ?? [])]
    // What is behind these is not needed: a report takes fewer than are judged.
    return [...best, ...further].flatMap((one, n) =>
      taken(one, all[n] ?? null, n < Math.min(best.length, mostJudged.bearing))
    )
  })

  return { expansion, select, refused, outcome: Effect.sync(() => ({ gaps: [...gaps], calls: ledger.calls() })) }
})
