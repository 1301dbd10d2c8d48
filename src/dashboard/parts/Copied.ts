import { html, type Html } from "../../text/Html.ts"

/** A text to be copied; `id` is its own on the page. */
export const copied = (label: string, id: string, text: string): Html =>
  html`<div class="secret">
    <p class="label" id="${id}-label">${label}</p>
    <pre id="${id}" tabindex="0" aria-labelledby="${id}-label"><code>${text}</code></pre>
    <button type="button" data-copy="${id}" hidden>Copy</button>
  </div>`
