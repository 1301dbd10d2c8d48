import { movementOf } from "./ClaimWords.ts"
import { withoutIdle } from "./Tokens.ts"
import { stem, words } from "../../text/Words.ts"

/*
 * Which way the words beside a figure say that something differs by it: from what was before, or from something else.
 * A rise is counted by what was less, a fall by what was more, and a part by its whole.
 */

export type Way = "up" | "down" | "part"

/** Differences that are no movements: a premium of 5 %, 5 % ahead of plan. */
const more =
  "more|higher|above|over|ahead|longer|larger|bigger|greater|wider|heavier|taller|dearer|costlier|pricier|premium|(?:more )?expensive|exceed(?:s|ed|ing)?|outnumber(?:s|ed)?|surplus"
const less =
  "less|fewer|lower|below|under|behind|shorter|smaller|narrower|lighter|cheaper|discount|short of|shortfall|(?:less|fewer) expensive"
const isMore = new RegExp(`^(?:${more})$`, "i")
const isLess = new RegExp(`^(?:${less})$`, "i")

/** Changes as nouns, which may stand behind a figure where a verb begins something else: 500 shops fell to 400. */
const rises = /^(?:increase|rise|growth|gain|jump|surge|advance|up)s?$/i
const falls = /^(?:decrease|decline|drop|fall|reduction|cut|slump|plunge|slide|down)s?$/i

/** A word that a figure may follow or that may follow it. */
const wayOf = (word: string): "up" | "down" | null =>
  isMore.test(word) ? "up" : isLess.test(word) ? "down" : movementOf(stem(word.toLowerCase()))

/** What stands before or behind a figure is no further away. */
const near = 48

const hedges =
  /\s(?:about|around|roughly|nearly|almost|some|just|only|well|over|under|more than|less than|at least|up to|as much as|an? (?:average|total|record)|an?|the|another|further|the|by|of|no|estimated)$/i

/** Where another part of the sentence begins. */
const joints = /[;:()]|,\s|\s(?:and|while|whereas|but|although|though|which|who|where|after|before)\s/i

/** Words after which others than those of the figure begin. */
const others =
  /^(?:of|from|to|in|on|at|by|and|or|after|before|while|but|with|when|as|against|compared|than|who|which)$/i

const partBehind = /^\s(?:of|share|stake|interest|holding)\b/i
/** One in five, four out of ten. */
const ratio = /\s(?:in|out of)\s/i
const partBefore =
  /(?:\baccount(?:s|ed|ing)? for|\bm(?:ake|akes|aking|ade) up|\b(?:share|stake|part|portion) of|\brepresent(?:s|ed|ing)?|\bcompris(?:es?|ed|ing)|\bt(?:ake|akes|ook)(?: up)?|\beats?(?: up)?)$/i

/** Words that stand before a figure in its part of the sentence, the last first, without those that only hedge it. */
const withoutHedges = (before: string): string => {
  let rest = before.trimEnd()
  for (let next = rest.replace(hedges, ""); next !== rest; next = rest.replace(hedges, "")) rest = next.trimEnd()
  return rest
}

/** The way that one of the next words behind a figure tells: 5 % more, a 5 % rise. */
const wayBehind = (text: string, isBy: boolean): "up" | "down" | null => {
  const next = (/^(?:[-\s]\p{L}+){1,3}(?![\p{L}\p{N}])/u.exec(text)?.[0] ?? "").split(/[-\s]/).slice(1)
  const end = next.findIndex((word) => others.test(word))
  return (
    (end < 0 ? next : next.slice(0, end))
      .map((word) =>
        isBy
          ? wayOf(word)
          : isMore.test(word) || rises.test(word)
            ? "up"
            : isLess.test(word) || falls.test(word)
              ? "down"
              : null
      )
      .find((way) => way !== null) ?? null
  )
}

/** Which way something differs by a figure that stands there; null where nothing plain says so. */
export const wayAt = (
  sentence: string,
  { end, start }: { readonly start: number; readonly end: number }
): Way | null => {
  if (ratio.test(sentence.slice(start, end))) return "part"
  const text = sentence.slice(end, end + near)
  const before = sentence.slice(Math.max(0, start - near), start)
  const own = withoutHedges(before.split(joints).at(-1)!)
  if (partBefore.test(own)) return "part"
  const said = words(withoutIdle(own))
  const isBy = /\bby(?:\s\p{L}+){0,2}\s$/iu.test(before)
  const moved = isBy
    ? said.map((word) => movementOf(stem(word))).findLast((way) => way !== null)
    : wayOf(said.at(-1) ?? "")
  if (moved !== undefined && moved !== null) return moved
  const told = wayBehind(text, isBy)
  if (told !== null) return told
  return partBehind.test(text) ? "part" : null
}

/** The same, where it is a difference and no part. */
export const differenceAt = (...of: Parameters<typeof wayAt>): "up" | "down" | null => {
  const way = wayAt(...of)
  return way === "part" ? null : way
}
