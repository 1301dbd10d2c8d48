import { isNegation, movementOf, withoutPortugueseNo } from "./ClaimWords.ts"
import { plainText, quantities } from "./Numbers.ts"
import { bare, isStopWord, stem, wordMatches } from "../../text/Words.ts"

/** What a text says in the order in which it says it, without the words that carry no meaning of their own. */
export type Token =
  | { readonly is: "word"; readonly stem: string }
  | { readonly is: "number"; readonly readings: ReadonlyArray<string> }
  | { readonly is: "movement"; readonly stem: string; readonly to: "up" | "down" }
  | { readonly is: "negation" }

/** "Up to 5" is a limit, "set up" and "more or less" are no movements either. */
const idle =
  /\bup to\b|\b(?:set|sign|make|made|back|start|end|pick)(?:s|ed|ing)? up\b|\bmore or less\b|\bno (?:more|less|fewer|longer) than\b|\bno longer\b/gi

/** A text without the words of direction that move nothing. */
export const withoutIdle = (text: string): string => text.replace(idle, " ")

/** The tokens of a text. */
export const tokens = (text: string): ReadonlyArray<Token> => {
  const plain = withoutPortugueseNo(plainText(text))
  const found: Array<readonly [at: number, token: Token]> = []
  let rest = plain
  for (const { end, readings, start } of quantities(plain)) {
    found.push([start, { is: "number", readings }])
    rest = rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end)
  }
  const still = [...rest.matchAll(idle)].map(({ 0: { length }, index }) => [index, index + length] as const)
  const all = [...wordMatches(rest)].map((match) => ({ at: match.index!, word: bare(match[0]) }))
  for (const [index, { at, word }] of all.entries()) {
    const own = stem(word)
    const moves = still.some(([from, to]) => at >= from && at < to) ? null : movementOf(own)
    const next = all[index + 1]
    if (isNegation(own, next === undefined ? undefined : stem(next.word))) found.push([at, { is: "negation" }])
    else if (moves !== null) found.push([at, { is: "movement", stem: own, to: moves }])
    else if (!isStopWord(word) && !/^[\d.]+$/.test(word)) found.push([at, { is: "word", stem: own }])
  }
  return found.sort(([one], [other]) => one - other).map(([, token]) => token)
}
