import type { TrackedKeyword } from "../../domain/TrackedKeyword.ts"
import { html, type Html } from "../../text/Html.ts"

/** Where a keyword's page stands: its place, not found, or not looked for yet. */
export const positionWords = ({ current_position, position_history }: TrackedKeyword): string =>
  current_position !== null ? String(current_position) : position_history.length === 0 ? "not checked yet" : "not found"

/** How many places it has gained or lost since the first that is known. */
export const change = ({ current_position, position_history }: TrackedKeyword): Html => {
  const first = position_history.find(({ position }) => position !== null)?.position ?? null
  if (current_position === null || first === null) return html`<span class="quiet">–</span>`
  const gained = first - current_position
  if (gained === 0) return html`<span class="quiet">same</span>`
  return gained > 0 ? html`<span class="up">▲ ${gained}</span>` : html`<span class="down">▼ ${-gained}</span>`
}
