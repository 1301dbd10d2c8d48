import { isFinal, type Report, type ReportStatus, ReportStep } from "../../domain/Report.ts"
import { html, type Html } from "../../text/Html.ts"
import { badge, type Tone } from "./Badge.ts"

const tones: Record<ReportStatus, Tone> = {
  queued: "busy",
  processing: "busy",
  completed: "good",
  failed: "bad",
  cancelled: "off"
}

export const reportStatus = (status: ReportStatus): Html => badge(tones[status], status)

const steps: Record<"queued" | typeof ReportStep.Type, { readonly name: string; readonly about: string }> = {
  queued: { name: "Waiting", about: "for its turn" },
  searching: { name: "Searching", about: "for news about the market" },
  reading: { name: "Reading", about: "the pages behind the best of it" },
  gathering: { name: "Gathering", about: "stored evidence on the market" },
  writing: { name: "Writing", about: "from that evidence alone" },
  checking: { name: "Checking", about: "every sentence against its sources" }
}

const order = ["queued", ...ReportStep.literals] as const

/** The steps of reports whose niche is looked up; the others don't show them. */
const ofResearch: ReadonlySet<string> = new Set(["searching", "reading"])

/** How far a step of research is; `progress.js` says the same. */
const counted = (step: string, research: Report["research"]): string => {
  if (research === null) return ""
  const { pages, searches } = research
  if (step === "reading") return pages.of === 0 ? "" : `${pages.done} of ${pages.of}`
  const asked = searches.filter(({ state }) => state !== "waiting")
  return `${asked.length} of ${searches.length}, ${asked.reduce((sum, { found }) => sum + found, 0)} found`
}

/** How far a report is that is being made; `progress.js` keeps it up to date and shows the report when it is there. */
export const progress = (report: Report): Html => {
  const at = order.indexOf(report.step ?? "queued")
  const isResearched = report.research !== null
  return html`<div
    class="panel"
    data-progress="/api/v1/public/reports/${report.id}"
    aria-busy="${String(!isFinal(report.status))}"
  >
    <ol class="steps">
      ${order.map((step, index) => {
        const state = index < at ? "done" : index === at ? "now" : "next"
        return html`<li
          class="${state}"
          data-step="${step}"
          ${state === "now" && html`aria-current="step"`}
          ${ofResearch.has(step) && !isResearched && html`hidden`}
        >
          <b>${steps[step].name}</b> <span class="quiet">${steps[step].about}</span>
          ${ofResearch.has(step) && html`<span data-count>${counted(step, report.research)}</span>`}
        </li>`
      })}
    </ol>
    <p class="quiet" role="status" data-said>
      It takes seconds when the report quotes its sources, up to a few minutes when a model writes it. You may leave
      this page.
    </p>
  </div>`
}
