/** A pure function of a text that remembers what it made of the last texts: many rules read the same sentences. */
export const remembered = <A>(make: (text: string) => A, most: number): ((text: string) => A) => {
  const known = new Map<string, A>()
  return (text) => {
    if (known.has(text)) return known.get(text)!
    const made = make(text)
    if (known.size >= most) known.delete(known.keys().next().value!)
    known.set(text, made)
    return made
  }
}
