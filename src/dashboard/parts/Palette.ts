import { html } from "../../text/Html.ts"
import { home } from "../Place.ts"
import { icon } from "./Icon.ts"
import { searchPath } from "./SearchAddress.ts"

/** The page that the palette takes its entries from, and that stands in for it where there is no script. */
export const findPath = `${home}/find` as const

/** What opens the palette; without script it leads to the page that has the same. */
export const paletteButton = html`<a class="find" href="${findPath}" data-opens-palette
  >${icon("keyword")}<span>Find</span> <kbd hidden>Ctrl K</kbd></a
>`

/** The palette, which `palette.js` fills. */
export const palette = html`<dialog class="palette" data-palette aria-label="Find">
  <form method="get" action="${searchPath}">
    <input
      name="q"
      type="text"
      role="combobox"
      aria-label="Find pages, actions, views and news"
      aria-controls="palette-list"
      aria-expanded="false"
      aria-autocomplete="list"
      placeholder="Pages, actions, views, or words of the news"
      maxlength="500"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      autofocus
    />
    <button type="button" data-close>Close</button>
  </form>
  <div id="palette-list" role="listbox" aria-label="Entries"></div>
  <div class="foot">
    <p class="sr" role="status"></p>
    <label
      ><input type="checkbox" /> <span>The key <kbd>/</kbd> opens this</span></label
    >
  </div>
</dialog>`
