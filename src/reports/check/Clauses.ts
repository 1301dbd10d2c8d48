import { type Token, tokens } from "./Tokens.ts"
import { plainText, withoutNumbers } from "./Numbers.ts"
import { unitForms } from "./Units.ts"
import { isStopWord, nameStems, stem, words } from "../../text/Words.ts"
import { isNegation, openers, reporting } from "./ClaimWords.ts"

/** A part of a sentence that claims something by itself. */
export interface Clause {
  readonly tokens: ReadonlyArray<Token>
  /** Stems of the names in it; where it has none of its own it speaks of whom the sentence named first before. */
  readonly names: ReadonlyArray<string>
  readonly inherited: ReadonlyArray<string>
}

/** Where one claim ends and the next begins. */
const joints =
  /;\s|\s[-–—]\s|:\s|,?\s(?:while|whereas|although|though|but)\s|,\s(?:and|as|which|who|so|with|after|before)\s|\sand\s/gi

/** Shorter clauses are no claims, but parts of the neighbouring one. */
const least = 3

// The beginning of a sentence or quotation, where every word has a capital.
const opening = /(?:^|[.!?:;]\s+|[“"‘(]\s*)(\p{Lu}[\p{L}\p{M}\p{N}]*(?:['’.&-][\p{L}\p{M}\p{N}]+)*)/gu

/** The words with which a sentence opens are names unless everybody uses them: `Amperly recalls`, but `Sales rose`. */
const openingNames = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(opening)].flatMap(([, found]) => {
    const [word = ""] = words(found!)
    return isStopWord(word) || isNegation(word) || openers.has(stem(word)) ? [] : [stem(word)]
  })

const unitStems = new Set(unitForms.flatMap(words).map(stem))

/** The names of a sentence, as stems: words in capitals, also the one that it opens with. */
export const namesOf = (text: string): ReadonlyArray<string> => {
  const plain = withoutNumbers(text)
  return [...new Set([...openingNames(plain), ...nameStems(plain)])].filter(
    (name) => !reporting.has(name) && !unitStems.has(name)
  )
}

/** The clauses of a sentence in order. */
export const clausesOf = (text: string): ReadonlyArray<Clause> => {
  const parts: Array<string> = []
  for (const part of plainText(text).split(joints)) {
    const last = parts.at(-1)
    if (last !== undefined && (tokens(part).length < least || tokens(last).length < least))
      parts[parts.length - 1] = `${last} ${part}`
    else parts.push(part)
  }
  let before: ReadonlyArray<string> = []
  const all = new Set(namesOf(text))
  return parts.map((part) => {
    const names = namesOf(part).filter((name) => all.has(name))
    const clause = { tokens: tokens(part), names, inherited: names.length === 0 ? before : [] }
    before = names.length === 0 ? before : names.slice(0, 1)
    return clause
  })
}
