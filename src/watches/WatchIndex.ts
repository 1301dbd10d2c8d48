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
  readonly keys: ReadonlyArray<string>
}

/** A rule that a text matches. */
export interface Matched<A> {
  readonly owner: A
  readonly terms: ReadonlyArray<string>
}

/** A rule that an index is to have. */
export interface Wanted<A> {
  readonly owner: A
  /** What the rule is made of, beside its owner: as long as it stays, the rule does. */
  readonly of: string
  readonly make: () => Rule
}

/** The rules as texts of one language are held against them. */
class RulesOfLanguage<A> {
  readonly #language: string
  readonly #filed = new Map<string, Set<Filed<A>>>()
  readonly #byOwner = new Map<A, Filed<A>>()
  /** How many rules ask for each word. */
  readonly #asked = new Map<string, number>()

  constructor(language: string, rules: Iterable<readonly [A, Rule]>) {
    this.#language = language
    const ready = [...rules].flatMap(([owner, rule]) => {
      const made = readyFor(rule, language)
      return made === null ? [] : [{ owner, ready: made }]
    })
    for (const one of ready) this.#count(one.ready, 1)
    for (const one of ready) this.#file(one.owner, one.ready)
  }

  under(term: string): Iterable<Filed<A>> {
    return this.#filed.get(term) ?? []
  }

  add(owner: A, rule: Rule): void {
    const ready = readyFor(rule, this.#language)
    if (ready === null) return
    this.#count(ready, 1)
    this.#file(owner, ready)
  }

  delete(owner: A): void {
    const filed = this.#byOwner.get(owner)
    if (filed === undefined) return
    this.#byOwner.delete(owner)
    this.#count(filed.ready, -1)
    for (const key of filed.keys) {
      const others = this.#filed.get(key)!
      others.delete(filed)
      if (others.size === 0) this.#filed.delete(key)
    }
  }

  #count({ any, must }: ReadyRule, by: 1 | -1): void {
    for (const { terms } of [...must, ...any])
      for (const term of terms) {
        const count = (this.#asked.get(term) ?? 0) + by
        if (count === 0) this.#asked.delete(term)
        else this.#asked.set(term, count)
      }
  }

  #file(owner: A, ready: ReadyRule): void {
    const filed = { owner, ready, keys: this.#keysOf(ready) }
    this.#byOwner.set(owner, filed)
    for (const key of filed.keys) {
      const others = this.#filed.get(key)
      if (others === undefined) this.#filed.set(key, new Set([filed]))
      else others.add(filed)
    }
  }

  #rarest(terms: ReadonlyArray<string>): string {
    return terms.reduce((best, term) => {
      const [one, other] = [this.#asked.get(term)!, this.#asked.get(best)!]
      return one < other || (one === other && term.length > best.length) ? term : best
    })
  }

  /** The words under which a rule is filed. */
  #keysOf({ any, least, must }: ReadyRule): ReadonlyArray<string> {
    if (must.length > 0) return [this.#rarest(must.flatMap(({ terms }) => terms))]
    const keys = any
      .map(({ terms }) => this.#rarest(terms))
      .toSorted((one, other) => this.#asked.get(one)! - this.#asked.get(other)!)
    return [...new Set(keys.slice(0, any.length - least + 1))]
  }
}

/** An index over rules, each with an owner. */
export class WatchIndex<A> {
  readonly #rules = new Map<A, { readonly of: string; readonly rule: Rule }>()
  readonly #languages = new Map<string, RulesOfLanguage<A>>()

  get size(): number {
    return this.#rules.size
  }

  /** Makes these the rules of the index; those that it has already stay as they are. */
  become(wanted: ReadonlyArray<Wanted<A>>): void {
    const owners = new Set(wanted.map(({ owner }) => owner))
    for (const owner of this.#rules.keys()) if (!owners.has(owner)) this.#delete(owner)
    for (const { make, of, owner } of wanted) {
      const known = this.#rules.get(owner)
      if (known?.of === of) continue
      if (known !== undefined) this.#delete(owner)
      const rule = make()
      this.#rules.set(owner, { of, rule })
      for (const rules of this.#languages.values()) rules.add(owner, rule)
    }
  }

  #delete(owner: A): void {
    this.#rules.delete(owner)
    for (const rules of this.#languages.values()) rules.delete(owner)
  }

  /** The rules that a text is held against. */
  candidates(text: Text): ReadonlySet<Filed<A>> {
    const found = new Set<Filed<A>>()
    if (this.#rules.size === 0) return found
    let rules = this.#languages.get(text.language)
    if (rules === undefined) {
      rules = new RulesOfLanguage(
        text.language,
        this.#rules.entries().map(([owner, { rule }]) => [owner, rule])
      )
      this.#languages.set(text.language, rules)
    }
    for (const term of text.all) for (const one of rules.under(term)) found.add(one)
    return found
  }

  /** The rules that a text matches, each once, with the words of them that it has. */
  match(text: Text): ReadonlyArray<Matched<A>> {
    return [...this.candidates(text)].flatMap(({ owner, ready }) => {
      const terms = matchOf(ready, text)
      return terms === null ? [] : [{ owner, terms }]
    })
  }
}
