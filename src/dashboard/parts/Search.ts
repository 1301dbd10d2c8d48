import { html, type Html, type Part } from "../../text/Html.ts"

/** A search over one list; `search.js` asks as one types and puts the answer into `#results`. */
export const searchForm = (options: {
  readonly path: string
  readonly query: string
  readonly label: string
  readonly hint: string
  readonly maxLength: number
  /** Fields that narrow the list. */
  readonly filters?: Part
}): Html =>
  html`<form method="get" action="${options.path}" role="search" class="search" data-search>
    <label class="sr" for="q">${options.label}</label>
    <input
      id="q"
      name="q"
      type="search"
      value="${options.query}"
      placeholder="${options.label}"
      maxlength="${options.maxLength}"
      autocomplete="off"
      aria-describedby="q-hint"
    />
    <button>Search</button>
    <p class="hint" id="q-hint">${options.hint}</p>
    ${options.filters}
  </form>`

/** What was found. */
export const results = (body: Html): Html => html`<div id="results" class="panel">${body}</div>`
