import type { WatchEvent } from "../../src/domain/WatchEvent.ts"

/** An event as it is stored. */
export const event = (more: Partial<WatchEvent> = {}): WatchEvent =>
  ({
    id: 17,
    watch: { id: 3, name: "Tea" },
    kind: "search",
    title: "Tea is dear in Assam",
    text: "Since March.",
    source: "News",
    story_id: null,
    why: { terms: ["tea"], highlights: [], change: null },
    link: { kind: "signal", id: 5, url: "https://news.example/tea" },
    at: "2026-03-10T12:00:00",
    send_at: "2026-03-10T12:00:00",
    ...more
  }) as WatchEvent
