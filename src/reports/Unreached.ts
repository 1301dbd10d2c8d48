import type { ReportResearch } from "../domain/Report.ts"

/** Reasons that a gap names, the most frequent first. */
const reasonsNamed = 5

/** What could not be reached when the niche was looked up, in sentences for the reader. */
export const unreached = ({ pages, searches }: ReportResearch): ReadonlyArray<string> => {
  const silent = searches.flatMap(({ reason, source, state }) => {
    if (state === "failed") return [`${source} could not be searched: ${reason ?? "it failed"}.`]
    return state === "answered" ? [] : [`${source} did not answer in time.`]
  })
  const whys = pages.unread.slice(0, reasonsNamed).map(({ pages, why }) => `${why} (${pages})`)
  const more = pages.unread.length > reasonsNamed ? ["…"] : []
  const left = pages.of - pages.read
  return left === 0
    ? silent
    : [...silent, `Pages behind the news: ${left} of ${pages.of} could not be read: ${[...whys, ...more].join(", ")}.`]
}
