import type { CompetitorStatus } from "../../domain/Competitor.ts"
import type { EndpointStatus } from "../../domain/Endpoint.ts"
import type { WatchStatus } from "../../domain/Watch.ts"
import { html, type Html } from "../../text/Html.ts"

/** A button that pauses or resumes what is at this path. In a table, `about` names it for screen readers. */
export const pauseForm = (path: string, status: CompetitorStatus | EndpointStatus | WatchStatus, about = ""): Html => {
  const [verb, word] =
    status === "paused" ? ["resume", "Resume"] : status === "disabled" ? ["resume", "Reactivate"] : ["pause", "Pause"]
  return html`<form method="post" action="${path}/${verb}">
    ${about === "" ? html`<button>${word}</button>` : html`<button class="small">${word}<span class="sr"> ${about}</span></button>`}
  </form>`
}
