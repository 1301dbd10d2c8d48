import { clean, direction } from "../../text/Text.ts"

/*
 * Markdown from plain text and back. Writers write plain text; only this file makes Markdown of it, so that no feed and
 * no model can forge a marker, a link, a heading or a script.
 */

/** Square brackets of any width: rewritten rather than escaped, since an escaped `[7]` still looks like a citation. */
const openBracket = /[[［【〔⟦]/g
const closeBracket = /[\]］】〕⟧]/g

/** A bare address would become a link. */
const address = /\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|\b(?:javascript|data|vbscript|mailto):\S+/gi

const emphasis = /[\\`*_~|]/g

/**
 * One line of plain text as Markdown that shows exactly these words: no markup survives, addresses are left out. Signs
 * of HTML are escaped here and not by text/Html.ts: `plain` reads them back, and quotation marks stay as they are.
 */
export const escape = (text: string): string =>
  clean(text)
    .replace(/\s+/g, " ")
    .replace(direction, "")
    .replace(address, "…")
    .replace(openBracket, "(")
    .replace(closeBracket, ")")
    .replace(emphasis, String.raw`\$&`)
    .replace(/&(?=#?[a-z0-9]+;)/gi, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .trim()
    .replace(/^(#{1,6}|[-+=]+)(?=\s|$)/, String.raw`\$1`)
    .replace(/^(\d+)([.)])(?=\s|$)/, String.raw`$1\$2`)

/** The plain text that a line of our Markdown shows. */
export const plain = (markdown: string): string =>
  markdown
    .replace(/(?<!\\)\*\*/g, "")
    .replace(/\\([\\`*_~|#+=.)-])/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

/** What a reader sees of a text. */
export const shown = (text: string): string => plain(escape(text))

/** Stored words between quotation marks; marks inside them become single ones, so that the outer pair stays a pair. */
export const quoted = (text: string): string => `“${text.replace(/[“”„‟«»"]/g, "'")}”`

/** `[1] [4]`. */
export const markers = (citations: ReadonlyArray<number>): string => citations.map((n) => `[${n}]`).join(" ")
