import { html, type Html } from "../../text/Html.ts"
import { compact, count } from "./Figure.ts"

/** An amount in short; the whole of it shows on hovering. */
export const money = (value: number | null, currency: string): Html | string =>
  value === null ? "–" : html`<span title="${count(value)} ${currency}">${compact(value)} ${currency}</span>`
