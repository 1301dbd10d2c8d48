import type { Highlight } from "../domain/SignalSearch.ts"
import { termOf, termOfCapitals, wholes, words } from "./Analysis.ts"
import { fold } from "./Languages.ts"
import type { Plan } from "./Query.ts"

/** How much of a text is shown around the first match. */
const fragmentLength = 240

/** The words of a text that a question asks for, from start to end. */
const matchesIn = (text: string, plan: Plan, language: string): ReadonlyArray<readonly [number, number]> => {
  const wanted = new Set<string>()
  const units = plan.terms.get(language) ?? []
  plan.query.units.forEach(({ kind }, n) => {
    if (kind !== "not") for (const term of units[n] ?? []) if (term !== null) wanted.add(term)
  })
  const whole = wholes(text).filter(({ word }) => wanted.has(termOf(word, language)))
  // A text is also found by its words without accents.
  const found = words(text).filter(
    ({ isCapital, start, word }) =>
      !whole.some((one) => start >= one.start && start < one.end) &&
      (wanted.has(termOf(word, language)) ||
        wanted.has(termOf(fold(word), language)) ||
        (isCapital && wanted.has(termOfCapitals(word))))
  )
  return [...whole, ...found]
    .toSorted((one, other) => one.start - other.start)
    .map(({ end, start }) => [start, end] as const)
}

/** The part of a text around its first match, from a word's beginning. */
const around = (text: string, first: number): readonly [number, number] => {
  if (text.length <= fragmentLength) return [0, text.length]
  const wanted = Math.max(0, Math.min(first - fragmentLength / 4, text.length - fragmentLength))
  const space = wanted === 0 ? 0 : text.indexOf(" ", wanted) + 1
  const start = space > 0 && space <= first ? space : Math.floor(wanted)
  const end = Math.min(text.length, start + fragmentLength)
  const last = end === text.length ? end : text.lastIndexOf(" ", end)
  return [start, last > first ? last : end]
}

/** Fragments with what was asked for; none where the text has nothing of it. */
export const highlight = (
  fields: { readonly title: string; readonly snippet: string },
  plan: Plan,
  language: string
): ReadonlyArray<Highlight> =>
  (["title", "snippet"] as const).flatMap((field) => {
    const text = fields[field]
    const matches = matchesIn(text, plan, language)
    const [first] = matches
    if (first === undefined) return []
    const [start, end] = field === "title" ? [0, text.length] : around(text, first[0])
    const offsets = matches
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]): readonly [number, number] => [from - start, to - start])
    return [{ field, fragment: text.slice(start, end), offsets }]
  })
