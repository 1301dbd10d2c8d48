/** What a page turned out to be. Only `read` is evidence of anything. */
export const pageStates = ["read", "paywall", "consent", "index", "missing", "empty"] as const

/**
 * - `read`: the page holds an article, and its text was found
 * - `paywall`: the text ends where readers would have to pay
 * - `consent`: the page shows only a consent wall or a check for humans
 * - `index`: the page lists other pages
 * - `missing`: the page says in words that nothing is here, at any status
 * - `empty`: the page has no article text
 */
export type PageState = (typeof pageStates)[number]

/** A fetched page: the raw body, the Content-Type header if there was one, and the URL after all redirects. */
export interface PageInput {
  readonly bytes: Uint8Array
  readonly contentType?: string | undefined
  readonly url: string
}

/** What a page says. Plain data, because it is sent from the worker to the main thread. */
export interface Article {
  readonly state: PageState
  /**
   * The main text, a line for each paragraph, heading, list item and table cell; "" unless the page is `read` or
   * `paywall`.
   */
  readonly text: string
  /** The page's own title; "" if it has none. */
  readonly title: string
  /** The author as the page names it; null if it does not. */
  readonly author: string | null
  /** The page's own date of publication (ISO 8601, UTC); null if it has none. */
  readonly published_at: string | null
  /** BCP 47 tag of the language that the page declares; null if it declares none. */
  readonly language: string | null
}

/** Why a page was not read at all. */
export class PageRefused extends Error {
  override readonly name = "PageRefused"
  readonly reason: "too_large" | "too_complex" | "not_html"

  constructor(reason: PageRefused["reason"], message: string) {
    super(message)
    this.reason = reason
  }
}
