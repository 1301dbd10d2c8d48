import type { Page } from "playwright-core"

/** Widths of phones, tablets and screens, in pixels. */
export const widths: ReadonlyArray<number> = [360, 768, 1024, 1200, 1440]

/**
 * What leaves its card, or has the page scroll sideways, at the present width. A place that scrolls holds what is in
 * it.
 */
export const overflowing = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    /** Half a pixel is rounding. */
    const slack = 0.6
    const faults: Array<string> = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide`)
    const nameOf = (element: Element) =>
      `<${element.localName} class="${element.getAttribute("class") ?? ""}"> ${(element.textContent ?? "").trim().slice(0, 40)}`
    const isHeld = (element: Element, card: Element): boolean => {
      for (let at: Element | null = element; at !== null && at !== card; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== "visible" || at.localName === "svg") return true
      return false
    }
    for (const card of document.querySelectorAll(
      ".panel, .stats a, .tiles a, .notice, .empty, .lone main, dialog[open]"
    )) {
      const { left, right } = card.getBoundingClientRect()
      for (const element of card.querySelectorAll("*")) {
        const box = element.getBoundingClientRect()
        if (box.width === 0) continue
        // Words without a box of their own: what an element has to scroll for.
        const words = getComputedStyle(element).display === "inline" ? 0 : element.scrollWidth
        if (Math.max(box.right, box.left + words) <= right + slack && box.left >= left - slack) continue
        if (!isHeld(element, card))
          faults.push(`${nameOf(element)} leaves <${card.localName} class="${card.className}">`)
      }
    }
    return faults
  })
