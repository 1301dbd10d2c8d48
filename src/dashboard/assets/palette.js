/*
 * The palette: what the page behind its button lists, found by typing. `/` and Ctrl-K (on a Mac Cmd-K) open it; `/` can
 * be turned off, for who talks to the browser or types with few keys. Without script the button leads to that page.
 */

import { ask } from "./reach.js"

const dialog = document.querySelector("dialog[data-palette]")
const button = document.querySelector("a[data-opens-palette]")

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Where the browser remembers that `/` is turned off. */
const memory = "sonde.slash"

const remembered = () => {
  try {
    return localStorage.getItem(memory)
  } catch {
    // A browser that stores nothing.
    return null
  }
}

const plain = (/** @type {string} */ text) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

/** @typedef {{ label: string; links: Array<HTMLAnchorElement> }} Group */

/** @param {HTMLDialogElement} dialog @param {HTMLAnchorElement} button */
const setUp = (dialog, button) => {
  const form = dialog.querySelector("form")
  const input = dialog.querySelector("input[role=combobox]")
  const list = dialog.querySelector("[role=listbox]")
  const status = dialog.querySelector("[role=status]")
  const slash = dialog.querySelector("input[type=checkbox]")
  if (!(form && input instanceof HTMLInputElement && list && status && slash instanceof HTMLInputElement)) return

  /** What can be chosen; undefined until it is there. @type {Array<Group> | undefined} */
  let groups
  /** @type {Array<HTMLAnchorElement>} */
  let options = []
  let active = 0

  const choose = (/** @type {number} */ n) => {
    active = options.length === 0 ? 0 : (n + options.length) % options.length
    for (const [index, option] of options.entries()) option.setAttribute("aria-selected", String(index === active))
    const chosen = options[active]
    input.setAttribute("aria-activedescendant", chosen?.id ?? "")
    chosen?.scrollIntoView({ block: "nearest" })
  }

  /** What is typed as a search of the news, which is always there to choose. @param {string} typed */
  const search = (typed) => {
    const link = document.createElement("a")
    link.href = `${form.action}?${new URLSearchParams({ q: typed })}`
    link.textContent = `Search for “${typed}”`
    return { label: "News", links: [link] }
  }

  const show = () => {
    const typed = input.value.trim()
    const words = plain(typed).split(/\s+/)
    const found = (groups ?? []).map(({ label, links }) => ({
      label,
      links: links.filter((link) => words.every((word) => plain(link.textContent).includes(word)))
    }))
    const shown = [...found, ...(typed === "" ? [] : [search(typed)])].filter(({ links }) => links.length > 0)
    options = []
    list.replaceChildren(
      ...shown.map(({ label, links }, n) => {
        const group = document.createElement("div")
        const title = document.createElement("p")
        title.id = `palette-group-${n}`
        title.className = "label"
        title.textContent = label
        group.setAttribute("role", "group")
        group.setAttribute("aria-labelledby", title.id)
        group.append(title)
        for (const link of links) {
          const option = /** @type {HTMLAnchorElement} */ (link.cloneNode(true))
          option.id = `palette-option-${options.length}`
          option.setAttribute("role", "option")
          option.tabIndex = -1
          options.push(option)
          group.append(option)
        }
        return group
      })
    )
    input.setAttribute("aria-expanded", String(options.length > 0))
    choose(0)
    const count = options.length === 1 ? "1 entry" : `${options.length} entries`
    status.textContent = groups === undefined && typed === "" ? "" : count
  }

  const load = async () => {
    const answer = await ask(button.href, { headers: { accept: "text/html" } })
    if (answer === null || !answer.ok || answer.redirected) return
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    groups = [...page.querySelectorAll("[data-commands]")].map((section) => ({
      label: section.querySelector("h2")?.textContent.trim() ?? "",
      links: [...section.querySelectorAll("a")]
    }))
    show()
  }

  const open = () => {
    if (document.querySelector("dialog[open]") !== null) return
    input.value = ""
    dialog.showModal()
    show()
    // Views may have come or gone since it was open before.
    void load()
  }

  const maySlash = () => remembered() !== "off"

  slash.checked = maySlash()
  slash.addEventListener("change", () => {
    try {
      localStorage.setItem(memory, slash.checked ? "on" : "off")
    } catch {
      // Until the page is left, nothing is remembered.
    }
  })

  button.setAttribute("role", "button")
  button.setAttribute("aria-haspopup", "dialog")
  button.setAttribute("aria-keyshortcuts", isMac ? "Meta+K" : "Control+K")
  const keys = button.querySelector("kbd")
  if (keys !== null) {
    if (isMac) keys.textContent = "⌘ K"
    keys.hidden = false
  }
  button.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open()
  })
  button.addEventListener("keydown", (event) => {
    if (event.key !== " ") return
    event.preventDefault()
    open()
  })

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    const isHeld = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
    const isChord = isHeld && !event.shiftKey && event.key.toLowerCase() === "k"
    const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select") !== null
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping && maySlash()
    if (!isChord && !isSlash) return
    event.preventDefault()
    open()
  })

  input.addEventListener("input", show)
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return
    event.preventDefault()
    choose(active + (event.key === "ArrowDown" ? 1 : -1))
  })
  // Without anything to choose it is the search that it looks like.
  form.addEventListener("submit", (event) => {
    const chosen = options[active]
    if (chosen === undefined) return
    event.preventDefault()
    chosen.click()
  })
  dialog.addEventListener("click", (event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    // First closed, which gives the focus back: a link to a field of this page takes it there then.
    if (target === dialog || target.closest("[role=option], [data-close]") !== null) dialog.close()
  })
}

if (dialog instanceof HTMLDialogElement && button instanceof HTMLAnchorElement) setUp(dialog, button)
