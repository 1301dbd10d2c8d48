/**
 * Things in the order in which they came, each until it is taken out.
 *
 * A `Set` is no place for what comes and goes with each request. Its table is made anew every few dozen times, and V8
 * has the old table keep what was in it and the new one. So what has left is held by tables that nobody uses, and is
 * freed only when the whole heap is looked through. Here such tables hold empty places.
 */
export class Line<A> {
  readonly #places = new Set<{ thing: A | undefined }>()

  get size(): number {
    return this.#places.size
  }

  /** Adds a thing at the end; what this returns takes it out. */
  add(thing: A): () => void {
    const place: { thing: A | undefined } = { thing }
    this.#places.add(place)
    return () => {
      this.#places.delete(place)
      place.thing = undefined
    }
  }

  *[Symbol.iterator](): Generator<A> {
    for (const { thing } of this.#places) yield thing as A
  }
}
