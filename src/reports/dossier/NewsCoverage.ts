import { dayAfter, toCalendarDate } from "../../domain/Timestamp.ts"
import { several } from "../check/Plural.ts"
import { daysBetween } from "../check/Age.ts"
import type { FoundStory } from "../evidence/Market.ts"
import { nameKey, publishersOf } from "../evidence/News.ts"
import { add, days, type Kind, type Made, numbers, row, sum } from "./ExhibitKind.ts"

/** More bars than this are hard to tell apart. */
const mostBars = 31

interface Step {
  readonly name: string
  /** The first day of the step that a day lies in. */
  readonly of: (day: string) => string
  readonly next: (first: string) => string
}

const monthAfter = (first: string, months: number): string =>
  toCalendarDate(new Date(Date.UTC(Number(first.slice(0, 4)), Number(first.slice(5, 7)) - 1 + months, 1)))

/** Days, weeks that begin on Monday, months and years: the first that makes few enough bars. */
const steps: ReadonlyArray<Step> = [
  { name: "day", of: (day) => day, next: (first) => dayAfter(first, 1) },
  {
    name: "week",
    of: (day) => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7)),
    next: (first) => dayAfter(first, 7)
  },
  { name: "month", of: (day) => `${day.slice(0, 7)}-01`, next: (first) => monthAfter(first, 1) },
  { name: "year", of: (day) => `${day.slice(0, 4)}-01-01`, next: (first) => monthAfter(first, 12) }
]

const spanOf = (step: Step, from: string, to: string): ReadonlyArray<string> => {
  const firsts = [step.of(from)]
  while (firsts.length <= mostBars && step.next(firsts.at(-1)!) <= to) firsts.push(step.next(firsts.at(-1)!))
  return firsts
}

/** The publisher with most stories, and how many; null if there is none with more than the others. */
const leaderOf = (stories: ReadonlyArray<FoundStory>): readonly [string, number] | null => {
  const names = stories.flatMap(({ others, publishers }) => publishersOf([...publishers, ...others]))
  const [first, second] = [...Map.groupBy(names, nameKey).values()]
    .map((all) => [all[0]!, all.length] as const)
    .toSorted(([, one], [, other]) => other - one)
  return first === undefined || second === undefined || first[1] === second[1] ? null : first
}

/** How many stories were found, and when they are from. */
const foundIn = ({ description }: Made): ReadonlyArray<string> =>
  /^.* (?:between \S+ and|on) [\d-]+/.exec(description)?.slice(0, 1) ?? []

/** How many stories there were by day, week, month or year. */
export const coverage: Kind = {
  id: "coverage",
  make: ({ asOf, market: { stories } }) => {
    const dated = stories.flatMap(({ day }) => (day === null || day > asOf ? [] : [day])).sort()
    if (dated.length < 2) return null
    const [from, to] = [dated[0]!, dated.at(-1)!]
    const spans = steps.map((step) => ({ step, firsts: spanOf(step, from, to) }))
    const years = steps.at(-1)!
    const latest = { step: years, firsts: spanOf(years, monthAfter(years.of(to), -12 * (mostBars - 1)), to) }
    const { firsts, step } = spans.find(({ firsts }) => firsts.length <= mostBars) ?? latest
    const counts = Map.groupBy(dated, step.of)
    const publishers = publishersOf(stories.flatMap(({ others, publishers }) => [...publishers, ...others])).length
    const leader = leaderOf(stories)
    const most = leader === null ? "" : ` Most from one publisher: ${leader[0]}, ${leader[1]} of ${stories.length}.`
    const undated = stories.length - dated.length
    const placed = undated === 0 ? "" : `, ${dated.length} of them dated`
    const time =
      from === to ? `on ${from}` : `between ${from} and ${to}, over ${several(daysBetween(from, to) + 1, "day")}`
    const left = undated === 0 ? "" : ` Left out because they have no date: ${several(undated, "story", "stories")}.`
    return {
      title: `Stories by ${step.name}`,
      description: `${several(stories.length, "story", "stories")} from ${several(publishers, "publisher")}${placed} ${time}.${most}${left}`,
      chart: "columns",
      columns: [days(step.name === "day" ? "Day" : `First day of the ${step.name}`), numbers("Stories", "stories")],
      rows: firsts.map((first) => row(null, first, counts.get(first)?.length ?? 0))
    }
  },
  tell: (exhibit) => {
    const most = /(?<= Most )from one publisher: .*, \d+ of \d+(?=\.)/.exec(exhibit.description)?.[0]
    return [
      ...foundIn(exhibit).map((found) => sum(`News found, cited here or not: ${found}.`)),
      ...(most === undefined ? [] : [add(`Most stories ${most}.`)])
    ]
  },
  formerly: (exhibit) => foundIn(exhibit).map((found) => `Found: ${found}.`),
  counted: ["Stories"]
}
