import { html as tagged, raw } from "hono/html"

/** Markup that is safe to send: what came from outside has been escaped on the way in. */
export type Html = Exclude<ReturnType<typeof tagged>, Promise<unknown>>

/** What may stand in a template: text is escaped, markup stays, nothing is nothing. */
export type Part = Html | string | number | null | undefined | false | ReadonlyArray<Part>

/** Makes markup of a template; hono's own tag also takes promises and objects, which have no place in a page. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html =>
  tagged(strings, ...parts) as Html

/** No markup. */
export const nothing = html``

/** Markup that was made elsewhere and escaped there. */
export const trusted = (markup: string): Html => raw(markup)

/** Plain text as HTML and XML hold it, in content and in quoted attributes alike: for markup that is no page. */
export const escapeMarkup = (text: string): string => html`${text}`.toString()
