import type { ReportSource } from "../../domain/Report.ts"
import { shown } from "../document/Markdown.ts"
import { inEnglish } from "./InEnglish.ts"
import { meanings, plainText } from "./Numbers.ts"
import { split } from "./Sentences.ts"
import { type Token, tokens } from "./Tokens.ts"
import { contentStems, words } from "../../text/Words.ts"
import { perSource } from "./PerSource.ts"

/** A few sentences of a source that stand together, with its title, publisher and date: where a claim is looked for. */
export interface Passage {
  readonly source: ReportSource
  /** The sentences, the title last. */
  readonly lines: ReadonlyArray<ReadonlyArray<Token>>
  readonly stems: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  /** Whether anything in it rises or falls. */
  readonly moves: boolean
}

/** What is stored of a source, ready to be compared. */
export interface Stored {
  readonly stems: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  /** All its words in order, as a reader is shown them. */
  readonly running: string
  /** All its sentences, the title last. */
  readonly lines: ReadonlyArray<ReadonlyArray<Token>>
  readonly passages: ReadonlyArray<Passage>
}

/** Words in a row, marked off so that a part of it is found only as whole words. */
export const running = (text: string): string => ` ${words(plainText(text)).join(" ")} `

/** A claim uses two neighbouring sentences of its source at most; sentences further apart are about other facts. */
const together = 2

export const union = <A>(sets: ReadonlyArray<ReadonlySet<A>>): ReadonlySet<A> =>
  new Set(sets.flatMap((set) => [...set]))

/** What a word stands for by itself, and with what it is written together: `plug-in` is both. */
const stemsOf = (line: string): ReadonlySet<string> => new Set(contentStems(plainText(line)))

const read = (source: ReportSource): Stored => {
  const title = shown(source.title)
  const about = shown([source.publisher, source.published_at].filter((part) => part !== null).join(", "))
  const sentences = source.quote
    .split("\n")
    .map(shown)
    .filter((line) => line !== "" && line !== title)
    .flatMap(split)
  const line = (text: string) => ({ tokens: tokens(text), stems: stemsOf(text), numbers: meanings(text) })
  const [heading, margin, body] = [line(title), line(about), sentences.map(line)]
  const passages = Array.from({ length: together }, (_, size) => size + 1)
    .flatMap((size) => body.slice(0, Math.max(0, body.length - size + 1)).map((_, at) => body.slice(at, at + size)))
    .concat(body.length === 0 ? [[]] : [])
    .map((lines): Passage => {
      const all = [...lines, heading]
      return {
        source,
        lines: all.map(({ tokens }) => tokens),
        stems: union([...all, margin].map(({ stems }) => stems)),
        numbers: union([...all, margin].map(({ numbers }) => numbers)),
        moves: all.some(({ tokens }) => tokens.some((token) => token.is === "movement"))
      }
    })
  const whole = [...body, heading, margin]
  // Of another language, figures as English writes them: 0,45 is not 45.
  const english = inEnglish(plainText(`${title}\n${source.quote}`))
  const numbers =
    english === null
      ? whole.map((each) => each.numbers)
      : [margin.numbers, ...english.split("\n").flatMap(split).map(meanings)]
  return {
    stems: union(whole.map(({ stems }) => stems)),
    numbers: union(numbers),
    running: [title, source.quote, about].map((text) => running(text.split("\n").map(shown).join("\n"))).join("|"),
    lines: [...body, heading].map(({ tokens }) => tokens),
    passages
  }
}

/** Prepared once for each source, since many sentences cite it. */
export const storedOf = perSource(read)
