/*
 * Events: those that are seen are read, and new ones come in by themselves. Without script they are marked as read by a
 * button, and come with the next load.
 */

import { ask, tryReach } from "./reach.js"

const api = "/api/v1/public/events"

/** Counts down what the navigation says. */
const countDown = (/** @type {number} */ read) => {
  const place = document.querySelector("[data-unread]")
  const number = place?.firstChild
  // More than it can count, or gone already.
  if (place == null || number == null || !/^\d+$/.test(number.textContent ?? "")) return
  const left = Number(number.textContent) - read
  if (left > 0) number.textContent = String(left)
  else place.remove()
}

/** Ids that the service was told. @type {Set<string>} */
const told = new Set()

/** Tells the service which events stand on the page, once somebody can see them. */
const seen = async () => {
  if (document.visibilityState !== "visible") return
  const ids = [...document.querySelectorAll("[data-event]")]
    .map((item) => item.getAttribute("data-event") ?? "")
    .filter((id) => !told.has(id))
  if (ids.length === 0) return
  for (const id of ids) told.add(id)
  const answer = await ask(`${api}/read`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ids: ids.map(Number) })
  })
  if (answer?.ok === true) countDown(ids.length)
  else for (const id of ids) told.delete(id)
}

/** Milliseconds in which what comes in together is shown together. */
const pause = 300

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting

/** Shows the list as it is now: takes it, and the navigation's number, out of the page at this address. */
const renew = async () => {
  const answer = await ask(location.href, { headers: { accept: "text/html" } })
  if (answer === null || !answer.ok || answer.redirected) return
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  for (const shown of ["#events", ".places"]) {
    const [found, old] = [page, document].map((place) => place.querySelector(shown))
    if (found != null) old?.replaceWith(found)
  }
  void seen()
}

const renewSoon = () => {
  clearTimeout(waiting)
  waiting = setTimeout(() => void renew(), pause)
}

/** Milliseconds after which a stream is asked for again that the service has refused. */
const patience = 5_000

/** @type {EventSource | undefined} */
let stream

/** @type {ReturnType<typeof setTimeout> | undefined} */
let again

/** The newest event that stands on the page; 0 where none does. */
const newest = () =>
  Math.max(0, ...[...document.querySelectorAll("[data-event]")].map((item) => Number(item.getAttribute("data-event"))))

/** Listens for what comes after what is shown. */
const listen = () => {
  const opened = new EventSource(`${api}/stream?after=${newest()}`)
  stream = opened
  opened.addEventListener("event", renewSoon)
  opened.addEventListener("error", () => {
    tryReach()
    // Otherwise the browser tries again by itself.
    if (opened.readyState === EventSource.CLOSED) again = setTimeout(listen, patience)
  })
}

/** A browser has few connections to a host: a tab that nobody sees keeps none. */
const follow = () => {
  clearTimeout(again)
  stream?.close()
  stream = undefined
  if (document.visibilityState === "visible") listen()
}

const isLive = document.querySelector("#events[data-live]") !== null

void seen()
if (isLive) follow()
document.addEventListener("visibilitychange", () => {
  void seen()
  if (!isLive) return
  follow()
  if (document.visibilityState === "visible") renewSoon()
})
