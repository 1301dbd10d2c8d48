import { html, type Part } from "../../text/Html.ts"
import { count } from "./Figure.ts"

/** Rows of a page of a list. */
export const pageSize = 20

/** How many rows to skip, as the address says; what is no such number counts as none. */
export const skipOf = (query: URLSearchParams): number => {
  const text = query.get("skip") ?? ""
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0
}

/** Ways to the rows before and after, of so many in all; where they are not counted, of whether there are more. */
export const pager = (path: string, skip: number, shown: number, total: number | boolean): Part => {
  const hasMore = typeof total === "boolean" ? total : skip + shown < total
  if (!hasMore && skip === 0) return null
  const to = (rows: number) => (rows === 0 ? path : `${path}?skip=${rows}`)
  return html`<nav class="pager" aria-label="Pages">
    <p class="quiet">
      ${shown === 0 ? "None here" : `${count(skip + 1)} to ${count(skip + shown)}`}${typeof total === "number" && ` of ${count(total)}`}
    </p>
    ${skip > 0 && html`<a class="button" rel="prev" href="${to(Math.max(0, skip - pageSize))}">Newer</a>`}
    ${hasMore && html`<a class="button" rel="next" href="${to(skip + pageSize)}">Older</a>`}
  </nav>`
}
