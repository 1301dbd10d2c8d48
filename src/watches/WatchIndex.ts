import { atOnce } from "../storage/database/Batch.ts"
import { matchOf, type ReadyRule, readyFor, type Rule, type Text } from "./Rule.ts"

/*
 * Finds the rules that a text matches without looking at all of them. A rule that needs `least` of its k words is filed
 * under its k - least + 1 rarest words: a text without any of these has too few of the others. A rule with a required
 * phrase is filed only under the rarest word of its phrases. A word is rare if few rules ask for it, so that no word
 * has more rules than necessary. Where one key is enough and another word is required too, a rule is filed under the
 * pair of both.
 */

interface Filed<A> {
  readonly owner: A
  readonly ready: ReadyRule
  readonly keys: ReadonlyArray<string>
  /** A word that must be there beside the only key. */
  readonly second: string | null
}

/** The rules under one word: by the second word that they need, or none. */
type Filing<A> = Map<string | null, Set<Filed<A>>>

/** A rule that a text matches. */
export interface Matched<A> {
  readonly owner: A
  readonly terms: ReadonlyArray<string>
}

/** A rule that an index is to have. */
export interface Wanted<A> {
  readonly owner: A
  /** What the rule is made from, apart from its owner: while it is unchanged, the rule is kept. */
  readonly of: string
  readonly make: () => Rule
}

/** The rules as texts of one language are held against them. */
class RulesOfLanguage<A> {
  readonly #language: string
  readonly #filed = new Map<string, Filing<A>>()
  readonly #byOwner = new Map<A, Filed<A>>()
  /** How many rules ask for each word. */
  readonly #asked = new Map<string, number>()

  constructor(language: string) {
    this.#language = language
  }

  /** Adds many, and counts all of their words before any is filed; in steps. */
  *addAll(rules: Iterable<readonly [A, Rule]>): Generator<void, void> {
    const made: Array<readonly [A, ReadyRule]> = []
    let seen = 0
    for (const [owner, rule] of rules) {
      const ready = readyFor(rule, this.#language)
      if (ready !== null) {
        this.#count(ready, 1)
        made.push([owner, ready])
      }
      if (++seen % 100 === 0) yield
    }
    for (const [n, [owner, ready]] of made.entries()) {
      this.#file(owner, ready)
      if (n % 100 === 99) yield
    }
  }

  /** Adds the rules that are filed under words of a text. */
  collect({ all }: Text, found: Set<Filed<A>>): void {
    const add = (rules: ReadonlySet<Filed<A>> | undefined) => rules?.forEach((one) => found.add(one))
    for (const term of all) {
      const filing = this.#filed.get(term)
      if (filing === undefined) continue
      add(filing.get(null))
      if (filing.size <= all.size) {
        for (const [second, rules] of filing) if (second !== null && all.has(second)) add(rules)
      } else for (const second of all) add(filing.get(second))
    }
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
      const filing = this.#filed.get(key)!
      const others = filing.get(filed.second)!
      others.delete(filed)
      if (others.size === 0) filing.delete(filed.second)
      if (filing.size === 0) this.#filed.delete(key)
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
    const filed = { owner, ready, ...this.#placeOf(ready) }
    this.#byOwner.set(owner, filed)
    for (const key of filed.keys) {
      const filing: Filing<A> = this.#filed.get(key) ?? new Map()
      this.#filed.set(key, filing)
      const others = filing.get(filed.second)
      if (others === undefined) filing.set(filed.second, new Set([filed]))
      else others.add(filed)
    }
  }

  /** Each word once, the rarest first, of words as rare the longest. */
  #byRarity(terms: ReadonlyArray<string>): ReadonlyArray<string> {
    const asked = (term: string) => this.#asked.get(term)!
    return [...new Set(terms)].toSorted((one, other) => asked(one) - asked(other) || other.length - one.length)
  }

  /** The words under which a rule is filed. */
  #placeOf({ any, least, must }: ReadyRule): Pick<Filed<A>, "keys" | "second"> {
    const [first, second = null] =
      must.length > 0
        ? this.#byRarity(must.flatMap(({ terms }) => terms))
        : least === any.length
          ? this.#byRarity(any.flatMap(({ terms }) => terms))
          : []
    if (first !== undefined) return { keys: [first], second }
    const keys = this.#byRarity(any.map(({ terms }) => this.#byRarity(terms)[0]!))
    return { keys: keys.slice(0, any.length - least + 1), second: null }
  }
}

/** An index over rules, each with an owner. */
export class WatchIndex<A> {
  readonly #rules = new Map<A, { readonly of: string; readonly rule: Rule }>()
  readonly #languages = new Map<string, RulesOfLanguage<A>>()
  /** Counts changes of the rules. */
  #changes = 0

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
      this.#changes++
      this.#rules.set(owner, { of, rule })
      for (const rules of this.#languages.values()) rules.add(owner, rule)
    }
  }

  #delete(owner: A): void {
    this.#changes++
    this.#rules.delete(owner)
    for (const rules of this.#languages.values()) rules.delete(owner)
  }

  /** Files the rules for texts of a language, in steps: of many that takes its time. */
  *prepare(language: string): Generator<void, void> {
    while (!this.#languages.has(language)) {
      const changes = this.#changes
      const rules = new RulesOfLanguage<A>(language)
      yield* rules.addAll([...this.#rules].map(([owner, { rule }]) => [owner, rule] as const))
      if (changes === this.#changes) this.#languages.set(language, rules)
    }
  }

  /** The rules that a text is held against. */
  candidates(text: Text): ReadonlySet<Filed<A>> {
    const found = new Set<Filed<A>>()
    if (this.#rules.size === 0) return found
    atOnce(this.prepare(text.language))
    this.#languages.get(text.language)!.collect(text, found)
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
