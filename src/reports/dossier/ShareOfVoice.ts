import { several } from "../check/Plural.ts"
import { type Kind, numberAt, numbers, row, sum, textAt, texts } from "./ExhibitKind.ts"

const shown = 12

/** A share in percent with one digit, rounded down: together shares are never more than the whole. */
const percentOf = (part: number, whole: number): number => Math.floor((1000 * part) / whole) / 10

/** Which competitors and companies are in the news. */
export const shareOfVoice: Kind = {
  id: "share_of_voice",
  make: ({ market: { stories } }) => {
    const counts = new Map<string, number>()
    for (const { names } of stories) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    const whole = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (counts.size < 2) return null
    const naming = stories.filter(({ names }) => names.length > 0).length
    return {
      title: "Who is in the news",
      description: `Stories that name each competitor or company: ${naming} of the ${several(stories.length, "story", "stories")} found name one or more. The share is of all ${several(whole, "mention")}; a story that names two counts for both.`,
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
    const stories = several(numberAt(first, 1) ?? 0, "story", "stories")
    return [sum(`Most in the news: ${textAt(first, 0)}, in ${stories} (${numberAt(first, 2) ?? 0} % of all mentions).`)]
  },
  counted: ["Stories", "Share"]
}
