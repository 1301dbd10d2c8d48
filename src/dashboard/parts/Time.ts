import type { CalendarDate, Timestamp } from "../../domain/Timestamp.ts"
import { html, type Html } from "../../text/Html.ts"

/** The units in which a distance in time is told, the longest first, in seconds. */
const units = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" })

/** How far an instant is from now, in one unit: `3 hours ago`, `in 5 minutes`. */
export const distance = (instant: Date, now: Date): string => {
  const seconds = Math.round((instant.getTime() - now.getTime()) / 1000)
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1]
  return Math.abs(seconds) < 10 ? "just now" : relative.format(Math.trunc(seconds / size), unit)
}

/** An instant as its distance from now; the instant itself shows on hovering. */
export const when = (timestamp: Timestamp, now: Date): Html =>
  html`<time datetime="${timestamp}Z" title="${timestamp.replace("T", " ")} UTC"
    >${distance(new Date(`${timestamp}Z`), now)}</time
  >`

/** An instant in full. */
export const instant = (timestamp: Timestamp): Html =>
  html`<time datetime="${timestamp}Z">${timestamp.replace("T", " ").slice(0, 16)} UTC</time>`

const dayForm = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })

/** A day: `21 Nov 2026`. */
export const day = (date: CalendarDate | string): Html => {
  const parsed = new Date(`${date.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(parsed.getTime())) return html`${date}`
  const parts = Object.fromEntries(dayForm.formatToParts(parsed).map(({ type, value }) => [type, value]))
  return html`<time datetime="${date.slice(0, 10)}">${parts["day"]} ${parts["month"]} ${parts["year"]}</time>`
}
