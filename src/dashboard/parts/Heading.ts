import { html, type Html, type Part } from "../../text/Html.ts"

/** What a page begins with: its name, a line of what it is for, and what can be done there. */
export const heading = (title: string, about: Part = null, actions: Part = null): Html =>
  html`<header class="heading">
    <div>
      <h1>${title}</h1>
      ${about !== null && html`<p class="lead">${about}</p>`}
    </div>
    ${actions !== null && html`<div class="actions">${actions}</div>`}
  </header>`

/** What stands where nothing is yet: why, and what to do about it. */
export const empty = (title: string, text: Part, actions: Part = null): Html =>
  html`<div class="empty">
    <p class="title">${title}</p>
    <p>${text}</p>
    ${actions}
  </div>`

/**
 * What was just done, said once; `page.js` takes it out of the address, so that it is gone when the page is loaded
 * again.
 */
export const notice = (messages: Readonly<Record<string, string>>, query: URLSearchParams): Part => {
  const done = query.get("done") ?? ""
  return Object.hasOwn(messages, done) && html`<p class="notice good" role="status">${messages[done]}</p>`
}
