import { html, type Html, type Part } from "../../text/Html.ts"
import { count } from "./Figure.ts"

/** One way to narrow a list, or to undo that. */
export interface Choice {
  readonly name: Part
  /** How many of the list it leaves; null where that was not counted. */
  readonly count: number | null
  readonly chosen: boolean
  /** The list with it, or without it when it is chosen. */
  readonly href: string
}

/** What the entries of a list have in common, by kind. */
export interface Facet {
  readonly label: string
  readonly choices: ReadonlyArray<Choice>
}

const facet = ({ choices, label }: Facet): Html =>
  html`<div>
    <p class="label">${label}</p>
    <ul class="chips" aria-label="${label}">
      ${choices.map(
        ({ chosen, count: found, href, name }) =>
          html`<li>
            <a href="${href}" ${chosen && html`aria-current="true"`}
              >${name}${found !== null && html` <span class="count">${count(found)}</span>`}${chosen && html` <span aria-hidden="true">×</span><span class="sr">, remove</span>`}</a
            >
          </li>`
      )}
    </ul>
  </div>`

/** Links that narrow a list; they are open where one is chosen. */
export const facetLinks = (all: ReadonlyArray<Facet>, note: Part): Html => {
  const facets = all.filter(({ choices }) => choices.length > 0)
  return html`<details
    class="facets"
    ${facets.some(({ choices }) => choices.some(({ chosen }) => chosen)) && html`open`}
  >
    <summary>Narrow by ${facets.map(({ label }) => label.toLowerCase()).join(", ")}</summary>
    ${facets.map(facet)} ${note !== null && html`<p class="quiet">${note}</p>`}
  </details>`
}
