import { createHash } from "node:crypto"
import type { Report, ReportSource } from "../../domain/Report.ts"
import { escapeMarkup } from "../../text/Markup.ts"
import { contentsOf, headings, linkOf, originOf, qualityLine, statusLine } from "./Contents.ts"

const style =
  ":root{color-scheme:light dark;--ink:#1c1c1c;--page:#fff;--soft:#555;--line:#bbb;--link:#0b5394}" +
  "@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e6e3;--page:#17181a;--soft:#a9aaad;--line:#55585d;--link:#8ab8e8}}" +
  "body{font:16px/1.55 Georgia,serif;color:var(--ink);background:var(--page);margin:0;overflow-wrap:break-word}" +
  "main{max-width:44rem;margin:0 auto;padding:2rem 1.25rem}" +
  "h1,h2{font-family:system-ui,sans-serif;line-height:1.25}h1{font-size:1.7rem}h2{font-size:1.15rem;margin-top:2rem}" +
  ".meta,ol,.gaps{font:.875rem/1.5 system-ui,sans-serif;color:var(--soft)}ul,ol{padding-left:1.4rem}ol{padding-left:2rem}" +
  "blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line)}time{white-space:nowrap}" +
  "li{margin:.45rem 0}a{color:var(--link)}a.n{text-decoration:none;font-size:.75em;line-height:0;vertical-align:super}" +
  "li:target{outline:2px solid var(--link);outline-offset:3px}" +
  "@media print{main{max-width:none;padding:0}h2{break-after:avoid}li{break-inside:avoid}" +
  'ol a::after,.gaps a::after{content:" (" attr(href) ")";overflow-wrap:anywhere}}'

/** What a browser may do with the page: show it in its own style, and nothing else. */
export const htmlPolicy =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Plain text as HTML; a date is not broken at its hyphens. */
const text = (plain: string): string =>
  escapeMarkup(plain).replace(/(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g, (date) => `<time>${date}</time>`)

// The markup that Markdown.ts and Compose.ts make, and nothing beside it: escapes, entities, bold, markers.
const token = /\\([\\`*_~|#+=.)-])|&(lt|gt|amp);|(\*\*)|\[(\d+)\]|[^\\&*[]+|[^]/g

/** How the marker `[n]` is shown, as HTML; undefined where there is no such source. */
export type Marker = (n: number) => string | undefined

/** One line of a report's Markdown as HTML. */
const inline = (markdown: string, marker: Marker): string => {
  let bold = false
  // A marker stays on the line of what it is for.
  const html = markdown
    .replace(/ (?=\[\d+\])/g, "\u00a0")
    .replace(token, (all: string, character?: string, entity?: string, star?: string, n?: string) => {
      if (character !== undefined) return escapeMarkup(character)
      if (entity !== undefined) return `&${entity};`
      if (star !== undefined) {
        bold = !bold
        return bold ? "<strong>" : "</strong>"
      }
      return (n === undefined ? undefined : marker(Number(n))) ?? text(all)
    })
  return bold ? `${html}</strong>` : html
}

const tags = { list: "ul", quote: "blockquote", prose: "" } as const

const formOf = (line: string): keyof typeof tags =>
  line.startsWith("- ") ? "list" : line.startsWith(">") ? "quote" : "prose"

/** A report's Markdown as HTML: paragraphs, lists of one level, and block quotes are all that it has. */
export const blocks = (markdown: string, marker: Marker): string => {
  const lines = markdown.split("\n").filter((line) => line.trim() !== "" && line.trim() !== ">")
  return lines
    .map((line, index) => {
      const form = formOf(line)
      const shown = inline(line.replace(/^(?:- |> ?)/, ""), marker)
      const item = form === "list" ? `<li>${shown}</li>` : `<p>${shown}</p>`
      const tag = tags[form]
      if (tag === "") return item
      const [before, after] = [lines[index - 1], lines[index + 1]]
      const opens = before === undefined || formOf(before) !== form
      const closes = after === undefined || formOf(after) !== form
      return `${opens ? `<${tag}>` : ""}${item}${closes ? `</${tag}>` : ""}`
    })
    .join("\n")
}

/** A title that leads to its page. */
const linked = ({ title, url }: Pick<ReportSource, "title" | "url">): string => {
  const link = linkOf(url)
  const name = text(title || "Untitled")
  return link === null ? name : `<a href="${escapeMarkup(link)}" rel="noopener noreferrer nofollow">${name}</a>`
}

const source = (one: ReportSource): string =>
  `<li id="source-${one.n}" value="${one.n}">${[linked(one), ...originOf(one).map(text)].join(", ")}</li>`

/** A report as a page in HTML, whole in itself: no script, nothing loaded from anywhere. */
export const htmlDocument = (report: Report): string => {
  const contents = contentsOf(report)
  const known = new Set(contents.sources.map(({ n }) => n))
  const marker = (n: number) => (known.has(n) ? `<a class="n" href="#source-${n}">[${n}]</a>` : undefined)
  const { quality } = contents
  const measured = qualityLine(contents)
  const part = (title: string, body: string) => (body === "" ? [] : [`<h2>${text(title)}</h2>`, body])
  const list = (tag: "ol" | "ul", items: ReadonlyArray<string>) =>
    items.length === 0 ? "" : `<${tag} class="gaps">${items.join("\n")}</${tag}>`
  const items = (all: ReadonlyArray<string>) =>
    list(
      "ul",
      all.map((item) => `<li>${item}</li>`)
    )
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${escapeMarkup(report.title)}</title><style>${style}</style></head><body><main>`,
    `<h1>${text(report.title)}</h1>`,
    `<p class="meta">${text(statusLine(report))}</p>`,
    ...part(headings.summary, blocks(report.executive_summary, marker)),
    ...contents.sections.flatMap(({ content, title }) => part(title, blocks(content, marker))),
    ...part(headings.sources, list("ol", contents.sources.map(source))),
    ...part(headings.unused, items((quality?.unused_sources ?? []).map(linked))),
    ...part(headings.gaps, items(contents.gaps.map(text))),
    ...part(headings.quality, measured === null ? "" : `<p class="meta">${text(measured)}</p>`),
    "</main></body></html>",
    ""
  ].join("\n")
}
