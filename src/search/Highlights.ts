import type { Highlight } from "../domain/SignalSearch.ts"
import { termOf, termOfCapitals, wholes, words } from "./Analysis.ts"
import { fold } from "./Languages.ts"
import type { Plan } from "./Query.ts"

/** How much of a text is shown around the first match. */
const fragmentLength = 240

/** The words of a text that a question asks for, from start to end: of several in a row only where they stand so. */
const matchesIn = (text: string, plan: Plan, language: string): ReadonlyArray<readonly [number, number]> => {
  const units = plan.terms.get(language) ?? []
  const rows = units
    .filter((_, n) => plan.query.units[n]!.kind !== "not")
    .map((unit) => unit.filter((term) => term !== null))
  const single = new Set(rows.filter(({ length }) => length === 1).flat())
  const whole = wholes(text).filter(({ word }) => single.has(termOf(word, language)))
  // A text is also found by its words without accents.
  const all = words(text).map((one) => ({
    ...one,
    terms: [
      termOf(one.word, language),
      termOf(fold(one.word), language),
      ...(one.isCapital ? [termOfCapitals(one.word)] : [])
    ]
  }))
  const marked = new Set(all.filter(({ terms }) => terms.some((term) => single.has(term))))
  for (const row of rows.filter(({ length }) => length > 1)) {
    for (let n = 0; n + row.length <= all.length; n++)
      if (row.every((term, at) => all[n + at]!.terms.includes(term)))
        all.slice(n, n + row.length).forEach((one) => marked.add(one))
  }
  const found = [...marked].filter(({ start }) => !whole.some((one) => start >= one.start && start < one.end))
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
