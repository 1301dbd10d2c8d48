/*
 * A report that is being made: asks the API how far it is, shows the step, and loads the page again when it is there.
 */

import { ask as reach } from "./reach.js"

const shown = document.querySelector("[data-progress]")

/** Milliseconds between two questions. */
const pause = 700

/**
 * How far the steps of research are.
 *
 * @param {{ searches: Array<{ state: string; found: number }>; pages: { of: number; done: number } }} research
 */
const countsOf = ({ pages, searches }) => {
  const asked = searches.filter(({ state }) => state !== "waiting")
  const found = asked.reduce((sum, { found }) => sum + found, 0)
  return {
    searching: `${asked.length} of ${searches.length}, ${found} found`,
    reading: pages.of === 0 ? "" : `${pages.done} of ${pages.of}`
  }
}

/** @param {Parameters<typeof countsOf>[0] | null} research */
const count = (research) => {
  if (research === null) return
  for (const [step, text] of Object.entries(countsOf(research))) {
    const item = shown?.querySelector(`[data-step=${step}]`)
    const place = item?.querySelector("[data-count]")
    item?.removeAttribute("hidden")
    if (place && place.textContent !== text) place.textContent = text
  }
}

/** @param {string} step */
const show = (step) => {
  const items = [...(shown?.querySelectorAll("[data-step]") ?? [])]
  const at = items.findIndex((item) => item.getAttribute("data-step") === step)
  for (const [index, item] of items.entries()) {
    item.className = index < at ? "done" : index === at ? "now" : "next"
    if (index === at) item.setAttribute("aria-current", "step")
    else item.removeAttribute("aria-current")
  }
}

/** @param {string} path */
const ask = async (path) => {
  const answer = await reach(path, { headers: { accept: "application/json" } })
  // Signed out, or the report is gone: the page says so. When the service cannot be reached, it is asked again.
  if (answer !== null && (answer.status === 401 || answer.status === 404)) return location.reload()
  if (answer?.ok === true) {
    const { data } = await answer.json()
    if (data.status !== "queued" && data.status !== "processing") return location.reload()
    show(data.step ?? "queued")
    count(data.research)
  }
  setTimeout(() => void ask(path), pause)
}

const path = shown?.getAttribute("data-progress")
if (typeof path === "string") setTimeout(() => void ask(path), pause)
