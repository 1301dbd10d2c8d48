import { Effect } from "effect"
import type { Company } from "../../domain/Company.ts"
import type { Named } from "../../domain/Competitor.ts"
import { isCommonName } from "../../search/CompanySense.ts"
import { Companies } from "../../storage/companies/Companies.ts"
import { isGeneric, lexicon, loadLexicon } from "./Lexicon.ts"
import { shortName } from "./Names.ts"
import { each } from "./Steps.ts"
import { remembered } from "../check/Remembered.ts"

/*
 * What tells a company that is called by an everyday word: words of its industry, which the lexicon has for it or for
 * what the register says it does, and its ticker.
 */

/** Whether its name is an everyday word. */
export const needsTrade = ({ name }: Pick<Named, "name">): boolean => isCommonName(shortName(name))

/** The words that tell who is called so, and is of that industry where one is known. */
const tradeOf = (name: string, industry: string | null): ReadonlyArray<string> => {
  const own = name.toLowerCase()
  const { beginning, named, nearest, topics } = lexicon()
  const isOfName = (text: string) => shortName(text).toLowerCase() === own
  const all = beginning(name).filter(({ topic: { home } }) => home === null)
  const found = [
    ...all.flatMap(({ text, topic }) => (isOfName(text) ? [topic] : [])),
    ...topics.filter((topic) => topic.home === null && topic.name.split(" ").includes(name)),
    ...(industry === null ? [] : [named(industry) ?? nearest(industry, 1)[0]?.topic].filter((one) => one !== undefined))
  ]
  const words = new Set([
    ...found.flatMap((topic) => [topic.name, ...topic.aliases, ...topic.terms]),
    // Its products: Apple Watch, Amazon Echo.
    ...all.flatMap(({ text }) => (text.startsWith(`${name} `) ? [text] : []))
  ])
  return [...words].filter((word) => !isOfName(word) && !isGeneric(word.toLowerCase()))
}

/** Many accounts watch the same companies, and each report asks for all of its own. */
const mostRemembered = 2_000

const rememberedTrade = remembered((key) => {
  const [name, industry] = JSON.parse(key) as [string, string | null]
  return tradeOf(name, industry)
}, mostRemembered)

/** A company with the words of its industry, where it needs them to be told. */
export const withTrade = <A extends Named & Partial<Pick<Company, "industry">>>(company: A): A => {
  if (!needsTrade(company)) return company
  const { industry = null, name } = company
  return { ...company, trade: rememberedTrade(JSON.stringify([shortName(name), industry])) }
}

/** Competitors with the ticker and the words of the industry under which a company of their name is stored. */
export const knownCompetitors = Effect.fnUntraced(function* <A extends Named>(competitors: ReadonlyArray<A>) {
  const names = competitors.filter(needsTrade).map(({ name }) => shortName(name))
  if (names.length === 0) return competitors
  yield* loadLexicon
  const stored = yield* (yield* Companies).named(names)
  return yield* each(competitors, (competitor): A => {
    const { industry = null, ticker = null } = stored.get(shortName(competitor.name)) ?? {}
    return needsTrade(competitor) ? withTrade({ ...competitor, ticker, industry }) : competitor
  })
})
