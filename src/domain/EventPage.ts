import type { WatchEvent } from "./WatchEvent.ts"

type About = Pick<WatchEvent, "link" | "story_id">

const dashboard = "/dashboard"

/** The path of the dashboard's page for what an event is about; null where there is none. */
export const subjectPage = ({ link: { id, kind }, story_id }: About): string | null => {
  switch (kind) {
    case "signal":
      return story_id === null ? null : `${dashboard}/stories/${story_id}`
    case "report":
      // One that is only planned has no id yet.
      return typeof id === "number" ? `${dashboard}/reports/${id}` : null
    case "company":
      return `${dashboard}/companies/${id}`
    case "keyword":
      return `${dashboard}/keywords/${id}`
    case "key":
      return `${dashboard}/keys/${id}`
    case "watch":
      return `${dashboard}/watches/${id}`
    case "trending":
    case "social":
      return `${dashboard}/trends`
    case "source":
      return `${dashboard}/sources`
  }
}

/** The same; where what it is about has no page, the list of events that begins with it. */
export const eventPage = (event: About & Pick<WatchEvent, "id">): string =>
  subjectPage(event) ?? `${dashboard}/events?before=${event.id + 1}`
