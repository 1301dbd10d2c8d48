/**
 * A queue whose entries can leave from anywhere.
 *
 * It is for entries that come and go with each request. A `Set` costs garbage collection there: V8 replaces its table
 * every few dozen changes, and the old table keeps its entries alive until the next full collection. Here the old
 * tables keep only empty places.
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
