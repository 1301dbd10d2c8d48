import { Effect } from "effect"
import { html, type Html, type Part } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import type { Place } from "../Place.ts"
import type { PageRequest } from "../Routes.ts"
import { heading } from "./Heading.ts"

/** Something that is asked about before it is done. */
export interface Question {
  /** Where the form goes; the same address shows the question as a page to browsers without script. */
  readonly path: string
  readonly title: string
  readonly text: Part
  readonly yes: string
  readonly danger?: boolean
}

const buttons = ({ danger, path, yes }: Question, no: Html): Html =>
  html`<form method="post" action="${path}" class="actions">
    ${no}<button class="${danger === true ? "danger" : "primary"}">${yes}</button>
  </form>`

/** A way to the question: a link to its page, which `page.js` turns into a dialog in place. */
export const ask = (question: Question, label: string): Html => {
  const id = `ask-${question.path.split("/").slice(2).join("-")}`
  return html`<a
      class="button ${question.danger === true && "danger-quiet"}"
      href="${question.path}"
      data-dialog="${id}"
      >${label}</a
    >
    <dialog id="${id}" aria-labelledby="${id}-title">
      <h2 id="${id}-title">${question.title}</h2>
      <p>${question.text}</p>
      ${buttons(question, html`<button type="button" data-close>Cancel</button>`)}
    </dialog>`
}

/** The question as a page, from which one may go back. */
export const questionPage = (question: Question, place: Place, back: string): Page => ({
  title: question.title,
  place,
  main: html`${heading(question.title)}
    <div class="panel">
      <p>${question.text}</p>
      ${buttons(question, html`<a class="button" href="${back}">Cancel</a>`)}
    </div>`
})

/** Shows the question about a thing as a page, from which one may go back to that of the thing. */
export const questionView =
  <A extends { readonly id: number }, E, R>(
    place: Place,
    find: (asked: PageRequest) => Effect.Effect<A, E, R>,
    question: (about: A) => Question
  ) =>
  (asked: PageRequest) =>
    Effect.map(find(asked), (about) => questionPage(question(about), place, `${place}/${about.id}`))
