import { Context, Metric } from "effect"

/*
 * Metrics by label, recorded synchronously: whoever counts waits for nothing and cannot fail. A series is made by its
 * first value, or begins at 0 where its labels are known, and then kept; so labels take their values from closed sets:
 * route templates, codes, sources of the operator's list.
 */

/** What each metric is called, and its labels: what dashboards and alerts may name. */
export const catalogue = new Map<
  string,
  { readonly type: Metric.Metric.Type; readonly labels: ReadonlyArray<string> }
>()

type Values<Label extends string> = { readonly [L in Label]: string }

const process = Context.empty()

/** Makes the recorder of a metric that has one series for each combination of its labels' values. */
const recorder = <Label extends string>(
  name: string,
  type: "Counter" | "Histogram",
  labels: ReadonlyArray<Label>,
  make: (attributes: Values<Label>) => Metric.Metric<number, unknown>
) => {
  catalogue.set(name, { type, labels })
  const series = new Map<string, Metric.Metric<number, unknown>>()
  return (values: Values<Label>, value: number): void => {
    let key = ""
    for (const label of labels) key += `${values[label]}\n`
    let metric = series.get(key)
    if (metric === undefined) {
      metric = make(values)
      series.set(key, metric)
    }
    metric.updateUnsafe(value, process)
  }
}

/**
 * A count that only grows. What is `known` is shown as 0 before anything is counted: from nothing to 1 is no increase
 * to Prometheus, and an alert would miss the first.
 */
export const counter = <const Label extends string = never>(
  name: string,
  description: string,
  labels: ReadonlyArray<Label> = [],
  known: ReadonlyArray<Values<Label>> = []
) => {
  const record = recorder(name, "Counter", labels, (attributes) =>
    Metric.counter(name, { description, attributes, incremental: true })
  )
  for (const values of known) record(values, 0)
  return (values: Values<Label>, by = 1): void => record(values, by)
}

/** How values are spread over the buckets that end at these boundaries. */
export const histogram = <const Label extends string>(
  name: string,
  description: string,
  labels: ReadonlyArray<Label>,
  boundaries: ReadonlyArray<number>
) =>
  recorder(name, "Histogram", labels, (attributes) => Metric.histogram(name, { description, attributes, boundaries }))

/** Readings of one moment, apart from what is counted: a source that is gone leaves no series behind. */
export type Readings = Context.Context<never>

/** An empty set of readings. */
export const readings = (): Readings => Context.make(Metric.MetricRegistry, new Map())

/** A value that is looked up when it is asked for. */
export const reading = <const Label extends string = never>(
  name: string,
  description: string,
  labels: ReadonlyArray<Label> = []
) => {
  catalogue.set(name, { type: "Gauge", labels })
  return (into: Readings, values: Values<Label>, value: number): void =>
    Metric.gauge(name, { description, attributes: values }).updateUnsafe(value, into)
}

/** The same for a count that something else keeps. */
export const total = <const Label extends string = never>(
  name: string,
  description: string,
  labels: ReadonlyArray<Label> = []
) => {
  catalogue.set(name, { type: "Counter", labels })
  return (into: Readings, values: Values<Label>, value: number): void =>
    Metric.counter(name, { description, incremental: true, attributes: values }).updateUnsafe(value, into)
}
