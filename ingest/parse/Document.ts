/** A document as it was fetched: hostile until a reader has looked at it. */
export interface Document {
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** Where it was found in the end: the base of relative links. */
  readonly url: string
}

/** The text of a document that says nothing about its encoding: JSON and CSV are UTF-8. */
export const textOf = ({ bytes }: Document): string => new TextDecoder().decode(bytes)
