import { lowerFirst } from "../../text/Words.ts"
import type { SourceKind } from "../../domain/Report.ts"
import type { Piece } from "./Piece.ts"

const sought: Readonly<Record<SourceKind, string>> = {
  signal: "News about the niche",
  trending_keyword: "Trending searches that match the niche",
  social_trend: "Social topics that match the niche",
  competitor: "Your competitors in the evidence",
  tracked_keyword: "Figures for tracked keywords of yours that match the niche",
  company: "Companies of the niche"
}

/** How many names a gap lists, because many competitors may be in other markets. */
const namesListed = 3

/** A list in which only the first entry begins with a capital. */
const listed = ([first = "", ...others]: ReadonlyArray<string>): string => [first, ...others.map(lowerFirst)].join("; ")

/** What was looked for and not found, in sentences for the reader. */
export const gapsOf = (
  pieces: ReadonlyArray<Piece>,
  unnamed: ReadonlyArray<{ readonly name: string }>
): ReadonlyArray<string> => {
  const missing = Object.entries(sought).flatMap(([kind, what]) =>
    pieces.every((piece) => piece.kind !== kind) ? [what] : []
  )
  const names = unnamed.slice(0, namesListed).map(({ name }) => name)
  const more = unnamed.length > namesListed ? ` and ${unnamed.length - namesListed} more` : ""
  return [
    ...(missing.length > 0 ? [`${listed(missing)}: none found.`] : []),
    ...(names.length > 0 ? [`Competitors on your list that no evidence names: ${names.join(", ")}${more}.`] : [])
  ]
}
