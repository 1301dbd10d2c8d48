/** What `find` finds of two in either order, as a sentence of each; null where it finds nothing. */
export const eitherWay =
  <A>(find: (one: A, other: A) => readonly [own: string, its: string] | null) =>
  (one: A, other: A): readonly [string, string] | null => {
    const found = find(one, other)
    if (found !== null) return found
    const turned = find(other, one)
    return turned === null ? null : [turned[1], turned[0]]
  }
