import { inspector, needed, type Grounds } from "./Check.ts"
import { citationsOf, single, statementMarkdown } from "../writers/Compose.ts"
import { makeMemory } from "./Duplicates.ts"
import { sentencesOf } from "./Sentences.ts"
import { atOnce } from "../../storage/database/Batch.ts"
import { paused } from "../evidence/Steps.ts"
import type { Draft, Paragraph, Statement } from "../writers/Writer.ts"

/** The draft that may be stored, and how many sentences were dropped. */
export interface Admitted {
  readonly draft: Draft
  readonly dropped: number
}

/**
 * The draft without the sentences that must not be stored: those that their citations don't support, that cite nothing,
 * what isn't there or what is from after the report, those about which a judge should have decided and did not, and
 * those said before. Of the citations that stay, those that a sentence doesn't need go. What is left of a section that
 * cites nothing goes too: without evidence it has no opening to keep. So every marker resolves, every number is
 * grounded, and recall and precision are 1 by the check's own measure.
 */
export function* admitting(draft: Draft, grounds: Omit<Grounds, "verdicts">): Generator<void, Admitted> {
  const all = [draft.executive_summary, ...draft.sections.map(({ paragraphs }) => paragraphs)].flat()
  const sentences = new Set(
    all.flatMap(({ statements }) =>
      statements.flatMap((statement) => sentencesOf(statementMarkdown(statement)).map(({ text }) => text))
    )
  )
  const inspect = inspector({ ...grounds, sentences })
  const isRepeated = makeMemory()
  let dropped = 0

  const passing = (statement: Statement): ReadonlyArray<Statement> => {
    const { quoting = false, verdict } = statement
    const found = sentencesOf(statementMarkdown(statement)).map((sentence) => inspect(sentence, verdict))
    const [first] = found
    const isJudged = draft.judge === undefined || quoting || verdict !== undefined
    const holds =
      found.length > 0 &&
      found.every(({ factual, fault }) => fault === null && (isJudged || !factual)) &&
      // A verdict is about one sentence.
      (verdict === undefined || found.length === 1)
    // What a report says of itself may repeat a sentence to point to it.
    const isOwn = found.every(({ factual }) => !factual)
    if (!holds || (!isOwn && isRepeated(found.map(({ sentence }) => sentence.text).join(" ")))) {
      dropped++
      return []
    }
    return [first!.factual ? { ...statement, citations: needed(first!.sentence, grounds.sources, verdict) } : statement]
  }

  function* kept(paragraphs: ReadonlyArray<Paragraph>): Generator<void, ReadonlyArray<Paragraph>> {
    const left: Array<Paragraph> = []
    for (const { form, statements } of paragraphs) {
      const passed = yield* paused(statements.flatMap(single), passing)
      left.push({ form, statements: passed.flat() })
    }
    return citationsOf(left).length === 0 ? [] : left
  }

  const executive_summary = yield* kept(draft.executive_summary)
  const sections: Array<Draft["sections"][number]> = []
  for (const { slug, paragraphs } of draft.sections) sections.push({ slug, paragraphs: yield* kept(paragraphs) })
  return { draft: { ...draft, executive_summary, sections }, dropped }
}

/** The same at once. */
export const admit = (draft: Draft, grounds: Omit<Grounds, "verdicts">): Admitted => atOnce(admitting(draft, grounds))
