import type { Section } from "../../Outline.ts"
import { carriers, contextWords, namesOf, type Piece } from "../../evidence/Piece.ts"

/**
 * What a section shows at most: more than six items of a kind are a list, not a section. A section for the market at
 * large takes what no other has a place for.
 */
const most = { particular: 6, general: 10 }

/**
 * Gives each piece to one section. In rounds, every section takes the best piece left that fits it, of each of its
 * facets in turn; those that few pieces fit choose first, so that the general ones don't take what the particular ones
 * need.
 */
export const allocate = (
  outline: ReadonlyArray<Section>,
  pieces: ReadonlyArray<Piece>
): ReadonlyMap<string, ReadonlyArray<Piece>> => {
  const fitting = outline.map(({ slug, facets, ofCompanies }) => ({
    slug,
    facets,
    fits: pieces.filter(
      (piece) => facets.some((facet) => piece.facets.has(facet)) && (!ofCompanies || namesOf(piece).length > 0)
    ),
    taken: [] as Array<Piece>
  }))
  const isGeneral = ({ facets }: Pick<Section, "facets">) => Number(facets.includes("news"))
  const byScarcity = fitting.toSorted(
    (one, other) => one.fits.length - other.fits.length || isGeneral(one) - isGeneral(other)
  )
  const left = new Set(pieces)
  for (let round = 0; round < most.general; round++) {
    for (const { facets, fits, taken } of byScarcity) {
      if (round >= most.particular && isGeneral({ facets }) === 0) continue
      const facet = facets[round % facets.length]!
      const open = fits.filter((piece) => left.has(piece))
      const best = open.find((piece) => piece.facets.has(facet)) ?? open[0]
      if (best === undefined) continue
      left.delete(best)
      taken.push(best)
    }
  }
  return new Map(
    fitting.map(({ slug, facets, taken }) => {
      const rank = (piece: Piece) => facets.findIndex((facet) => piece.facets.has(facet))
      const order = (one: Piece, other: Piece) =>
        rank(one) - rank(other) ||
        contextWords(other) - contextWords(one) ||
        carriers(other) - carriers(one) ||
        one.n - other.n
      return [slug, taken.sort(order)]
    })
  )
}
