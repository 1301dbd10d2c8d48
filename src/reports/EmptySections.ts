import { lowerFirst } from "../text/Words.ts"
import { nothingFound, nothingRecommended, nothingSorted, toldElsewhere } from "./check/Formulas.ts"
import type { Facet } from "./evidence/Facets.ts"
import type { Piece } from "./evidence/Piece.ts"
import type { Section } from "./Outline.ts"
import type { Paragraph } from "./writers/Writer.ts"

/*
 * Sections without content: what they say instead, and how `gaps` name them.
 */

/** How many sources a section points to if it quotes none. */
export const pointed = 6

/** Facets that follow from the kind of a piece: without a piece of that kind there is surely nothing to tell. */
const ofOneKind: ReadonlySet<Facet> = new Set(["company", "competitor", "search", "social"])

const fitting = ({ facets }: Section, pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> =>
  pieces.filter((piece) => facets.some((facet) => piece.facets.has(facet)))

/** Why a section is empty, in its own words, and in words for several sections at once. */
interface Cause {
  readonly own: (section: Section) => string
  readonly ofSeveral: string
}

/** Why several sections are empty of a report that found nothing. */
export const nothingFoundInSeveral = "no stored evidence was found."

const causes = {
  notFound: { own: nothingFound, ofSeveral: nothingFoundInSeveral },
  notSorted: {
    own: nothingSorted,
    ofSeveral: "none of the evidence was assigned to these sections; other sections may be about the same subjects."
  },
  notRecommended: { own: () => nothingRecommended, ofSeveral: nothingRecommended }
} as const satisfies Readonly<Record<string, Cause>>

const causeOf = (section: Section, pieces: ReadonlyArray<Piece>): Cause => {
  if (pieces.length === 0) return causes.notFound
  // Such a section only draws conclusions from the others.
  if (section.facets.length === 0) return causes.notRecommended
  const isKnown = section.facets.every((facet) => ofOneKind.has(facet)) && fitting(section, pieces).length === 0
  return isKnown ? causes.notFound : causes.notSorted
}

/** What an empty section says. `told` are the pieces that other sections use. */
export const withoutContent = (
  section: Section,
  pieces: ReadonlyArray<Piece>,
  told: ReadonlySet<number>
): Paragraph => {
  const elsewhere = fitting(section, pieces).flatMap(({ n }) => (told.has(n) ? [n] : []))
  const text = elsewhere.length > 0 ? toldElsewhere(section) : causeOf(section, pieces).own(section)
  return { form: "prose", statements: [{ lead: null, text, citations: elsewhere.slice(0, pointed) }] }
}

/** The empty sections as gaps: each cause is stated once, with all sections that are empty because of it. */
export const emptySections = (empty: ReadonlyArray<Section>, pieces: ReadonlyArray<Piece>): ReadonlyArray<string> =>
  [...Map.groupBy(empty, (section) => causeOf(section, pieces))].map(([cause, sections]) => {
    const [first, ...others] = sections
    const why = others.length === 0 ? cause.own(first!) : cause.ofSeveral
    return `${sections.map(({ title }) => title).join(", ")}: ${lowerFirst(why)}`
  })
