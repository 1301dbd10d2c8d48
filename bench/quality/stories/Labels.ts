import { readFileSync } from "node:fs"

/** Which signals tell the same story; README.md has the rules. */
export interface Labels {
  /** The story of each labelled signal, by the signal's id. */
  readonly stories: ReadonlyMap<string, string>
  /** The signals that a figure is the mean over. The other labelled ones are only there to be merged wrongly. */
  readonly halves: Readonly<Record<"tuning" | "reporting", ReadonlyArray<string>>>
  /** When signals without a date were read. */
  readonly seen: ReadonlyMap<string, Date>
  /** The other address of a text that came in two formats. */
  readonly copies: ReadonlyMap<string, string>
}

type Lists = ReadonlyArray<ReadonlyArray<string>>

interface File {
  readonly seen: Readonly<Record<string, ReadonlyArray<string>>>
  readonly tuning: Lists
  readonly reporting: Lists
  readonly others: ReadonlyArray<string>
  readonly copies: ReadonlyArray<readonly [string, string]>
}

export const labels = (): Labels => {
  const file: File = JSON.parse(readFileSync(new URL("./labels.json", import.meta.url), "utf8"))
  const stories = [...file.tuning, ...file.reporting, ...file.others.map((id) => [id])]
  return {
    stories: new Map(stories.flatMap((story) => story.map((id) => [id, story[0]!]))),
    halves: { tuning: file.tuning.flat(), reporting: file.reporting.flat() },
    seen: new Map(
      Object.entries(file.seen).flatMap(([day, ids]) => ids.map((id) => [id, new Date(`${day}T12:00:00Z`)] as const))
    ),
    copies: new Map(file.copies.map(([one, other]) => [other, one]))
  }
}

/** The story of any signal: one that has no label is alone, but for its copy. */
export const storyOf =
  ({ copies, stories }: Labels) =>
  (id: string): string => {
    const one = copies.get(id) ?? id
    return stories.get(one) ?? one
  }
