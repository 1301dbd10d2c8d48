import { html, type Html, type Part } from "../../text/Html.ts"

/** A part of a page under its own heading. */
export const section = (title: string, body: Part, more: Part = null): Html =>
  html`<section class="panel">
    <header class="panel-head">
      <h2>${title}</h2>
      ${more !== null && html`<div class="actions">${more}</div>`}
    </header>
    ${body}
  </section>`
