import { Effect } from "effect"
import type { Company } from "../../domain/Company.ts"
import type { Named } from "../../domain/Competitor.ts"
import { isCommonName } from "../../search/CompanySense.ts"
import { Companies } from "../../storage/companies/Companies.ts"
import { isGeneric, lexicon, loadLexicon } from "./Lexicon.ts"
import { shortName } from "./Names.ts"

/*
 * What tells a company that is called by an everyday word: words of its industry, which the lexicon has for it or for
 * what the register says it does, and its ticker.
 */

/** Whether its name is an everyday word. */
export const needsTrade = ({ name }: Pick<Named, "name">): boolean => isCommonName(shortName(name))

/** A company with the words of its industry, where it needs them to be told. */
export const withTrade = <A extends Named & Partial<Pick<Company, "industry">>>(company: A): A => {
  if (!needsTrade(company)) return company
  const name = shortName(company.name)
  const { industry } = company
  const own = name.toLowerCase()
  const { named, nearest, topics } = lexicon()
  const isOfName = (entry: string) => entry.toLowerCase().startsWith(own) && shortName(entry).toLowerCase() === own
  const isBeside = (entry: string) => entry.startsWith(`${name} `)
  const all = topics.filter(({ home }) => home === null)
  const found = [
    ...all.filter(
      (topic) => [topic.name, ...topic.aliases, ...topic.terms].some(isOfName) || topic.name.split(" ").includes(name)
    ),
    ...(industry === null || industry === undefined
      ? []
      : [named(industry) ?? nearest(industry, 1)[0]?.topic].filter((topic) => topic !== undefined))
  ]
  const words = new Set([
    ...found.flatMap((topic) => [topic.name, ...topic.aliases, ...topic.terms]),
    // Its products: Apple Watch, Amazon Echo.
    ...all.flatMap((topic) => [...topic.aliases, ...topic.terms].filter(isBeside))
  ])
  return { ...company, trade: [...words].filter((word) => !isOfName(word) && !isGeneric(word.toLowerCase())) }
}

/** Companies of one name that are looked at. */
const sameName = 20

/** A competitor with the ticker and the words of the industry under which a company of its name is stored. */
export const known = Effect.fnUntraced(function* <A extends Named>(competitor: A) {
  if (!needsTrade(competitor)) return competitor
  const name = shortName(competitor.name)
  yield* loadLexicon
  const found = yield* (yield* Companies).search({ q: name, limit: sameName })
  const stored = found.find((company) => shortName(company.name).toLowerCase() === name.toLowerCase())
  return withTrade({ ...competitor, ticker: stored?.ticker ?? null, industry: stored?.industry ?? null })
})
