import { split } from "../../../src/reports/check/Sentences.ts"
import { answers, type ModelRequest, type Mode, type ShownPiece } from "../../../harness/FakeOpenAi.ts"

/*
 * In place of a model: says what the evidence says, and errs in one statement of five, each time in another way. Asked
 * again it mends every other one. It shows what becomes of a model's mistakes, not how many a model makes.
 */

interface Said {
  readonly text: string
  readonly citations: ReadonlyArray<number>
}

const mistakes: ReadonlyArray<(said: Said, all: ReadonlyArray<ShownPiece>) => Said> = [
  ({ citations, text }) => ({ text: text.replace(/\d/, (digit) => String((Number(digit) % 9) + 1)), citations }),
  ({ text }) => ({ text, citations: [] }),
  ({ text }) => ({ text, citations: [9_999] }),
  ({ citations, text }) => ({ text: `${text.replace(/\.$/, "")}, which experts call a turning point.`, citations }),
  ({ citations, text }, all) => ({ text, citations: [all.find(({ n }) => n !== citations[0])?.n ?? 1] })
]

/** The first sentence of a piece that is neither its headline nor a wall. */
const sentenceOf = ({ n, text }: ShownPiece): Said => {
  const [headline = "", ...more] = text.split("\n")
  const said = more.flatMap(split).find((sentence) => sentence.length < 320) ?? headline
  return { text: /[.!?”]$/.test(said) ? said : `${said}.`, citations: [n] }
}

const perSection = 4

/** Deals the evidence out to the sections in turn. */
const planOf = ({ pieces, slugs }: ModelRequest) => ({
  questions: [],
  sections: slugs.map((slug, at) => ({
    slug,
    evidence: pieces
      .filter((_, index) => index % slugs.length === at)
      .slice(0, perSection)
      .map(({ n }) => n),
    point: ""
  }))
})

const sectionOf = ({ pieces }: ModelRequest) => ({
  layout: "list",
  statements: pieces.map((piece) =>
    piece.n % 5 === 0 ? mistakes[(piece.n / 5) % mistakes.length]!(sentenceOf(piece), pieces) : sentenceOf(piece)
  )
})

const repairsOf = ({ pieces, prompt }: ModelRequest) => {
  const rejected = prompt.split("\n").flatMap((line) => (line.startsWith('{"statement":') ? [JSON.parse(line)] : []))
  return {
    replacements: rejected.map(({ statement, text }: { statement: number; text: string }, index) => {
      const meant = pieces.map(sentenceOf).find((said) => said.text === text)
      return { statement, ...(index % 2 === 0 && meant !== undefined ? meant : { text: "", citations: [] }) }
    })
  }
}

/** The first three sentences of the report, which it has already. */
const summaryOf = ({ pieces }: ModelRequest) => ({
  layout: "list",
  statements: pieces.slice(0, 3).map(({ n, text }) => ({ text, citations: [n] }))
})

const recommendationOf = ({ pieces }: ModelRequest) => ({
  for: pieces.slice(0, 3).map(({ n }) => n),
  against: [],
  decision: "for"
})

/** How the stand-in answers; 1,000 tokens in and 200 out, whatever it says. */
export const standIn: Mode = answers({
  plan: planOf,
  section: sectionOf,
  repair: repairsOf,
  summary: summaryOf,
  recommendation: recommendationOf
})
