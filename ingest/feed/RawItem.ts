/** Text as a format hands it over: HTML still to be read, or plain text to be shown as it stands. */
export interface Markup {
  readonly value: string
  readonly html: boolean
}

/** One item as its format gives it, before anything is cleaned, cut or judged. */
export interface RawItem {
  readonly guid: string
  /** The absolute http(s) URL, or null. */
  readonly link: string | null
  readonly title: Markup
  /** The publisher's own short form. */
  readonly summary: Markup
  /** The longest form that the item carries. */
  readonly content: Markup
  /** Dates as written, the best first. */
  readonly dates: ReadonlyArray<string>
  /** Its own; whoever wrote the whole feed stands there. */
  readonly authors: ReadonlyArray<string>
  readonly categories: ReadonlyArray<string>
  readonly source: string
  /** Its own, as it is written; "" where only the feed states one. */
  readonly language: string
  readonly extensions: Readonly<Record<string, ReadonlyArray<string>>>
}

/** A whole document in the same state. */
export interface RawFeed {
  readonly title: Markup
  readonly link: string | null
  readonly language: string
  readonly ttlMinutes: number | null
  /** Who wrote the items that name nobody, where the format says so. */
  readonly authors: ReadonlyArray<string>
  readonly items: ReadonlyArray<RawItem>
}

export const html = (value: string): Markup => ({ value, html: true })
export const plain = (value: string): Markup => ({ value, html: false })
export const NOTHING: Markup = plain("")
