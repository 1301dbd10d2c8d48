import { exhibitFigure } from "../../charts/Figure.ts"
import type { Exhibit } from "../../domain/Exhibit.ts"
import type { ReportSource } from "../../domain/Report.ts"
import { linkOf, originOf, whyOf } from "../../reports/document/Contents.ts"
import { blocks } from "../../reports/document/HtmlDocument.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import { outbound } from "./Outbound.ts"

/** The stored words, without the title that they begin with: it stands above them. */
const quoted = ({ quote, title }: ReportSource): Part => {
  const rest = quote.startsWith(`${title}\n`) ? quote.slice(title.length + 1) : quote
  return rest !== title && html`<blockquote>${rest}</blockquote>`
}

/** Why it is there. */
const reasons = (source: ReportSource): Part => {
  const why = whyOf(source)
  return why !== null && html`<p class="quiet">Why it is here: ${why}</p>`
}

/**
 * The text of a report whose citations lead to their sources, and whose sources lead back to each place that cites
 * them.
 */
export class Cited {
  readonly #sources: ReadonlyArray<ReportSource>
  /** How often each source has been cited so far. */
  readonly #times: Map<number, number>

  constructor(sources: ReadonlyArray<ReportSource>) {
    this.#sources = sources
    this.#times = new Map(sources.map(({ n }) => [n, 0]))
  }

  /** One citation; undefined where there is no such source. */
  readonly #marker = (n: number): Html | undefined => {
    const before = this.#times.get(n)
    if (before === undefined) return undefined
    this.#times.set(n, before + 1)
    return html`<a class="cite" id="cite-${n}-${before + 1}" href="#source-${n}" aria-label="Source ${n}">${n}</a>`
  }

  /** A part of the report and its exhibits; parts are to be asked for in reading order, before the sources. */
  part(markdown: string, exhibits: ReadonlyArray<Exhibit>): Html {
    const text = blocks(markdown, this.#marker)
    return html`${text}${exhibits.map((exhibit) => exhibitFigure(exhibit, { marker: this.#marker }))}`
  }

  #back(n: number): ReadonlyArray<Html> {
    const times = this.#times.get(n) ?? 0
    return Array.from(
      { length: times },
      (_, index) =>
        html`<a class="back" href="#cite-${n}-${index + 1}" aria-label="Back to citation ${index + 1} of source ${n}"
          >↑${times > 1 && index + 1}</a
        > `
    )
  }

  sources(): Html {
    return html`<ol class="sources">
      ${this.#sources.map(
        (source) =>
          html`<li id="source-${source.n}" value="${source.n}" tabindex="-1">
            <p class="title">${outbound(source.url, source.title || "Untitled")}</p>
            <p class="quiet">
              ${originOf(source).join(" · ")}
              ${source.url !== null && linkOf(source.url) === null && " · without a usable address"}
              <span class="backs">${this.#back(source.n)}</span>
            </p>
            ${reasons(source)} ${quoted(source)}
          </li>`
      )}
    </ol>`
  }
}
