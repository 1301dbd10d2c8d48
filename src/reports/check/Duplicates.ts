import { meanings } from "./Numbers.ts"
import { contentStems, likeness, words } from "../../text/Words.ts"

/** Sentences that share nine words in ten, and all numbers, say the same. */
const same = 0.9

/** A quotation of so many words is remembered; shorter ones are terms. */
const memorable = 8

interface Said {
  readonly stems: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
}

const isSame = (one: Said, other: Said): boolean =>
  likeness(one.stems, other.stems) >= same && likeness(one.numbers, other.numbers) === 1

const quotesOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/“([^”]*)”/g)]
    .map(([, quote]) => words(quote!))
    .flatMap((all) => (all.length < memorable ? [] : all.join(" ")))

/** Remembers sentences, and says of each whether it, or a quotation in it, was there before. */
export const makeMemory = () => {
  const said: Array<Said> = []
  const quoted = new Set<string>()
  return (text: string): boolean => {
    const own = { stems: new Set(contentStems(text)), numbers: meanings(text) }
    const quotes = quotesOf(text)
    const known = quotes.some((quote) => quoted.has(quote)) || said.some((other) => isSame(own, other))
    if (!known) said.push(own)
    for (const quote of quotes) quoted.add(quote)
    return known
  }
}
