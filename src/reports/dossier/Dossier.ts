import type { Exhibit } from "../../domain/Exhibit.ts"
import type { ReportType } from "../../domain/Report.ts"
import { outlineOf } from "../Outline.ts"
import { companyNumbers } from "./CompanyNumbers.ts"
import { datesAhead } from "./DatesAhead.ts"
import { disputed } from "./Disputed.ts"
import { figures } from "./Figures.ts"
import type { Kind, Material, Told } from "./ExhibitKind.ts"
import { mostCarried } from "./MostCarried.ts"
import { coverage } from "./NewsCoverage.ts"
import { searchInterest } from "./SearchInterest.ts"
import { shareOfVoice } from "./ShareOfVoice.ts"
import { socialAttention } from "./SocialAttention.ts"
import { timeline } from "./Timeline.ts"

/** All kinds of exhibits, in the order in which a reader meets them. */
export const kinds: ReadonlyArray<Kind> = [
  coverage,
  mostCarried,
  timeline,
  shareOfVoice,
  searchInterest,
  socialAttention,
  companyNumbers,
  figures,
  disputed,
  datesAhead
]

export const kindOf = (id: string): Kind | undefined => kinds.find((kind) => kind.id === id)

/**
 * What a report gives to look at: tables that are counted over all that was found, or quote it. The citations are
 * numbers of pieces. Nothing from after the day of the report is in them.
 */
export const exhibitsOf = (
  type: ReportType,
  { asOf, market, pieces: given }: Partial<Material> & Pick<Material, "pieces">
): ReadonlyArray<Exhibit> => {
  if (asOf === undefined || market === undefined) return []
  const pieces = given.filter(({ published_at }) => (published_at ?? "") <= asOf)
  const citable = new Set(pieces.map(({ n }) => n))
  const known = <A extends { readonly n: number | null }>(found: ReadonlyArray<A>): ReadonlyArray<A> =>
    found.map((one) => (one.n === null || citable.has(one.n) ? one : { ...one, n: null }))
  const usable: Material = {
    asOf,
    pieces,
    market: {
      stories: known(market.stories).filter(({ day }) => day === null || day <= asOf),
      searches: known(market.searches),
      topics: known(market.topics),
      companies: known(market.companies)
    }
  }
  const sectionOf = (id: string) => outlineOf(type).find(({ exhibits }) => exhibits.includes(id))?.slug ?? null
  return kinds.flatMap(({ id, make }) => {
    const made = make(usable)
    return made === null ? [] : [{ id, section: sectionOf(id), ...made }]
  })
}

/** What a reader is told of an exhibit, made from it alone. */
export const toldOf = (exhibit: Exhibit): ReadonlyArray<Told> => kindOf(exhibit.id)?.tell(exhibit) ?? []

/** All that a reader is told of an exhibit, or was told in reports of earlier versions. */
export const everToldOf = (exhibit: Exhibit): ReadonlyArray<string> => [
  ...toldOf(exhibit).map(({ text }) => text),
  ...(kindOf(exhibit.id)?.formerly?.(exhibit) ?? [])
]
