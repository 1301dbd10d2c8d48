import { several } from "../check/Plural.ts"
import { type Kind, listed, numberAt, numbers, type Row, row, sum, textAt, texts } from "./ExhibitKind.ts"

const shown = 12

/** A share in percent with one digit. */
const percentOf = (part: number, whole: number): number => Math.round((1000 * part) / whole) / 10

/** How many names a sentence lists. If there are more, it lists one fewer and "others". */
const named = 6

const counted = (row: Row): string =>
  `${several(numberAt(row, 1) ?? 0, "story", "stories")} (${numberAt(row, 2) ?? 0} % of all mentions)`

const single = (row: Row): string => `Most in the news: ${textAt(row, 0)}, in ${counted(row)}.`

/** The rows of those that most stories name. */
const firstOf = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.filter((row) => numberAt(row, 1) === numberAt(rows[0]!, 1))

const together = (names: string, first: Row): string => `Most in the news: ${names}, each in ${counted(first)}.`

/** Which competitors and companies are in the news that the report cites. */
export const shareOfVoice: Kind = {
  id: "share_of_voice",
  make: ({ market }) => {
    const stories = market.stories.filter(({ n }) => n !== null)
    const counts = new Map<string, number>()
    for (const { names } of stories) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    const whole = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (counts.size < 2) return null
    const naming = stories.filter(({ names }) => names.length > 0).length
    return {
      title: "Who is in the news",
      description: `Stories that name each competitor or company: ${naming} of the ${several(stories.length, "story", "stories")} that this report may cite name one or more. The share is of all ${several(whole, "mention")}; a story that names two counts for both.`,
      chart: "bars",
      columns: [texts("Name"), numbers("Stories", "stories"), numbers("Share", "%")],
      rows: [...counts]
        .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
        .slice(0, shown)
        .map(([name, count]) => row(null, name, count, percentOf(count, whole)))
    }
  },
  tell: ({ rows }) => {
    const [first] = rows
    if (first === undefined) return []
    const most = firstOf(rows).map((row) => textAt(row, 0))
    if (most.length === 1) return [sum(single(first))]
    const names = most.length > named ? [...most.slice(0, named - 1), "others"] : most
    return [sum(together(listed(names), first))]
  },
  formerly: ({ rows }) =>
    rows.slice(0, 1).flatMap((first) => [single(first), together(`${firstOf(rows).length} names`, first)]),
  counted: ["Stories", "Share"]
}
