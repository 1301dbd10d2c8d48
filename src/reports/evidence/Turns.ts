import { deedOf, isGivenUp } from "../diff/Withdrawal.ts"
import { perPiece } from "./PerPiece.ts"
import type { Candidate } from "./Piece.ts"
import { paused } from "./Steps.ts"

/*
 * What becomes of plans: "Acme plans a plant in Porto", and later "Acme scraps its plant in Porto". The later one says
 * how things stand; the earlier one is no news without it.
 */

/** What a piece says now, against what an earlier one said. */
export interface Turn<P> {
  readonly now: P
  readonly before: P
  readonly sentences: readonly [now: string, before: string]
}

/** What the sentences of a piece plan or give up. */
const deedsOf = perPiece(({ sentences }: Candidate) =>
  sentences.flatMap(({ text }) => {
    const deed = deedOf(text)
    return deed === null ? [] : [{ text, deed }]
  })
)

const newsOf = <P extends Candidate>(pieces: ReadonlyArray<P>) => pieces.filter(({ kind }) => kind === "signal")

/** Reads in steps what pieces of news plan or give up. This takes longer than finding the turns. */
export function* readingDeeds(pieces: ReadonlyArray<Candidate>): Generator<void, void> {
  yield* paused(newsOf(pieces), deedsOf)
}

const told = <P extends Candidate>(pieces: ReadonlyArray<P>) =>
  newsOf(pieces).flatMap((piece) =>
    deedsOf(piece).map(({ deed, text }) => ({
      piece,
      text,
      deed,
      isHeadline: text === piece.headline,
      at: piece.published_at ?? ""
    }))
  )

/**
 * The latest turn of each plan, the newest first: of one day, a plan comes before its end. Many who tell of an end
 * recall the plan, so it is taken up again only where a later headline says so.
 */
export const turnsIn = <P extends Candidate>(pieces: ReadonlyArray<P>): ReadonlyArray<Turn<P>> => {
  const all = told(pieces).toSorted(
    (one, other) =>
      Number(other.at > one.at) - Number(one.at > other.at) ||
      Number(other.deed.kind === "end") - Number(one.deed.kind === "end")
  )
  // A piece that reports an end does not report a plan that is still open.
  const ended = new Set(all.flatMap(({ deed, piece }) => (deed.kind === "end" ? [piece] : [])))
  if (ended.size === 0) return []
  const overtaken = new Set<P>()
  return all.flatMap(({ deed, isHeadline, piece: now, text }, at): ReadonlyArray<Turn<P>> => {
    if (overtaken.has(now) || (deed.kind === "plan" && !isHeadline)) return []
    const earlier = all
      .slice(at + 1)
      .filter(
        ({ deed: other, piece }) =>
          piece !== now &&
          !overtaken.has(piece) &&
          (deed.kind === "plan" || !ended.has(piece)) &&
          isGivenUp(deed, other, piece.story !== undefined && piece.story === now.story)
      )
    for (const { piece } of earlier) overtaken.add(piece)
    return earlier.slice(0, 1).map((other) => ({ now, before: other.piece, sentences: [text, other.text] }))
  })
}
