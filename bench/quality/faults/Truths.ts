import { stories } from "../../../src/demo/Markets.ts"
import { publishers } from "../../../src/demo/Publishers.ts"
import { publish } from "../../../src/demo/Story.ts"
import type { ReportSource } from "../../../src/domain/Report.ts"
import { split } from "../../../src/reports/check/Sentences.ts"
import { signals } from "../../../harness/ElectricVehicles.ts"
import { paraphrases } from "./Paraphrases.ts"
import { freelyTold } from "./FreelyTold.ts"

/** A sentence with what it cites, both as they should be. */
export interface Truth {
  readonly text: string
  readonly citations: ReadonlyArray<number>
  /**
   * `paraphrase`: written by hand in other words, close to the source as the model is told to be; `free`: as people
   * retell the news; `retold`: the source's sentence after who said it; `untouched`: as it stands there.
   */
  readonly told: "paraphrase" | "free" | "retold" | "untouched"
}

/** The day from which the demo's dates are counted. */
const start = new Date("2026-11-21T12:00:00Z")

const source = (n: number, publisher: string, published: Date, title: string, text: string): ReportSource => ({
  n,
  kind: "signal",
  title,
  url: `https://news.example/${n}`,
  publisher,
  published_at: published.toISOString().slice(0, 10),
  quote: `${title}\n${text}`
})

/** The demo's stories first, then the news of the tests' own market. */
export const sources: ReadonlyArray<ReportSource> = [
  ...stories
    .map((story) => publish(story, start))
    .map(
      ({ by, paragraphs, publishedAt, title }) =>
        [publishers[by].title, publishedAt, title, paragraphs.join(" ")] as const
    ),
  ...signals
    .filter(({ snippet, source }) => snippet !== "" && !source.startsWith("Spam"))
    .map(({ published_at, snippet, source, title }) => [source, published_at!, title, snippet] as const)
].map(([publisher, published, title, text], index) => source(index + 1, publisher, published, title, text))

const bodyOf = ({ quote, title }: ReportSource): ReadonlyArray<string> => split(quote.slice(title.length + 1))

/** The source whose title begins so. */
const titled = (beginning: string): ReportSource => {
  const found = sources.find(({ title }) => title.startsWith(beginning))
  if (found === undefined) throw new Error(`no source is titled ${beginning}…`)
  return found
}

/** Ways to say who says something, with other words each. */
const retellings: ReadonlyArray<(sentence: string, from: ReportSource) => string> = [
  (sentence, { publisher }) => `According to ${publisher}: ${sentence}`,
  (sentence, { published_at, publisher }) => `${publisher} reported on ${published_at}: ${sentence}`,
  (sentence, { publisher }) => `${sentence.replace(/\.$/, "")}, ${publisher} reports.`,
  (sentence, { published_at, publisher }) => `**${publisher}, ${published_at}:** ${sentence}`.replaceAll("**", ""),
  (sentence, { publisher }) => `${sentence.replace(/\.$/, "")} (${publisher}).`,
  (sentence, { published_at, publisher }) => `On ${published_at} ${publisher} wrote: “${sentence}”`
]

/** A sentence that says something by itself: with a number or some length, and not in the first person. */
const stands = (sentence: string): boolean =>
  sentence.length >= 40 &&
  sentence.length <= 260 &&
  !/^(?:It|Its|They|Their|The third|Then|Together|Another)\b/.test(sentence)

const retold: ReadonlyArray<Truth> = sources.flatMap((from, index) =>
  bodyOf(from)
    .filter(stands)
    .slice(0, 2)
    .map((sentence, at) => ({
      text: retellings[(index * 2 + at) % retellings.length]!(sentence, from),
      citations: [from.n],
      told: "retold" as const
    }))
)

const untouched: ReadonlyArray<Truth> = sources.flatMap((from) =>
  [from.title, ...bodyOf(from)].map((text) => ({ text, citations: [from.n], told: "untouched" as const }))
)

const byHand = (told: Truth["told"], written: typeof paraphrases): ReadonlyArray<Truth> =>
  written.map(([text, ...titles]) => ({ text, citations: titles.map((title) => titled(title).n), told }))

export const truths: ReadonlyArray<Truth> = [
  ...byHand("paraphrase", paraphrases),
  ...byHand("free", freelyTold),
  ...retold,
  ...untouched
]
