import { linkOf } from "../../reports/document/Contents.ts"
import { html, type Html, type Part } from "../../text/Html.ts"

/**
 * A link to somebody else's page: only http and https are followed, and that page is not told where the reader came
 * from.
 */
export const outbound = (url: string | null, text: Part): Html => {
  const link = linkOf(url)
  return link === null ? html`${text}` : html`<a href="${link}" rel="noopener noreferrer nofollow">${text}</a>`
}
