import { Schema } from "effect"
import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import type { ReportType } from "../../../../src/domain/Report.ts"
import { toCalendarDate } from "../../../../src/domain/Timestamp.ts"
import { isFormula } from "../../../../src/reports/check/Formulas.ts"
import { outlineOf, type Section } from "../../../../src/reports/Outline.ts"
import { today } from "../../Stored.ts"
import { type Share, statementsOf } from "../rubrics/Recall.ts"
import type { Written } from "../Written.ts"

/** What a report says at one place: an item of a section, or a sentence of the summary. */
export interface Item {
  /** The same as long as market, section and words are the same. */
  readonly hash: string
  readonly niche: string
  readonly type: ReportType
  readonly section: Pick<Section, "slug" | "title" | "about">
  readonly text: string
}

export const summary = {
  slug: "summary",
  title: "Summary",
  about: "what a reader must know of the market, without reading further"
}

const hashOf = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 10)

/** What is looked at of a report. */
export type Read = Pick<Written, "request" | "result" | "sources"> & {
  readonly quality: Pick<Written["quality"], "writer">
}

/** All that reports say, without the sentences by which they speak of themselves. */
export const itemsOf = (reports: ReadonlyArray<Read>): ReadonlyArray<Item> =>
  reports.flatMap(({ quality, request, result, sources }) => {
    const { niche, report_type: type } = request
    const places = [
      { section: summary, content: result.executive_summary },
      ...outlineOf(type).map((section) => ({
        section,
        content: (result.sections[section.slug] as { readonly content: string }).content
      }))
    ]
    return places.flatMap(({ content, section }) =>
      statementsOf(content)
        .filter((text) => !isFormula(text, { niche, sources, writer: quality.writer, asOf: toCalendarDate(today) }))
        .map((text): Item => {
          const { about, slug, title } = section
          return { hash: hashOf(niche, title, about, text), niche, type, section: { slug, title, about }, text }
        })
    )
  })

/** One item of two is judged: the same ones again where a writer still says the same. */
export const isSampled = ({ hash }: Item): boolean => Number.parseInt(hash[0]!, 16) % 2 === 0

const Judgements = Schema.Array(
  Schema.Struct({
    by: Schema.String,
    yes: Schema.Array(Schema.String),
    no: Schema.Array(Schema.String)
  })
)
export type Judgements = typeof Judgements.Type

export const judgedFile = new URL("judged.json", import.meta.url)

export const judgements = (): Judgements =>
  existsSync(judgedFile) ? Schema.decodeUnknownSync(Judgements)(JSON.parse(readFileSync(judgedFile, "utf8"))) : []

export interface Fit {
  readonly name: string
  /** Items that a reader says fit, of those that were judged; one that readers differ about counts for each. */
  readonly fit: Share
  /** Items of the sample that nobody has judged. */
  readonly unjudged: number
}

/** How many of a report's items fit, by place. */
export const fitOf = (items: ReadonlyArray<Item>): ReadonlyArray<Fit> => {
  const readers = judgements().map(({ no, yes }) => ({ yes: new Set(yes), no: new Set(no) }))
  const sample = items.filter(isSampled)
  const of = (name: string, own: ReadonlyArray<Item>): Fit => {
    const read = own.flatMap(({ hash }) =>
      readers.flatMap(({ no, yes }) => (yes.has(hash) ? [true] : no.has(hash) ? [false] : []))
    )
    return {
      name,
      fit: { part: read.filter((yes) => yes).length, of: read.length },
      unjudged: own.filter(({ hash }) => !readers.some(({ no, yes }) => yes.has(hash) || no.has(hash))).length
    }
  }
  const [summaries, others] = [true, false].map((is) =>
    sample.filter(({ section }) => (section.slug === summary.slug) === is)
  )
  const bySection = Map.groupBy(others!, ({ section }) => `${section.title} (${section.about})`)
  return [
    of("sentences of summaries", summaries!),
    of("items of sections", others!),
    of(
      "  quoted from news",
      others!.filter(({ text }) => text.startsWith("“"))
    ),
    ...[...bySection].map(([name, own]) => of(`  ${name}`, own))
  ]
}

/** How often two readers who judged the same item agree. */
export const agreedOn = (): Share => {
  const pairs = judgements().flatMap((one, n, all) =>
    all.slice(n + 1).flatMap((other) => {
      const [yes, no] = [new Set(other.yes), new Set(other.no)]
      return [
        ...one.yes.flatMap((hash) => (yes.has(hash) ? [true] : no.has(hash) ? [false] : [])),
        ...one.no.flatMap((hash) => (no.has(hash) ? [true] : yes.has(hash) ? [false] : []))
      ]
    })
  )
  return { part: pairs.filter((same) => same).length, of: pairs.length }
}
