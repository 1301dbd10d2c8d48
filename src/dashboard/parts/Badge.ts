import { html, type Html } from "../../text/Html.ts"

/** How good or bad something is; colour only ever repeats what the words say. */
export type Tone = "good" | "busy" | "warn" | "bad" | "off"

/** A state in a word or two. */
export const badge = (tone: Tone, text: string): Html => html`<span class="badge ${tone}">${text}</span>`
