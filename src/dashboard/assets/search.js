/*
 * Searches as one types: asks for the page that the form would lead to, and takes the results out of it.
 */

const form = document.querySelector("form[data-search]")
const input = form?.querySelector("input[type=search]")

/** Milliseconds without a key before it is asked. */
const pause = 250

let asked = 0
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting

const ask = async () => {
  if (!(form instanceof HTMLFormElement) || !(input instanceof HTMLInputElement)) return
  const turn = ++asked
  const url = new URL(form.action)
  if (input.value.trim() !== "") url.searchParams.set("q", input.value.trim())
  const answer = await fetch(url, { headers: { accept: "text/html" } }).catch(() => null)
  // A later question has been asked, or the answer is no page of results: the form still works.
  if (turn !== asked || answer === null || !answer.ok || answer.redirected) return
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("results")
  if (turn !== asked || found === null) return
  document.getElementById("results")?.replaceWith(found)
  history.replaceState(history.state, "", url)
}

input?.addEventListener("input", () => {
  clearTimeout(waiting)
  waiting = setTimeout(() => void ask(), pause)
})
