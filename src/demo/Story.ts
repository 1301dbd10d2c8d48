import type { PublisherId } from "./Publishers.ts"

/** A piece of news as it is written down: its age is counted from the demo's start, and its dates are filled in. */
export interface Story {
  readonly by: PublisherId
  readonly hoursAgo: number
  readonly title: string
  readonly paragraphs: ReadonlyArray<string>
}

export const story = (
  by: PublisherId,
  hoursAgo: number,
  title: string,
  ...paragraphs: ReadonlyArray<string>
): Story => ({
  by,
  hoursAgo,
  title,
  paragraphs
})

const monthYear = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" })
const dayMonthYear = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" })
const ordinals = ["first", "second", "third", "fourth"]

const dates: Readonly<Record<string, (published: Date, by: number) => string>> = {
  year: (published, by) => String(published.getUTCFullYear() + by),
  quarter: (published, by) => {
    const quarters = published.getUTCFullYear() * 4 + Math.floor(published.getUTCMonth() / 3) + by
    return `${ordinals[quarters % 4]!} quarter of ${Math.floor(quarters / 4)}`
  },
  month: (published, by) => monthYear.format(Date.UTC(published.getUTCFullYear(), published.getUTCMonth() + by, 1)),
  day: (published, by) => dayMonthYear.format(published.getTime() + by * 86_400_000)
}

/** Fills in `{year+1}`, `{quarter-1}`, `{month+3}` and `{day-2}`, counted from the day of publication. */
export const fillDates = (text: string, published: Date): string =>
  text.replace(/\{(year|quarter|month|day)([+-]\d+)?\}/g, (_, unit: string, by = "0") =>
    dates[unit]!(published, Number(by))
  )

/** A story as its publisher has it. */
export interface Article {
  readonly by: PublisherId
  readonly title: string
  readonly paragraphs: ReadonlyArray<string>
  /** Path of its page, with a slash in front. */
  readonly path: string
  readonly publishedAt: Date
}

const slugOf = (title: string): string =>
  title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g)!
    .slice(0, 10)
    .join("-")

/** The story, published so many hours before `start`. */
export const publish = ({ by, hoursAgo, paragraphs, title }: Story, start: Date): Article => {
  const publishedAt = new Date(Math.floor(start.getTime() / 60_000) * 60_000 - Math.round(hoursAgo * 60) * 60_000)
  const [year, month] = publishedAt.toISOString().split("-")
  return {
    by,
    title: fillDates(title, publishedAt),
    paragraphs: paragraphs.map((paragraph) => fillDates(paragraph, publishedAt)),
    path: `/${year}/${month}/${slugOf(title)}`,
    publishedAt
  }
}
