import { several } from "../check/Plural.ts"
import { days, type Kind, numbers, row, texts } from "./ExhibitKind.ts"

/** What happened when, by story. What has no date of its own is not placed. */
export const timeline: Kind = {
  id: "timeline",
  make: ({ market: { stories } }) => {
    const cited = stories.filter(({ n }) => n !== null)
    const dated = cited
      .filter((story): story is typeof story & { readonly day: string } => story.day !== null)
      .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : one.n! - other.n!))
    if (dated.length < 2) return null
    const undated = cited.length - dated.length
    const left = undated === 0 ? "" : ` Left out because they have no date: ${several(undated, "story", "stories")}.`
    return {
      title: "What happened when",
      description: `${dated.length} of the ${several(stories.length, "story", "stories")} found, cited in this report and dated ${dated[0]!.day} to ${dated.at(-1)!.day}; each with the number of publishers that tell of it.${left}`,
      chart: "timeline",
      columns: [texts("Story"), days("Day"), numbers("Publishers", "publishers")],
      rows: dated.map(({ day, headline, n, publishers }) => row(n, headline, day, publishers.length))
    }
  },
  tell: () => [],
  counted: ["Publishers"]
}
