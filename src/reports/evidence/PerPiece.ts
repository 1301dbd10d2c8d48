import type { Candidate } from "./Piece.ts"

/**
 * Remembers what `read` reads out of each piece of evidence. A piece is known by its list of sentences, which stays the
 * same however often the piece is copied. Its headline, title and date belong to them: each piece is given a list of
 * its own when it is made, and no copy changes any of these.
 */
export const perPiece = <P extends Pick<Candidate, "sentences">, A>(read: (piece: P) => A): ((piece: P) => A) => {
  const known = new WeakMap<P["sentences"], A>()
  return (piece) => {
    if (known.has(piece.sentences)) return known.get(piece.sentences)!
    const made = read(piece)
    known.set(piece.sentences, made)
    return made
  }
}
