import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { exhibitFigure } from "../../charts/Figure.ts"
import { stylePath } from "../../charts/Style.ts"
import type { Exhibit } from "../../domain/Exhibit.ts"
import type { Report, ReportSource } from "../../domain/Report.ts"
import { html, type Html, nothing, type Part, trusted } from "../../text/Html.ts"
import { conflictsOf, contentsOf, headings, linkOf, originOf, qualityLine, statusLine } from "./Contents.ts"

const style =
  ":root{color-scheme:light dark;--ink:#1c1c1c;--page:#fff;--muted:#555;--line:#bbb;--line-strong:#777;--link:#0b5394;" +
  "--series-1:#0e6a65;--series-2:#b5560c;--series-3:#5a4fb3;--series-4:#a02c6d;--series-5:#55761c}" +
  "@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e6e3;--page:#17181a;--muted:#a9aaad;--line:#55585d;--line-strong:#8a8d92;--link:#8ab8e8;" +
  "--series-1:#6ccac1;--series-2:#f0a660;--series-3:#aba4f2;--series-4:#ee8fc3;--series-5:#abd172}}" +
  "body{font:16px/1.55 Georgia,serif;color:var(--ink);background:var(--page);margin:0;overflow-wrap:break-word}" +
  "main{max-width:44rem;margin:0 auto;padding:2rem 1.25rem}" +
  "h1,h2{font-family:system-ui,sans-serif;line-height:1.25}h1{font-size:1.7rem}h2{font-size:1.15rem;margin-top:2rem}" +
  ".meta,ol,.gaps{font:.875rem/1.5 system-ui,sans-serif;color:var(--muted)}ul,ol{padding-left:1.4rem}ol{padding-left:2rem}" +
  "blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid var(--line)}time{white-space:nowrap}" +
  "li{margin:.45rem 0}a{color:var(--link)}a.n{text-decoration:none;font-size:.75em;line-height:0;vertical-align:super}" +
  "li:target{outline:2px solid var(--link);outline-offset:3px}" +
  "@media print{main{max-width:none;padding:0}h1,h2,h3{break-after:avoid}p{orphans:3;widows:3}li{break-inside:avoid}" +
  'ol a::after,.gaps a::after{content:" (" attr(href) ")";overflow-wrap:anywhere}}' +
  readFileSync(stylePath, "utf8")

/** What a browser may do with the page: show it in its own style, and nothing else. */
export const htmlPolicy =
  `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const date = /(?<![\w-])(\d{4}-\d{2}-\d{2})(?![\w-])/

/** Plain text as HTML; a date is not broken at its hyphens. */
const text = (plain: string): Html =>
  html`${plain.split(date).map((part, n) => (n % 2 === 0 ? part : html`<time>${part}</time>`))}`

// The markup that Markdown.ts and Compose.ts make, and nothing beside it: escapes, entities, bold, markers.
const token = /\\([\\`*_~|#+=.)-])|(&(?:lt|gt|amp);)|(\*\*)|\[(\d+)\]|[^\\&*[]+|[^]/g

/** How the marker `[n]` is shown; undefined where there is no such source. */
export type Marker = (n: number) => Html | undefined

/** One line of a report's Markdown as HTML. */
const inline = (markdown: string, marker: Marker): Html => {
  const line: Array<Part> = []
  let bold: Array<Part> | undefined
  const endBold = () => bold !== undefined && line.push(html`<strong>${bold}</strong>`)
  // No line break between a citation marker and the words that it belongs to.
  for (const [all, character, entity, star, n] of markdown.replace(/ (?=\[\d+\])/g, "\u00a0").matchAll(token)) {
    if (star !== undefined) {
      endBold()
      bold = bold === undefined ? [] : undefined
      continue
    }
    const source = n === undefined ? undefined : marker(Number(n))
    const part = character ?? (entity === undefined ? (source ?? text(all)) : trusted(entity))
    ;(bold ?? line).push(part)
  }
  endBold()
  return html`${line}`
}

