import { createHash } from "node:crypto"
import type { Report, ReportSource } from "../../domain/Report.ts"
import { contentsOf, headings, linkOf, qualityLine, statusLine } from "./Contents.ts"

const style =
  "body{font:16px/1.55 Georgia,serif;color:#1c1c1c;background:#fff;margin:0}" +
  "main{max-width:44rem;margin:0 auto;padding:2rem 1.25rem}" +
  "h1,h2{font-family:system-ui,sans-serif;line-height:1.25}h1{font-size:1.7rem}h2{font-size:1.15rem;margin-top:2rem}" +
  ".meta,ol,.gaps{font:.875rem/1.5 system-ui,sans-serif;color:#555}blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid #bbb}" +
  "li{margin:.35rem 0}a{color:#0b5394}a.n{text-decoration:none;font-size:.8em;vertical-align:super}@media print{main{max-width:none;padding:0}}"

/** What a browser may do with the page: show it in its own style, and nothing else. */
export const htmlPolicy =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const text = (plain: string): string => plain.replace(/[&<>"']/g, (character) => entities[character]!)

// The markup that Markdown.ts and Compose.ts make, and nothing beside it: escapes, entities, bold, markers.
const token = /\\([\\`*_~|#+=.)-])|&(lt|gt|amp);|(\*\*)|\[(\d+)\]|[^\\&*[]+|[^]/g

/** How the marker `[n]` is shown, as HTML; undefined where there is no such source. */
export type Marker = (n: number) => string | undefined

/** One line of a report's Markdown as HTML. */
const inline = (markdown: string, marker: Marker): string => {
  let bold = false
  const html = markdown.replace(token, (all: string, escaped?: string, entity?: string, star?: string, n?: string) => {
    if (escaped !== undefined) return text(escaped)
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

const source = ({ n, published_at, publisher, title, url }: ReportSource): string => {
  const link = linkOf(url)
  const name = text(title || "Untitled")
  const shown = link === null ? name : `<a href="${text(link)}" rel="noopener noreferrer nofollow">${name}</a>`
  const about = [publisher, published_at].flatMap((part) => (part === null ? [] : text(part)))
  return `<li id="source-${n}" value="${n}">${[shown, ...about].join(", ")}</li>`
}

/** A report as a page in HTML, whole in itself: no script, nothing loaded from anywhere. */
export const htmlDocument = (report: Report): string => {
  const contents = contentsOf(report)
  const known = new Set(contents.sources.map(({ n }) => n))
  const marker = (n: number) => (known.has(n) ? `<a class="n" href="#source-${n}">[${n}]</a>` : undefined)
  const quality = qualityLine(contents)
  const part = (title: string, body: string) => (body === "" ? [] : [`<h2>${text(title)}</h2>`, body])
  const list = (tag: "ol" | "ul", items: ReadonlyArray<string>) =>
    items.length === 0 ? "" : `<${tag} class="gaps">${items.join("\n")}</${tag}>`
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${text(report.title)}</title><style>${style}</style></head><body><main>`,
    `<h1>${text(report.title)}</h1>`,
    `<p class="meta">${text(statusLine(report))}</p>`,
    blocks(report.executive_summary, marker),
    ...contents.sections.flatMap(({ content, title }) => part(title, blocks(content, marker))),
    ...part(headings.sources, list("ol", contents.sources.map(source))),
    ...part(
      headings.gaps,
      list(
        "ul",
        contents.gaps.map((gap) => `<li>${text(gap)}</li>`)
      )
    ),
    ...part(headings.quality, quality === null ? "" : `<p class="meta">${text(quality)}</p>`),
    "</main></body></html>",
    ""
  ].join("\n")
}
