/*
 * Whether the service answers. What a page asks for by itself is asked for here; where nobody answers, the page says so
 * until somebody does. A browser that is offline may still reach a service on its own machine, so it is tried.
 */

const place = document.querySelector("[data-reach]")

const words = "The service cannot be reached. What is shown may be old; it is tried again every few seconds."

/** What the service answers to anybody, at once. */
const sign = "/healthz"

/** Milliseconds until it is tried again. */
const pause = 3_000

/** What a proxy answers in the place of a service that is not there. */
const absent = [502, 503, 504]

/** @type {ReturnType<typeof setTimeout> | undefined} */
let again

const tell = (/** @type {boolean} */ isReached) => {
  if (place !== null) place.textContent = isReached ? "" : words
  clearTimeout(again)
  again = isReached ? undefined : setTimeout(tryReach, pause)
}

/** Asks the service, as `fetch` does; null where nobody answers. */
export const ask = async (/** @type {string | URL} */ url, /** @type {RequestInit} */ init = {}) => {
  const answer = await fetch(url, init).catch(() => null)
  tell(answer !== null && !absent.includes(answer.status))
  return answer
}

/** Finds out whether the service answers. */
export const tryReach = () => void ask(sign, { method: "HEAD", cache: "no-store" })

addEventListener("offline", tryReach)
addEventListener("online", tryReach)
