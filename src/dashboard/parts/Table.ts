import { html, type Html, type Part } from "../../text/Html.ts"

/** One column: its title stands above it, or beside each cell where there is no room for columns. */
export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => Part
  /** Numbers are aligned right; actions stand at the end of a row, under a title for screen readers only. */
  readonly kind?: "number" | "actions"
}

const head = <Row>({ kind, title }: Column<Row>): Html =>
  kind === "actions"
    ? html`<th scope="col"><span class="sr">${title}</span></th>`
    : html`<th scope="col" class="${kind ?? ""}">${title}</th>`

const cell = <Row>({ cell, kind, title }: Column<Row>, row: Row): Html =>
  kind === "actions"
    ? html`<td class="end">${cell(row)}</td>`
    : html`<td data-label="${title}" class="${kind ?? ""}">${cell(row)}</td>`

/**
 * Rows under named columns, of which the first says what a row is about. The caption is for who cannot see what stands
 * around it.
 */
export const table = <Row>(
  caption: string,
  rows: ReadonlyArray<Row>,
  [first, ...others]: readonly [Column<Row>, ...ReadonlyArray<Column<Row>>]
): Html =>
  html`<table class="rows">
    <caption class="sr">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${[first, ...others].map(head)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            <th scope="row">${first.cell(row)}</th>
            ${others.map((column) => cell(column, row))}
          </tr>`
      )}
    </tbody>
  </table>`
