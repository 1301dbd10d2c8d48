import type { Evidence } from "../../evidence/Evidence.ts"
import { namesOf, type Piece } from "../../evidence/Piece.ts"

/**
 * How many companies are described if none of the account's competitors is in the evidence, with how many items each.
 */
const most = { companies: 3, items: 3 }

/** A competitor, or a company in the news, with news of it. */
export interface Profile {
  /** The piece about it from the account's list; null if it is not on the list. */
  readonly listed: Piece | null
  readonly news: ReadonlyArray<Piece>
}

const newestFirst = (one: Piece, other: Piece): number => {
  const [own, its] = [one, other].map(({ published_at }) => published_at ?? "")
  return Number(its! > own!) - Number(own! > its!) || one.n - other.n
}

/**
 * News of each competitor on the account's list that the evidence names. If it names none, news of the companies that
 * it names most. Half of a company's news is left to the other sections, and each piece is in one profile only.
 */
export const profilesOf = ({ market, pieces }: Evidence): ReadonlyArray<Profile> => {
  const found = new Map((market?.stories ?? []).map(({ n, names }) => [n, names]))
  const news = pieces.filter(({ kind }) => kind === "signal")
  const naming = (namesIn: (piece: Piece) => ReadonlyArray<string>) =>
    Map.groupBy(
      news.flatMap((piece) => [...new Set(namesIn(piece))].map((name) => ({ name, piece }))),
      ({ name }) => name
    )
  const all = naming((piece) => [...namesOf(piece), ...(found.get(piece.n) ?? [])])
  // Each company by one name: it may be known as Acme and as Acme, Inc.
  const often = [...naming((piece) => found.get(piece.n) ?? namesOf(piece))]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .slice(0, most.companies)
  const listed = pieces.filter(({ kind }) => kind === "competitor")
  const subjects =
    listed.length > 0
      ? listed.map((piece) => ({ name: piece.title, piece }))
      : often.map(([name]) => ({ name, piece: null }))
  const taken = new Set<Piece>()
  return subjects.map(({ name, piece }) => {
    const own = (all.get(name) ?? []).map(({ piece }) => piece)
    const chosen = own
      .filter((one) => !taken.has(one))
      .toSorted(newestFirst)
      .slice(0, Math.min(most.items, Math.ceil(own.length / 2)))
    for (const one of chosen) taken.add(one)
    return { listed: piece, news: chosen }
  })
}
