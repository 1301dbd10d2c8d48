import type { Niche } from "./Niches.ts"

/** What was given for a niche, and what is there. */
export interface Counts {
  /** Pieces given. */
  readonly given: number
  /** Those of them that are evidence. */
  readonly right: number
  /** Stories that are evidence. */
  readonly wanted: number
  /** Those of them that were given. */
  readonly found: number
  /** The same of stories that are about the niche (grade 2). */
  readonly wantedMost: number
  readonly foundMost: number
}

export interface Shares {
  /** Null where nothing was given. */
  readonly precision: number | null
  readonly recall: number
  /** Of the stories that are about the niche. */
  readonly recallMost: number
}

/**
 * Counts what was given for a niche, the best first; each piece is the ids of the signals that it stands for.
 * Several signals of a story are wanted once.
 */
export const count = (
  { relevant }: Pick<Niche, "relevant">,
  pieces: ReadonlyArray<ReadonlyArray<string>>,
  storyOf: (id: string) => string
): Counts => {
  const found = new Set(pieces.flat().map(storyOf))
  const stories = (least: number) =>
    new Set([...relevant].flatMap(([id, grade]) => (grade >= least ? [storyOf(id)] : [])))
  const [wanted, wantedMost] = [stories(1), stories(2)]
  return {
    given: pieces.length,
    right: pieces.filter((ids) => ids.some((id) => relevant.has(id))).length,
    wanted: wanted.size,
    found: wanted.intersection(found).size,
    wantedMost: wantedMost.size,
    foundMost: wantedMost.intersection(found).size
  }
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

const mean = (numbers: ReadonlyArray<number>): number => sum(numbers) / numbers.length

const shares = ({ found, foundMost, given, right, wanted, wantedMost }: Counts): Shares => ({
  precision: given === 0 ? null : right / given,
  recall: found / wanted,
  recallMost: foundMost / wantedMost
})

/** All niches in one pot: large ones count more. */
export const micro = (counts: ReadonlyArray<Counts>): Shares => {
  const total = (key: keyof Counts) => sum(counts.map((each) => each[key]))
  return shares({
    given: total("given"),
    right: total("right"),
    wanted: total("wanted"),
    found: total("found"),
    wantedMost: total("wantedMost"),
    foundMost: total("foundMost")
  })
}

/** The mean over the niches; those for which nothing was given have no precision. */
export const macro = (counts: ReadonlyArray<Counts>): Shares => {
  const each = counts.map(shares)
  const precisions = each.flatMap(({ precision }) => precision ?? [])
  return {
    precision: precisions.length === 0 ? null : mean(precisions),
    recall: mean(each.map(({ recall }) => recall)),
    recallMost: mean(each.map(({ recallMost }) => recallMost))
  }
}
