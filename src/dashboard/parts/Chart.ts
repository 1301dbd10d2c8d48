import { html, type Html, type Part } from "../../text/Html.ts"
import { count } from "./Figure.ts"

/** What is drawn: a value, or none, of every series for each day. */
export interface ChartData {
  readonly series: ReadonlyArray<string>
  readonly days: ReadonlyArray<{ readonly date: string; readonly values: ReadonlyArray<number | null> }>
}

/**
 * A chart over days. The numbers stand in a table, which is what everyone can read; `charts.js` draws them. `rank` has
 * 1 at the top, since the first place is the best.
 */
export const chart = (options: {
  readonly caption: string
  readonly kind: "bars" | "lines" | "rank"
  readonly data: ChartData
  readonly about?: Part
}): Html => {
  const { about, caption, data, kind } = options
  return html`<figure class="chart" data-chart="${kind}">
    <figcaption><b>${caption}</b>${about !== undefined && html` <span class="quiet">${about}</span>`}</figcaption>
    <div class="plot"></div>
    <details class="numbers">
      <summary>The numbers</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${caption}: the numbers">
        <table class="figures">
          <thead>
            <tr>
              <th scope="col">Day</th>
              ${data.series.map((name) => html`<th scope="col" class="number">${name}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${data.days.map(
              ({ date, values }) =>
                html`<tr>
                  <th scope="row">${date}</th>
                  ${values.map(
                    (value) =>
                      html`<td class="number" data-value="${value}">${value === null ? "–" : count(value)}</td>`
                  )}
                </tr>`
            )}
          </tbody>
        </table>
      </div>
    </details>
  </figure>`
}
