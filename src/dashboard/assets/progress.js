/*
 * A report that is being made: asks the API how far it is, shows the step, and loads the page again when it is there.
 */

const shown = document.querySelector("[data-progress]")

/** Milliseconds between two questions. */
const pause = 700

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
  const answer = await fetch(path, { headers: { accept: "application/json" } }).catch(() => null)
  // Signed out, or the report is gone: the page says so. When the service cannot be reached, it is asked again.
  if (answer !== null && (answer.status === 401 || answer.status === 404)) return location.reload()
  if (answer?.ok === true) {
    const { data } = await answer.json()
    if (data.status !== "queued" && data.status !== "processing") return location.reload()
    show(data.step ?? "queued")
  }
  setTimeout(() => void ask(path), pause)
}

const path = shown?.getAttribute("data-progress")
if (typeof path === "string") setTimeout(() => void ask(path), pause)
