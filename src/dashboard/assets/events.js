/*
 * Events: those that are seen are read, and new ones come in by themselves. Without script they are marked as read by a
 * button, and come with the next load.
 */

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
  const answer = await fetch(`${api}/read`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ids: ids.map(Number) })
  }).catch(() => null)
  if (answer?.ok === true) countDown(ids.length)
  else for (const id of ids) told.delete(id)
}

/** Milliseconds in which what comes in together is shown together. */
const pause = 300

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting

/** Shows the list as it is now: takes it, and the navigation's number, out of the page at this address. */
const renew = async () => {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null)
  if (answer === null || !answer.ok || answer.redirected) return
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  for (const shown of ["#events", ".places"]) {
    const [found, old] = [page, document].map((place) => place.querySelector(shown))
    if (found != null) old?.replaceWith(found)
  }
  void seen()
}

void seen()
document.addEventListener("visibilitychange", () => void seen())

if (document.querySelector("#events[data-live]") !== null)
  new EventSource(`${api}/stream`).addEventListener("event", () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void renew(), pause)
  })
