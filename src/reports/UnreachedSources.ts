import type { ReportResearch } from "../domain/Report.ts"

/** Pages that a gap names. */
const pagesNamed = 10

/** What could not be reached when the niche was looked up, in sentences for the reader. */
export const unreached = ({ pages, searches }: ReportResearch): ReadonlyArray<string> => {
  const silent = searches.flatMap(({ reason, source, state }) => {
    if (state === "failed") return [`${source} could not be searched: ${reason ?? "it failed"}.`]
    if (state === "waiting") return [`${source} was not asked: its turn did not come within the time for searches.`]
    return state === "answered" ? [] : [`${source} gave no answer within the time for searches.`]
  })
  const some = pages.unread.slice(0, pagesNamed).map(({ host, why }) => `${host} (${why})`)
  const more = pages.unread.length > pagesNamed ? ["…"] : []
  return pages.unread.length === 0
    ? silent
    : [
        ...silent,
        `Pages behind the news: ${pages.unread.length} of ${pages.of} could not be read: ${[...some, ...more].join(", ")}.`
      ]
}
