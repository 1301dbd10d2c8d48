import { html, type Html } from "../../text/Html.ts"

/** How good or bad something is; the text says it too, so colour is never the only sign. */
export type Tone = "good" | "busy" | "warn" | "bad" | "off"

/** A state in a word or two. */
export const badge = (tone: Tone, text: string): Html => html`<span class="badge ${tone}">${text}</span>`
