import type { ListedSource } from "../../api/Sources.ts"
import { html, type Part } from "../../text/Html.ts"
import { counted } from "./Figure.ts"
import { instant, when } from "./Time.ts"

/** So many sources are named. */
const mostNames = 3

/** Whether a source fails only because this machine seems offline. */
export const isSilent = ({ offline_since }: Pick<ListedSource, "offline_since">): boolean => offline_since !== null

/** Whether a source fails for a reason of its own. */
export const isFailing = (source: Pick<ListedSource, "offline_since" | "state">): boolean =>
  !isSilent(source) && (source.state === "error" || source.state === "blocked")

/** Says once that nobody can be reached, in the place of an error for each source. */
export const outageNotice = (sources: ReadonlyArray<ListedSource>, now: Date): Part => {
  const silent = sources.filter(isSilent)
  const [since] = silent.flatMap(({ offline_since }) => offline_since ?? []).toSorted()
  if (since === undefined) return null
  const names = silent.slice(0, mostNames).map(({ title }) => title)
  const more = silent.length - names.length
  return html`<p class="notice warn" role="status">
    <b>This machine seems offline.</b> Since ${instant(since)} (${when(since, now)}) nobody has answered for
    ${counted(silent.length, "source")}: ${names.join(", ")}${more > 0 && ` and ${more} more`}. They are tried again by
    themselves.
  </p>`
}
