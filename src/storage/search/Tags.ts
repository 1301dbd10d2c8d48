import { createHash } from "node:crypto"

/*
 * Terms that no text has: when a document was published, by whom, in which language, and which
 * sources bring it. With them an index that only knows
 * terms finds recent documents, or those of a filter, without looking through all the others.
 */

const monthOf = (year: number, month: number): string => `zm${year}${String(month + 1).padStart(2, "0")}`
const hashed = (name: string): string => createHash("sha256").update(name).digest("hex").slice(0, 12)
const sourceTag = (source: string): string => `zs${hashed(source)}`
export const languageTag = (language: string): string => `zl${language.replace(/[^a-z]/g, "")}`

/** The tag of what a source of the operator's list brings. */
export const bringerTag = (name: string): string => `zb${hashed(name)}`

/** The tags of a document. */
export const tagsOf = (document: {
  readonly published_at: Date
  readonly source: string
  readonly language: string
  readonly brought_by: ReadonlyArray<string>
}): ReadonlyArray<string> => [
  monthOf(document.published_at.getUTCFullYear(), document.published_at.getUTCMonth()),
  sourceTag(document.source),
  languageTag(document.language),
  ...document.brought_by.map(bringerTag)
]

/** The tags of the months from one instant to another, or null where they are more than `most`. */
export const monthTags = (from: Date, to: Date, most: number): ReadonlyArray<string> | null => {
  const first = from.getUTCFullYear() * 12 + from.getUTCMonth()
  const last = to.getUTCFullYear() * 12 + to.getUTCMonth()
  if (last - first >= most) return null
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) =>
    monthOf(Math.floor((first + n) / 12), (first + n) % 12)
  )
}

/**
 * So many sources select documents in the index. With more of them the planner would rather read all documents; they
 * bring much in any case, so that each document found otherwise is looked at.
 */
const mostSelecting = 50

/** Whether the index selects what these sources bring. */
export const areSelected = (sources: ReadonlyArray<string>): boolean => sources.length <= mostSelecting

/** For each filter the tags of which a document has one. */
export const filterTags = (filters: {
  readonly sources?: ReadonlyArray<string>
  readonly language?: string
  readonly broughtBy?: ReadonlyArray<string>
}): ReadonlyArray<ReadonlyArray<string>> => [
  ...(filters.sources === undefined ? [] : [filters.sources.map(sourceTag)]),
  ...(filters.language === undefined ? [] : [[languageTag(filters.language)]]),
  ...(filters.broughtBy !== undefined && areSelected(filters.broughtBy) ? [filters.broughtBy.map(bringerTag)] : [])
]
