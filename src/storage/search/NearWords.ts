import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { fold } from "../../search/Languages.ts"
import type { Query } from "../../search/Query.ts"
import {
  fewerEdits,
  knownOf,
  languageOfAll,
  languageOfMost,
  languagesOfSmallWord,
  leastMeant,
  likeliest,
  type Meant,
  mostLookedUp,
  mostTried,
  mostWrong,
  nearest,
  noneMeant,
  rowsIn,
  splitsOf,
  standIns,
  suspects,
  tellingWords,
  termsIn,
  tolerance,
  writtenAs
} from "../../search/Typos.ts"
import { ifPrimaryAnswers } from "../database/ReadPath.ts"
import { rowsAs } from "../database/Rows.ts"
import { allMeeting, areTelling, hasInLanguage, lookUp } from "./Matches.ts"
import { sampled } from "./SearchDocuments.ts"
import type { SearchPlan } from "./SearchPlan.ts"
import { languageTag } from "./Tags.ts"

/** So many words of a question are looked for in documents, those first that the fewest seem to have. */
const mostChecked = 8

/** A term that more documents seem to have is not looked for in them: some have it in their language. */
const mostDoubted = 500

/** The endings of words may make them so much shorter or longer. */
const ending = 3

/** So many similar words are compared with each. */
const mostCompared = 250

/** At most this many words without a similar one are divided in two. */
const mostSplit = 2

/** At most this many documents with both words are checked for having them side by side. */
const mostBeside = 1_000

/** So many words tell the language of a question by documents with them, each by so many. */
const telling = { words: 3, documents: 8 }

/** Words that may be meant are looked for in so many documents in that language, of so many that have them. */
const spoken = { limit: 6, among: 40 }

/** So many texts with a word show how it is written. */
const mostRead = 8

/** The terms of a word, or of two words in a row, by language, and how many documents with them are looked up. */
interface Sought {
  readonly terms: ReadonlyMap<string, string>
  readonly limit: number
  /** How many documents with the terms are checked; all if absent. */
  readonly among?: number
}

