/*
 * Searches as one types: asks for the page that the form would lead to, and takes the results out of it. More of a list
 * is added to it in the same way.
 */

import { ask as reach } from "./reach.js"

const form = document.querySelector("form[data-search]")
const input = form?.querySelector("input[type=search]")

/** Milliseconds without a key before it is asked. */
const pause = 250

let asked = 0
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting

/** The results of a page; null when it has none, or cannot be had. */
const resultsAt = async (/** @type {URL} */ url) => {
  const answer = await reach(url, { headers: { accept: "text/html" } })
  if (answer === null || !answer.ok || answer.redirected) return null
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("results")
}

const ask = async () => {
  if (!(form instanceof HTMLFormElement) || !(input instanceof HTMLInputElement)) return
  const turn = ++asked
  const url = new URL(form.action)
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value.trim() !== "") url.searchParams.append(name, value.trim())
  const found = await resultsAt(url)
  // A later question has been asked, or the answer is no page of results: the form still works.
  if (turn !== asked || found === null) return
  const [facets, old] = [found, document].map((place) => place.querySelector("details.facets"))
  if (old?.hasAttribute("open")) facets?.setAttribute("open", "")
  document.getElementById("results")?.replaceWith(found)
  history.replaceState(history.state, "", url)
}

/** Adds what the link leads to, and goes on there with the first that was added. */
const more = async (/** @type {HTMLAnchorElement} */ link) => {
  const turn = ++asked
  link.setAttribute("aria-busy", "true")
  const found = await resultsAt(new URL(link.href))
  if (turn !== asked) return
  const list = document.querySelector("#results .signals")
  const added = [...(found?.querySelectorAll(".signals > li") ?? [])]
  if (list === null || added.length === 0) return location.assign(link.href)
  list.append(...added)
  const next = found?.querySelector("[data-more]")
  const place = link.closest("[data-more]")
  if (next == null) place?.remove()
  else place?.replaceWith(next)
  added[0]?.querySelector("a")?.focus({ preventScroll: true })
}

input?.addEventListener("input", () => {
  clearTimeout(waiting)
  waiting = setTimeout(() => void ask(), pause)
})

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("[data-more] a") : null
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  void more(link)
})
