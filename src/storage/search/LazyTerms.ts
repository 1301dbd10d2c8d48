import { analyse, type Document, type Terms } from "../../search/Analysis.ts"

/** Terms that are made while there is time for it, or else when they are needed. */
export class LazyTerms {
  readonly #text: Document
  #made: Terms | null = null

  constructor(text: Document) {
    this.#text = text
  }

  get isMade(): boolean {
    return this.#made !== null
  }

  get(): Terms {
    return (this.#made ??= analyse(this.#text))
  }
}