/** Looks for words that were probably meant by others; for none without pg_trgm (`typos`). */
export const makeNearWords = (sql: SqlClient.SqlClient, typos: boolean) => {
  const SimilarWord = Schema.Struct({
    asked: Schema.String,
    word: Schema.String,
    term: Schema.String,
    documents: Schema.Int
  })
  /** Two neighbouring letters exchanged leave little of a short word, and its ending may differ. */
  const similar = (words: ReadonlyArray<string>) =>
    Effect.andThen(
      // Looking through all words costs ten times as much as their index, whatever the planner thinks of a few.
      sql`select set_config('pg_trgm.similarity_threshold', '0.14', true), set_config('enable_seqscan', 'off', true)`,
      rowsAs(SimilarWord).all(sql`
        select asked, word, term, documents
        from json_to_recordset(${JSON.stringify(words.map((word) => ({ asked: word, more: tolerance(word) + ending })))}::json) as x(asked text, more int)
        cross join lateral (
          select word, term, documents from search_words
          where word <> '' and word % asked and documents > 0 and length(word) between length(asked) - more and length(asked) + more
          order by similarity(word, asked) desc, documents desc limit ${mostCompared}::int
        ) alike`)
    )

  /** For each word, or two in a row, up to `limit` documents that have it in their own language's form. */
  const havingEach = ({ counts }: SearchPlan, sought: ReadonlyArray<Sought>) => {
    const each = sought.flatMap(({ among = null, limit, terms }, n) => {
      if (terms.size === 0) return []
      const languages = [...terms.keys()]
      const tags = areTelling(counts, languages) ? [languages.map(languageTag)] : []
      return lookUp(
        sql,
        counts.engine,
        [],
        [[...new Set(terms.values())].map((row) => row.replace(" ", " & ")), ...tags]
      ).found.map(
        (where) => sql`
          (with ${allMeeting(sql, sql`signal_id, language, terms`, where)}
           select ${n}::int as n, signal_id, language from (select * from met limit ${among}) looked_at
           where ${hasInLanguage(sql, terms)} limit ${limit})`
      )
    })
    return sql.join(" union all ", false)(each)
  }

  /** For each the languages of these documents. */
  const languagesOf = Effect.fnUntraced(function* (asked: SearchPlan, sought: ReadonlyArray<Sought>) {
    const found = sought.map((): Array<string> => [])
    if (sought.every(({ terms }) => terms.size === 0)) return found
    const rows = yield* sql<{ n: number; language: string }>`
      select n, language from (${havingEach(asked, sought)}) having_each`.unprepared
    for (const { language, n } of rows) found[n]!.push(language)
    return found
  })

  /** For each the texts of these documents. */
  const textsOf = Effect.fnUntraced(function* (asked: SearchPlan, sought: ReadonlyArray<Sought>) {
    const found = sought.map((): Array<string> => [])
    if (sought.every(({ terms }) => terms.size === 0)) return found
    const rows = yield* sql<{ n: number; text: string }>`
      select n, title || ' ' || snippet as text
      from (${havingEach(asked, sought)}) having_each join signals on signals.id = signal_id`.unprepared
    for (const { n, text } of rows) found[n]!.push(text)
    return found
  })

  /**
   * The languages of a question by its words that are right, some of which are `known` already; null where they tell
   * none.
   */
  const languageOf = Effect.fnUntraced(function* (
    query: Query,
    asked: SearchPlan,
    known: ReadonlyMap<string, ReadonlyArray<string>>
  ) {
    const { languages } = asked.plan
    const words = tellingWords(query).map((word) => {
      const told = known.get(word) ?? languagesOfSmallWord(word).filter((language) => languages.includes(language))
      return { told, terms: known.has(word) || told.length > 0 ? new Map() : termsIn(word, languages) }
    })
    const unsure = words
      .map(({ terms }) => terms)
      .filter((terms) => terms.values().some((term) => asked.corpus.frequency(term) > 0))
      .slice(0, telling.words)
    const found = yield* languagesOf(
      asked,
      unsure.map((terms) => ({ terms, limit: telling.documents }))
    )
    const votes = [...words.map(({ told }) => told), ...found].filter(({ length }) => length > 0)
    return votes.length === 0 ? null : languageOfAll(votes)
  })

  return Effect.fnUntraced(function* (query: Query, asked: SearchPlan) {
    if (!typos) return noneMeant
    const { languages } = asked.plan
    const doubted = suspects(query)
      .flatMap((suspect) => {
        const terms = termsIn(suspect.word, languages)
        const forms = new Set(terms.values())
        const counted = [...forms].reduce((sum, term) => sum + asked.corpus.frequency(term), 0)
        // What is a form of one word in one language may be one of another elsewhere.
        const most = forms.size > 1 ? mostDoubted : mostWrong * sampled.oneIn
        return terms.size === 0 || counted > most ? [] : [{ ...suspect, terms, counted }]
      })
      .toSorted((one, other) => one.counted - other.counted)
      .slice(0, mostChecked)
    const owns = yield* languagesOf(
      asked,
      doubted.map(({ terms }) => ({ terms, limit: mostWrong + 1 }))
    )
    const wrong = doubted
      .map((suspect, n) => ({ ...suspect, own: owns[n]! }))
      .filter(({ own, quoted }) => own.length <= (quoted ? 0 : mostWrong))
      .toSorted((one, other) => one.own.length - other.own.length)
      .slice(0, mostLookedUp)
    if (wrong.length === 0) return noneMeant
    // A transaction takes the primary, and a question is answered without it, too.
    const rows = yield* ifPrimaryAnswers(
      sql.withTransaction(similar([...new Set(wrong.map(({ word }) => fold(word)))]))
    )
    if (Option.isNone(rows)) return noneMeant
    const alike = Map.groupBy(rows.value, (row) => row.asked)
    // What is stored is so in some language, which need not be the one that is asked for.
    const isSure = languages.length === asked.counts.languages.size
    const candidates = wrong.map((each) => {
      const { own, terms, word } = each
      const known = knownOf(alike.get(fold(word)) ?? [])
      const near = nearest({ word, terms: [...terms.values()], documents: own.length }, languages, known)
      // Those that are further away do not stand in.
      return {
        ...each,
        near: isSure && own.length === 0 ? near.filter((other) => fewerEdits(other, near[0]!) === 0) : near
      }
    })
    const doubt = candidates.some(({ near, own }) => own.length === 0 && near.length > 1)
    const right = new Map(doubted.flatMap(({ word }, n) => (owns[n]!.length > mostWrong ? [[word, owns[n]!]] : [])))
    const told = isSure ? (doubt ? yield* languageOf(query, asked, right) : null) : new Set(languages)
    const isTold = told !== null
    const likely = told ?? languageOfMost(asked.counts.languages)
    const tried = candidates.flatMap(({ near, ...each }) => {
      const { own } = each
      if (own.length === 0)
        return near.slice(0, Math.ceil(mostTried / wrong.length)).map((other) => {
          const terms = [...termsIn(other.known.word, languages)].filter(([language]) => likely.has(language))
          return { ...each, ...other, terms: new Map(terms), ...spoken, isOpen: !isSure || near.length > 1 }
        })
      const limit = leastMeant(own.length)
      const found = near.flatMap((other) => {
        // A word of another language is no mistake, however much it is like a frequent one.
        const terms = [...termsIn(other.known.word, languages)].filter(
          ([language, term]) => own.includes(language) && (other.known.terms.get(term) ?? 0) >= limit
        )
        return terms.length === 0 ? [] : [{ ...each, ...other, terms: new Map(terms), limit, isOpen: true }]
      })
      return found.slice(0, 1)
    })
    const open = tried.filter(({ isOpen }) => isOpen)
    const found = new Map((yield* languagesOf(asked, open)).map((among, n) => [open[n]!, among.length]))
    const matching = tried
      .map((each) => ({ ...each, spoken: found.get(each) ?? 0 }))
      .filter(({ limit, own, spoken }) => (own.length > 0 ? spoken >= limit : isSure || spoken > 0))
    const meant = {
      unknown: new Map<string, ReadonlyArray<string>>(),
      rare: new Map<string, string>(),
      quoted: new Map<string, string>(),
      written: new Map<string, string>()
    }
    const best: Array<string> = []
    for (const [word, of] of Map.groupBy(matching, (each) => each.word)) {
      const near = likeliest(of, isTold)
      const { known, own, quoted } = near[0]!
      best.push(known.word)
      if (quoted) meant.quoted.set(word, known.word)
      else if (own.length === 0) meant.unknown.set(word, standIns(near, isTold))
      else meant.rare.set(word, known.word)
    }
    const texts = yield* textsOf(
      asked,
      best.map((word) => ({ terms: termsIn(word, languages), limit: mostRead, among: mostRead }))
    )
    best.forEach((word, n) => {
      const written = writtenAs(word, texts[n]!)
      if (written !== null) meant.written.set(word, written)
    })
    const alone = wrong
      .filter(({ own, word }) => own.length === 0 && !tried.some((each) => each.word === word))
      .slice(0, mostSplit)
    const splits = alone.flatMap(({ quoted, word }) =>
      splitsOf(word).flatMap((two) => {
        const terms = rowsIn(two, languages)
        return terms.size === 0 ? [] : [{ quoted, word, two: two.join(" "), terms, limit: 1, among: mostBeside }]
      })
    )
    const beside = yield* languagesOf(asked, splits)
    for (const { quoted, two, word } of splits.filter((_, n) => beside[n]!.length > 0)) {
      if (quoted) {
        if (!meant.quoted.has(word)) meant.quoted.set(word, two)
      } else if (!meant.unknown.has(word)) meant.unknown.set(word, [two])
    }
    return meant satisfies Meant
  })
}

export type NearWords = ReturnType<typeof makeNearWords>
