import { Effect } from "effect"
import type { ReportSource } from "../../../../domain/Report.ts"
import type { Fact, Verdict } from "../../../../domain/Verdict.ts"
import { type Grounds, inspector } from "../../../check/Check.ts"
import { makeMemory } from "../../../check/Duplicates.ts"
import { isQuotation, misquotes } from "../../../check/Quotations.ts"
import { isFactual } from "../../../check/Formulas.ts"
import { type Sentence, sentencesOf } from "../../../check/Sentences.ts"
import type { Fault } from "../../../check/Support.ts"
import type { Claim, Judge } from "../../../judge/Judge.ts"
import { statementMarkdown } from "../../Compose.ts"
import type { Statement } from "../../Writer.ts"

/** A sentence that was written, before anybody has decided about it. */
export interface Attempt {
  readonly statement: Statement
  /** That its figure is worked out from others, where it is. */
  readonly fact: Fact | null
  /** What is wrong with it already, in words; null for nothing. */
  readonly wrong: string | null
}

/** A sentence about which it is decided: it holds if nothing is wrong with it. */
export interface Decided {
  readonly statement: Statement
  readonly wrong: string | null
}

/** What the check found, as a writer is told it. */
const words: Readonly<Record<Fault, string>> = {
  uncited: "it cites nothing",
  unresolved: "it cites a number that is not listed",
  altered: "what it cites was changed",
  future: "what it cites is from after the report",
  number: "a number in it is not in what it cites",
  figure: "a figure in it belongs to something else in what it cites",
  name: "a name in it is not in what it cites",
  quotation: "it quotes words that are not in what it cites",
  words: "too many of its words are not in what it cites",
  direction: "what it cites says the opposite",
  negation: "what it cites says the opposite",
  merged: "it puts together what stands in different places",
  unsupported: "what it cites does not say all of it"
}

/** How much of a judge's words a writer is told. */
const told = { facts: 4, characters: 200 }

/** What is wrong with a sentence, in words; of a judge's verdict the facts that do not hold. */
const wrongWith = (fault: Fault, verdict: Verdict | undefined): string => {
  const facts = fault === "unsupported" ? (verdict?.facts ?? []).filter(({ verdict }) => verdict !== "supported") : []
  const said = facts.slice(0, told.facts).map(({ fact }) => fact.slice(0, told.characters))
  return said.length === 0 ? words[fault] : `${words[fault]}, which is: ${said.join("; ")}`
}

/** The rule by which a sentence is refused whatever a judge says; null if it is left to the judge. */
const wrongByRules = (
  sentence: Sentence | undefined,
  more: number,
  cited: ReadonlyArray<ReportSource>,
  grounds: Grounds
) =>
  sentence === undefined || more > 0
    ? "it is not one sentence"
    : !isFactual(sentence, grounds)
      ? "it says nothing about the market"
      : cited.length < sentence.citations.length
        ? words.unresolved
        : cited.length === 0
          ? words.uncited
          : misquotes(sentence.text, cited)
            ? words.quotation
            : null

/**
 * Decides about each sentence as the check will read it, the exact rules first and then a judge. The judge is not asked
 * about sentences that stand in their source, nor about what falls by a rule. `said` is what stands in the report
 * already. A sentence about which it says nothing usable is null.
 */
export const judged = Effect.fnUntraced(function* (
  judge: Judge["Service"],
  attempts: ReadonlyArray<Attempt>,
  grounds: Grounds,
  said: ReadonlyArray<string>
) {
  const known = new Map(grounds.sources.map((source) => [source.n, source]))
  const isRepeated = makeMemory()
  for (const text of said) isRepeated(text)
  const claims = new Map<number, Claim>()
  const read = attempts.map(({ fact, statement, wrong }, place) => {
    const [sentence, ...others] = sentencesOf(statementMarkdown(statement))
    const cited = statement.citations.flatMap((n) => known.get(n) ?? [])
    const fault = wrong ?? wrongByRules(sentence, others.length, cited, grounds)
    const twice = fault === null && isRepeated(sentence!.text) ? "it stands in the report already" : fault
    if (twice !== null) return { statement, wrong: twice, fact, sentence }
    if (isQuotation(sentence!.text, cited))
      return { statement: { ...statement, quoting: true }, wrong: null, fact, sentence }
    claims.set(place, { text: sentence!.text, sources: cited })
    return { statement, wrong: null, fact, sentence }
  })
  const verdicts = claims.size === 0 ? [] : yield* judge.judge([...claims.values()])
  const byPlace = new Map([...claims.keys()].map((place, index) => [place, verdicts[index] ?? null]))
  const look = inspector(grounds)
  return read.map(({ fact, sentence, statement, wrong }, place): Decided | null => {
    if (wrong !== null) return { statement, wrong }
    const said = byPlace.get(place)
    if (said === null) return null
    // What is worked out needs no judge's arithmetic.
    const verdict = said === undefined || fact === null ? said : { ...said, facts: [...said.facts, fact] }
    const { fault } = look(sentence!, verdict)
    return {
      statement: verdict === undefined ? statement : { ...statement, verdict },
      wrong: fault === null ? null : wrongWith(fault, verdict)
    }
  })
})
