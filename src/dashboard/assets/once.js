/*
 * What is shown once must not be asked for again by loading the page again: the entry in the history becomes that of
 * the page that can be shown again. Without script the browser asks before it sends a form twice.
 */

const path = document.querySelector("[data-once]")?.getAttribute("data-once")
if (typeof path === "string") history.replaceState(history.state, "", path)
