/*
 * What every page can do with script; without it, each of these is a link or a form that works as well.
 */

/** A link to a question opens the question where it stands. */
const openDialogs = () => {
  for (const link of document.querySelectorAll("a[data-dialog]")) {
    const dialog = document.getElementById(link.getAttribute("data-dialog") ?? "")
    if (!(dialog instanceof HTMLDialogElement)) continue
    link.setAttribute("role", "button")
    link.setAttribute("aria-haspopup", "dialog")
    const open = (/** @type {Event} */ event) => {
      event.preventDefault()
      dialog.showModal()
    }
    link.addEventListener("click", open)
    // What is a button to assistive technology answers to the space bar as well.
    link.addEventListener("keydown", (event) => {
      if (event instanceof KeyboardEvent && event.key === " ") open(event)
    })
    dialog.addEventListener("click", (event) => {
      const target = event.target
      if (target === dialog || (target instanceof Element && target.closest("[data-close]"))) dialog.close()
    })
  }
}

/** A button that copies what stands in another element. */
const copyTexts = () => {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement) || !("clipboard" in navigator)) continue
    const text = document.getElementById(button.dataset["copy"] ?? "")
    if (text === null) continue
    const label = button.textContent
    button.hidden = false
    button.setAttribute("aria-live", "polite")
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text.textContent.trim())
      button.textContent = "Copied"
      setTimeout(() => {
        button.textContent = label
      }, 2_000)
    })
  }
}

/** On a narrow screen the navigation is behind a button. */
const foldNavigation = () => {
  const button = document.querySelector("button.menu-button")
  if (!(button instanceof HTMLButtonElement)) return
  button.hidden = false
  document.body.classList.add("folded")
  const set = (/** @type {boolean} */ open) => {
    button.setAttribute("aria-expanded", String(open))
    document.body.classList.toggle("folded", !open)
  }
  button.addEventListener("click", () => set(button.getAttribute("aria-expanded") === "false"))
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || button.getAttribute("aria-expanded") === "false") return
    set(false)
    button.focus()
  })
}

/** What was done is said once: loading the page again does not say it again. */
const forgetDone = () => {
  const url = new URL(location.href)
  for (const name of ["done", "ran", "how"]) url.searchParams.delete(name)
  if (url.href !== location.href) history.replaceState(history.state, "", url)
}

/**
 * A one-time link carries its code behind `#`: it goes into the form, and out of the address and the history. People
 * send the form themselves, so that link previews don't use the code up, and nobody is signed in by a link of somebody
 * else.
 */
const signIn = () => {
  const form = document.querySelector("form[data-sign-in]")
  const code = location.hash.slice(1)
  if (!(form instanceof HTMLFormElement) || code === "") return
  history.replaceState(history.state, "", location.pathname + location.search)
  const input = form.elements.namedItem("code")
  if (!(input instanceof HTMLInputElement)) return
  input.value = code
  form.querySelector("button")?.focus()
}

// A link that is opened where the sign-in page stands already changes what is behind `#`, and loads nothing.
addEventListener("hashchange", signIn)

/** A form that was sent is not sent twice by a second click. */
const sendOnce = () => {
  for (const form of document.querySelectorAll('form[method="post"]')) {
    form.addEventListener("submit", (event) => {
      if (form.getAttribute("aria-busy") === "true") event.preventDefault()
      form.setAttribute("aria-busy", "true")
    })
  }
  // A page that comes back from the browser's memory has sent nothing yet.
  addEventListener("pageshow", () => {
    for (const form of document.querySelectorAll("form[aria-busy]")) form.removeAttribute("aria-busy")
  })
}

/** A file that is too large is refused before it is sent. */
const boundFiles = () => {
  for (const input of document.querySelectorAll("input[data-most-bytes]")) {
    if (!(input instanceof HTMLInputElement)) continue
    const most = Number(input.dataset["mostBytes"])
    input.addEventListener("change", () => {
      const isTooLarge = (input.files?.[0]?.size ?? 0) > most
      input.setCustomValidity(isTooLarge ? `The file is larger than ${most / 1_000} KB.` : "")
      input.reportValidity()
    })
  }
}

openDialogs()
copyTexts()
foldNavigation()
forgetDone()
sendOnce()
boundFiles()
signIn()
