import type { ReportSource } from "../../domain/Report.ts"

/*
 * What is read out of a source is read once: many sentences cite it. A report gives its sources other numbers than its
 * evidence had, and their words stay the same.
 */

const originals = new WeakMap<ReportSource, ReportSource>()

/** The same source under another number. */
export const numbered = (source: ReportSource, n: number): ReportSource => {
  const copy = { ...source, n }
  originals.set(copy, originals.get(source) ?? source)
  return copy
}

/** Remembers what `read` reads out of each source. It must not depend on the source's number. */
export const perSource = <A>(read: (source: ReportSource) => A): ((source: ReportSource) => A) => {
  const known = new WeakMap<ReportSource, A>()
  return (source) => {
    const original = originals.get(source) ?? source
    if (known.has(original)) return known.get(original)!
    const made = read(original)
    known.set(original, made)
    return made
  }
}
