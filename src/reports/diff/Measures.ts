import type { ReportSource } from "../../domain/Report.ts"

/** What one of the service's own facts says, with the name of what it measures. */
export type Measures = ReadonlyMap<string, string>

/** What was measured earlier: another report has its own. */
const earlier = / \([^()]*(?:the day|a week) before\)/g

/** What stands behind the last of these marks, without the full stop. */
const behind = (text: string, mark: string): string =>
  text
    .slice(text.lastIndexOf(mark) + mark.length)
    .replace(earlier, "")
    .replace(/\.$/, "")

const searches = /^about ([\d,]+) searches in ([A-Z]{2}), (.+)$/
const trend = /^(.+) in ([A-Z]{2})$/
const position = /^(?:position (\d+) on|(not found) on)/
const score = /^([\d,]+) (\w+)$/
const rank = /^rank (\d+)$/

const parts: Partial<
  Record<ReportSource["kind"], (quote: string) => ReadonlyArray<readonly [of: string, value: string] | null>>
> = {
  company: (quote) =>
    behind(quote, ": ")
      .split("; ")
      .map((part) => {
        const [, of, value] = /^(revenue|market value) (.+?)(?: in the period to [\d-]+)?$/.exec(part) ?? []
        return of === undefined ? null : [of, value!]
      }),
  trending_keyword: (quote) =>
    behind(quote, "”: ")
      .split("; ")
      .flatMap((part) => {
        const [, volume, country, way] = searches.exec(part) ?? []
        if (volume !== undefined)
          return [[`searches in ${country}`, volume] as const, [`trend in ${country}`, way!] as const]
        const [, alone, there] = trend.exec(part) ?? []
        return alone === undefined ? [] : [[`trend in ${there}`, alone] as const]
      }),
  social_trend: (quote) =>
    behind(quote, "”, ")
      .split(", ")
      .map((part) => {
        const [, place] = rank.exec(part) ?? []
        if (place !== undefined) return ["rank", place]
        const [, value, of] = score.exec(part) ?? []
        return value === undefined ? null : [of!, value]
      }),
  tracked_keyword: (quote) =>
    behind(quote, "”: ")
      .split(", about ")
      .map((part) => {
        const [, place, absent] = position.exec(part) ?? []
        if (place !== undefined || absent !== undefined) return ["position", place ?? absent!]
        const [, volume] = /^([\d,]+) searches$/.exec(part) ?? []
        return volume === undefined ? null : ["searches", volume]
      })
}

/**
 * What the service has measured, read from the sentence in which evidence/Facts.ts tells it; null for what is no
 * measurement. Days on which it was measured are no figures.
 */
export const measuresOf = ({ kind, quote }: ReportSource): Measures | null => {
  const read = parts[kind]
  return read === undefined ? null : new Map(read(quote).filter((part) => part !== null))
}
