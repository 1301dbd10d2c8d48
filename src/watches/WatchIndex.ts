import { matchOf, type ReadyRule, readyFor, type Rule, type Text } from "./Rule.ts"

/*
 * Finds the rules that a text matches without looking at all of them. A rule of which `least` of k words must be there
 * is filed under its k - least + 1 rarest words: a text that lacks these has too few of the others. A rule with a
 * phrase that must match is filed under the rarest word of its phrases alone. Rare is what few rules ask for: so no
 * word has more rules filed under it than need be, and a text is held against those that are filed under its words.
 */

interface Filed<A> {
  readonly owner: A
  readonly ready: ReadyRule
}

/** A rule that a text matches. */
export interface Matched<A> {
  readonly owner: A
  readonly terms: ReadonlyArray<string>
}

const rarest = (terms: ReadonlyArray<string>, asked: ReadonlyMap<string, number>): string =>
  terms.reduce((best, term) => {
    const [one, other] = [asked.get(term)!, asked.get(best)!]
    return one < other || (one === other && term.length > best.length) ? term : best
  })

/** The words under which a rule is filed. */
const keysOf = ({ any, least, must }: ReadyRule, asked: ReadonlyMap<string, number>): ReadonlyArray<string> => {
  if (must.length > 0)
    return [
      rarest(
        must.flatMap(({ terms }) => terms),
        asked
      )
    ]
  const keys = any
    .map(({ terms }) => rarest(terms, asked))
    .toSorted((one, other) => asked.get(one)! - asked.get(other)!)
  return [...new Set(keys.slice(0, any.length - least + 1))]
}

/** The rules as texts of one language are held against them. */
const ofLanguage = <A>(rules: ReadonlyArray<readonly [A, Rule]>, language: string) => {
  const filed = new Map<string, Array<Filed<A>>>()
  const ready = rules.flatMap(([owner, rule]): ReadonlyArray<Filed<A>> => {
    const made = readyFor(rule, language)
    return made === null ? [] : [{ owner, ready: made }]
  })
  const asked = new Map<string, number>()
  for (const {
    ready: { any, must }
  } of ready)
    for (const { terms } of [...must, ...any]) for (const term of terms) asked.set(term, (asked.get(term) ?? 0) + 1)
  for (const one of ready)
    for (const key of keysOf(one.ready, asked)) {
      const others = filed.get(key)
      if (others === undefined) filed.set(key, [one])
      else others.push(one)
    }
  return filed
}

/** An index over rules, each with an owner. */
export class WatchIndex<A> {
  readonly #rules: ReadonlyArray<readonly [A, Rule]>
  readonly #languages = new Map<string, ReadonlyMap<string, ReadonlyArray<Filed<A>>>>()

  constructor(rules: ReadonlyArray<readonly [A, Rule]>) {
    this.#rules = rules
  }

  get size(): number {
    return this.#rules.length
  }

  /** The rules that a text matches, each once, with the words of them that it has. */
  match(text: Text): ReadonlyArray<Matched<A>> {
    if (this.#rules.length === 0) return []
    let filed = this.#languages.get(text.language)
    if (filed === undefined) {
      filed = ofLanguage(this.#rules, text.language)
      this.#languages.set(text.language, filed)
    }
    const tried = new Set<Filed<A>>()
    const found: Array<Matched<A>> = []
    for (const term of text.all) {
      for (const one of filed.get(term) ?? []) {
        if (tried.size === tried.add(one).size) continue
        const terms = matchOf(one.ready, text)
        if (terms !== null) found.push({ owner: one.owner, terms })
      }
    }
    return found
  }
}