const formOf = (line: string): "list" | "quote" | "prose" =>
  line.startsWith("- ") ? "list" : line.startsWith(">") ? "quote" : "prose"

const item = (shown: Html): Html => html`<li>${shown}</li>`

/** Lines of one form, one after the other. */
const blockOf = (form: ReturnType<typeof formOf>, shown: ReadonlyArray<Html>): Part => {
  if (form === "list")
    return html`<ul>
      ${shown.map(item)}
    </ul>`
  const paragraphs = shown.map((line) => html`<p>${line}</p>`)
  return form === "quote" ? html`<blockquote>${paragraphs}</blockquote>` : paragraphs
}

/** A report's Markdown as HTML: paragraphs, lists of one level, and block quotes are all that it has. */
export const blocks = (markdown: string, marker: Marker): Html => {
  const runs: Array<{ readonly form: ReturnType<typeof formOf>; readonly shown: Array<Html> }> = []
  for (const line of markdown.split("\n")) {
    if (line.trim() === "" || line.trim() === ">") continue
    const form = formOf(line)
    if (runs.at(-1)?.form !== form) runs.push({ form, shown: [] })
    runs.at(-1)!.shown.push(inline(line.replace(/^(?:- |> ?)/, ""), marker))
  }
  return html`${runs.map(({ form, shown }) => blockOf(form, shown))}`
}

/** A title that leads to its page. */
const linked = ({ title, url }: Pick<ReportSource, "title" | "url">): Html => {
  const link = linkOf(url)
  const name = text(title || "Untitled")
  return link === null ? name : html`<a href="${link}" rel="noopener noreferrer nofollow">${name}</a>`
}

const source = (one: ReportSource): Html =>
  html`<li id="source-${one.n}" value="${one.n}">
    ${linked(one)}${originOf(one).map((said) => html`, ${text(said)}`)}
  </li>`

/** A part of the page; none where there is nothing to show. */
const part = (title: string, body: Html): Part =>
  body.toString() !== "" &&
  html`<h2>${text(title)}</h2>
    ${body}`

const list = (items: ReadonlyArray<Html>): Html =>
  items.length === 0
    ? nothing
    : html`<ul class="gaps">
        ${items.map(item)}
      </ul>`

/** A report as a page in HTML, whole in itself: no script, nothing loaded from anywhere. */
export const htmlDocument = (report: Report): string => {
  const contents = contentsOf(report)
  const known = new Set(contents.sources.map(({ n }) => n))
  const marker = (n: number) => (known.has(n) ? html`<a class="n" href="#source-${n}">[${n}]</a>` : undefined)
  const { quality } = contents
  const figures = (exhibits: ReadonlyArray<Exhibit>) => exhibits.map((one) => exhibitFigure(one, { marker }))
  const measured = qualityLine(contents)
  const sources = contents.sources.map(source)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${report.title}</title>
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <h1>${text(report.title)}</h1>
          <p class="meta">${text(statusLine(report))}</p>
          ${part(headings.summary, blocks(report.executive_summary, marker))}
          ${contents.sections.map(({ content, exhibits, title }) =>
            part(title, html`${blocks(content, marker)}${figures(exhibits)}`)
          )}
          ${part(headings.exhibits, html`${figures(contents.exhibits)}`)}
          ${part(headings.conflicts, blocks(conflictsOf(contents), marker))}
          ${part(
            headings.sources,
            sources.length === 0
              ? nothing
              : html`<ol class="gaps">
                  ${sources}
                </ol>`
          )}
          ${part(headings.unused, list((quality?.unused_sources ?? []).map(linked)))}
          ${part(headings.gaps, list(contents.gaps.map(text)))}
          ${part(headings.quality, measured === null ? nothing : html`<p class="meta">${text(measured)}</p>`)}
        </main>
      </body>
    </html>`.toString()
}
