import { Schema } from "effect"

/** What stands in one cell: words, a day (`YYYY-MM-DD`), a number, or nothing known. */
export const ExhibitCell = Schema.Union([Schema.String, Schema.Finite, Schema.Null])
export type ExhibitCell = typeof ExhibitCell.Type

/**
 * Something to look at in a report: a table, and how it may be drawn. The first column names the rows, the columns of
 * numbers after it are what is drawn. Every figure is stored or counted by the service; a model makes none of it.
 */
export const Exhibit = Schema.Struct({
  id: Schema.String.annotate({ description: "what it is, the same in every report: `timeline`, `coverage`, …" }),
  section: Schema.NullOr(Schema.String).annotate({
    description: "slug of the section in which it belongs; null beside the summary"
  }),
  title: Schema.String,
  description: Schema.String.annotate({
    description: "what it shows and over what it was counted, in a sentence or two"
  }),
  chart: Schema.Literals(["none", "columns", "bars", "lines", "timeline"]).annotate({
    description:
      "how it may be drawn: `columns` over time, `bars` to compare, `lines` over time, `timeline` of events; `none` for a table alone"
  }),
  columns: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      kind: Schema.Literals(["text", "date", "number"]),
      unit: Schema.optionalKey(
        Schema.String.annotate({ description: "of its numbers: `stories`, `searches`, `USD`, `%`" })
      )
    })
  ),
  rows: Schema.Array(
    Schema.Struct({
      cells: Schema.Array(ExhibitCell).annotate({ description: "one for each column" }),
      citations: Schema.Array(Schema.Int).annotate({
        description: "numbers of the sources that the row rests on; none where it is a count over all that was found"
      })
    })
  )
}).annotate({ identifier: "ReportExhibit" })
export type Exhibit = typeof Exhibit.Type
