import { split } from "../../../src/reports/check/Sentences.ts"
import { completion, type ModelRequest, type Mode, sendJson, type ShownPiece } from "../../../harness/FakeOpenAi.ts"

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

const answerOf = ({ body, pieces }: ModelRequest) => {
  const slugs: ReadonlyArray<string> =
    body.response_format.json_schema.schema.properties.sections.items.properties.slug.enum
  const said = pieces.map((piece, index) => {
    const one = sentenceOf(piece)
    return index % 5 === 4 ? mistakes[Math.floor(index / 5) % mistakes.length]!(one, pieces) : one
  })
  const sections = slugs.map((slug, at) => ({
    slug,
    paragraphs: [
      { form: "list", statements: said.filter((_, index) => index % slugs.length === at).slice(0, perSection) }
    ]
  }))
  const headlines = pieces.slice(0, 3).map(({ n, text }) => ({ text: `${text.split("\n")[0]!}.`, citations: [n] }))
  return { executive_summary: [{ form: "list", statements: headlines }], sections }
}

const repairsOf = ({ pieces, prompt }: ModelRequest) => {
  const rejected = prompt.split("\n").flatMap((line) => (line.startsWith('{"statement":') ? [JSON.parse(line)] : []))
  return {
    replacements: rejected.map(({ statement, text }: { statement: number; text: string }, index) => {
      const meant = pieces.map(sentenceOf).find((said) => said.text === text)
      return { statement, ...(index % 2 === 0 && meant !== undefined ? meant : { text: "", citations: [] }) }
    })
  }
}

/** How the stand-in answers; 1,000 tokens in and 200 out, whatever it says. */
export const standIn: Mode = (request, response) =>
  sendJson(response, 200, completion(JSON.stringify(request.repairs ? repairsOf(request) : answerOf(request))))
