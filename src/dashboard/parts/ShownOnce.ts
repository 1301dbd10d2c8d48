import { html, type Html, type Part } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import type { Place } from "../Place.ts"
import { heading } from "./Heading.ts"

/** Something that is shown only once. */
interface Shown {
  readonly title: string
  readonly place: Place
  /** The page of what it is for. */
  readonly path: string
  /** What stands above the title. */
  readonly above?: Html
  readonly text: Part
  readonly copies: Part
  /** Where one goes on from here. */
  readonly onward: Html
}

/** The way on from a page that is shown once. */
export const copiedLink = (path: string): Html => html`<a class="button primary" href="${path}">I have copied it</a>`

/**
 * A page with what is known at no other moment. It is the form's own answer: nothing keeps it until a next page.
 * `once.js` gives the entry in the browser's history the address of what it is for, so that loading it again does not
 * send the form again.
 */
export const shownOnce = ({ above, copies, onward, path, place, text, title }: Shown): Page => ({
  title,
  place,
  status: 201,
  modules: ["once.js"],
  main: html`${above}${heading(title)}
    <p class="notice warn" role="status" data-once="${path}">${text}</p>
    <section class="panel">
      ${copies}
      <div class="actions">${onward}</div>
    </section>`
})
