/** What a page turned out to be. Only `read` is evidence of anything. */
export const pageStates = ["read", "paywall", "consent", "index", "missing", "empty"] as const

/**
 * - `read`: the page holds an article, and its text was found
 * - `paywall`: the text ends where readers would have to pay
 * - `consent`: the page asks for consent or for proof that somebody is human, and shows nothing else
 * - `index`: the page lists other pages
 * - `missing`: the page says in words that there is nothing here, whatever its status says
 * - `empty`: there is no text worth the name
 */
export type PageState = (typeof pageStates)[number]

/** A fetched page: the body as it came, its Content-Type header if there was one, and the URL after all redirects. */
export interface PageInput {
  readonly bytes: Uint8Array
  readonly contentType?: string | undefined
  readonly url: string
}

/** What a page says. Plain data: it crosses from worker to main thread as it is. */
export interface Article {
  readonly state: PageState
  /** The main text, a line for each paragraph, heading, list item and table cell; "" unless the page is `read` or `paywall`. */
  readonly text: string
  /** The page's own title; "" where it has none. */
  readonly title: string
  /** The author as the page names it; null where it does not. */
  readonly author: string | null
  /** When the page says that it was published (ISO 8601, UTC); null where it does not. */
  readonly published_at: string | null
  /** BCP 47 tag of the language that the page declares; null where it declares none. */
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
