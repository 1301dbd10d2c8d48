import type { AccountSummary } from "../api/Account.ts"
import { mostUnread } from "../domain/WatchEvent.ts"
import { html, type Html, nothing, type Part } from "../text/Html.ts"
import { assetUrl } from "./Assets.ts"
import { icon } from "./parts/Icon.ts"
import { palette, paletteButton } from "./parts/Palette.ts"
import { home, type Place, places } from "./Place.ts"

/** One page, to be put into its frame. */
export interface Page {
  readonly title: string
  /** Where it belongs in the navigation. */
  readonly place: Place
  readonly main: Html
  readonly status?: number
  /** Browser modules that it needs beside those of every page. */
  readonly modules?: ReadonlyArray<"progress.js" | "search.js" | "once.js" | "events.js">
  /** Seconds after which a browser without script loads it again. */
  readonly reloadAfter?: number
}

const head = (title: string, modules: ReadonlyArray<string>, more: Html = nothing): Html =>
  html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="same-origin" />
    <title>${title} · Sonde</title>
    <link rel="icon" href="${assetUrl("icon.svg")}" type="image/svg+xml" />
    <link rel="stylesheet" href="${assetUrl("style.css")}" />
    <link rel="stylesheet" href="${assetUrl("charts.css")}" />
    ${modules.map((name) => html`<script type="module" src="${assetUrl(name)}"></script>`)} ${more}`

const document = (inHead: Html, body: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        ${inHead}
      </head>
      ${body}
    </html>`

const brand = html`<a class="brand" href="${home}">${icon("sonde")}<span>Sonde</span></a>`

/** How many events wait to be read; `events.js` counts them down. */
const unread = ({ events }: AccountSummary): Part =>
  events.unread > 0 &&
  html`<span class="unread" data-unread
    >${events.unread < mostUnread ? events.unread : `${mostUnread - 1}+`}<span class="sr"> unread</span></span
  >`

const navigation = (current: Place, account: AccountSummary): Html =>
  html`<nav class="places" aria-label="Main">
    ${places.map(
      ({ group, places }) =>
        html`<div class="group">
          <h2 class="label">${group}</h2>
          <ul>
            ${places.map(
              ({ icon: shape, name, path }) =>
                html`<li>
                  <a href="${path}" ${path === current && html`aria-current="page"`}
                    >${icon(shape)}${name}${path === `${home}/events` && unread(account)}</a
                  >
                </li>`
            )}
          </ul>
        </div>`
    )}
  </nav>`

const accountMenu = (account: string): Html =>
  html`<details class="account">
    <summary>${icon("person")}<span class="name">${account}</span></summary>
    <div class="menu">
      <p class="quiet">Signed in as <b>${account}</b></p>
      <a href="/docs">API reference</a>
      <form method="post" action="${home}/sign-out"><button class="link">Sign out</button></form>
    </div>
  </details>`

/** A page in the frame that signed-in people see. */
export const framed = (page: Page, account: AccountSummary): Html =>
  document(
    head(
      page.title,
      ["page.js", "palette.js", ...(page.modules ?? [])],
      page.reloadAfter === undefined
        ? nothing
        : html`<noscript><meta http-equiv="refresh" content="${page.reloadAfter}" /></noscript>`
    ),
    html`<body class="app">
      <a class="skip" href="#main">Skip to the content</a>
      <header class="side">
        ${brand} ${paletteButton}
        <button class="plain menu-button" type="button" aria-expanded="false" aria-controls="side" hidden>
          ${icon("menu")}<span class="sr">Menu</span>
        </button>
        <div id="side" class="drawer">${navigation(page.place, account)} ${accountMenu(account.account)}</div>
      </header>
      <main id="main" tabindex="-1">
        <p class="notice warn reach" role="status" data-reach></p>
        ${page.main}
      </main>
      ${palette}
    </body>`
  )

/** A page without that frame, for people who are not signed in. */
export const plain = (title: string, main: Html): Html =>
  document(
    head(title, ["page.js"]),
    html`<body class="lone">
      <main id="main" tabindex="-1">
        <p class="mark">${icon("sonde")}<span>Sonde</span></p>
        ${main}
      </main>
    </body>`
  )
