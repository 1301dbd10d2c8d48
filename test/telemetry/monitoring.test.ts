import { assert, describe, it } from "@effect/vitest"
import * as FileSystem from "node:fs"
// What there is to show: importing the definitions fills the catalogue.
import "../../src/telemetry/Readings.ts"
import { catalogue } from "../../src/telemetry/Series.ts"

const file = (name: string) =>
  FileSystem.readFileSync(new URL(`../../deploy/monitoring/${name}`, import.meta.url), "utf8")

/** A histogram is seen as its three kinds of series. */
const series = new Map(
  [...catalogue].flatMap(([name, { labels, type }]) =>
    (type === "Histogram" ? ["_bucket", "_count", "_sum"] : [""]).map((suffix) => [name + suffix, { name, labels }])
  )
)

/** Labels that Prometheus adds, and the one of buckets. */
const givenLabels = ["job", "instance", "le"]

/** The metrics of an expression; fails for a metric or a label that there is none of. */
const metricsOf = (expression: string): ReadonlyArray<string> => {
  const named = (expression.match(/\b(?:sonde|process|nodejs)_\w+/g) ?? []).map((name) => {
    assert.isDefined(series.get(name), `${name} in ${expression}`)
    return series.get(name)!
  })
  const labels = [
    ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(
      ([, inside]) => inside!.match(/\w+(?=\s*(?:=|!=|=~|!~)")/g) ?? []
    ),
    ...[...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inside]) => inside!.split(/,\s*/))
  ]
  const known = new Set([...givenLabels, ...named.flatMap(({ labels }) => labels)])
  for (const label of labels) assert.isTrue(known.has(label), `label ${label} in ${expression}`)
  assert.strictEqual(expression.split("(").length, expression.split(")").length, expression)
  return named.map(({ name }) => name)
}

describe("monitoring", () => {
  it("has a dashboard of metrics and labels that there are, and of every one of them", () => {
    const panels: ReadonlyArray<{
      readonly gridPos: { readonly x: number; readonly y: number }
      readonly targets?: ReadonlyArray<{ readonly expr: string }>
    }> = JSON.parse(file("dashboard.json")).panels
    const shown = new Set(panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => metricsOf(expr))))
    assert.deepStrictEqual([...catalogue.keys()].sort(), [...shown].sort())
    const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`)
    assert.strictEqual(new Set(places).size, places.length, "no panel lies on another")
  })

  it("has alerts of them, each with a severity, a sentence and what to do", () => {
    const rules = file("alerts.yml")
      .split(/\n\s+- alert: /)
      .slice(1)
    assert.isAbove(rules.length, 10)
    for (const rule of rules) {
      const name = rule.split("\n")[0]!
      assert.match(name, /^Sonde[A-Z]\w+$/)
      const expression = /\n {8}expr: (.+)\n/.exec(rule)?.[1] ?? ""
      assert.isTrue(metricsOf(expression).length > 0 || /^(absent\()?up\{/.test(expression), name)
      assert.match(rule, /\n {8}labels: \{ severity: (critical|warning|info) \}\n/, name)
      assert.match(rule, /\n {10}summary: \S.+\n {10}description: \S.+\s*$/, name)
    }
  })
})
