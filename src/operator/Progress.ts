import { Clock, Console, Effect } from "effect"
import { clean } from "../text/Text.ts"
import { Screen } from "./Screen.ts"
import { fitted } from "./Table.ts"

/** What is under way: since when, and how much of it is done where it says so. */
interface Running {
  readonly since: number
  done: number
  of: number
}

const second = 1_000
const minute = 60 * second

/** In words that do not pretend to know better. */
export const inWords = (millis: number): string =>
  millis < minute
    ? "less than a minute left"
    : millis < 90 * minute
      ? `about ${Math.ceil(millis / minute)} min left`
      : `about ${Math.round(millis / (60 * minute))} h left`

/** What is left of something that goes on at the pace that it had so far; null while nobody can know. */
const rest = ({ done, of, since }: Running, now: number): number | null =>
  done === 0 ? null : ((now - since) / done) * (of - done)

const counts = ({ done, of }: Running): string => (of === 0 ? "" : `${done} of ${of}`)

/** How far a run of several things is, and how long it will take. */
export const makeTally = () => {
  const running = new Map<string, Running>()
  let all: Running | null = null

  /** Waiting work is estimated by what is done, and running work by the slowest that tells its progress. */
  const left = (now: number): number | null => {
    const rests = [...running.values()].flatMap((one) => rest(one, now) ?? [])
    const waiting = all === null ? 0 : all.of - all.done - running.size
    const ofWaiting = all === null || waiting === 0 ? null : rest({ ...all, of: all.done + waiting }, now)
    const known = ofWaiting === null ? rests : [...rests, ofWaiting]
    // While work waits and none has ended, there is no estimate.
    return known.length === 0 || (waiting > 0 && ofWaiting === null) ? null : Math.max(...known)
  }

  const whole = (now: number): string => {
    if (all === null) return ""
    const time = left(now)
    return `${counts(all)} done${time === null ? "" : `, ${inWords(time)}`}`
  }

  return {
    started: (name: string, of: number, now: number) => {
      all ??= { since: now, done: 0, of }
      running.set(name, { since: now, done: 0, of: 0 })
    },
    progressed: (name: string, done: number, of: number) => {
      const one = running.get(name)
      if (one !== undefined) Object.assign(one, { done, of })
    },
    ended: (name: string) => {
      if (running.delete(name) && all !== null) all.done++
    },
    /** A line for each thing under way, and one for all of them. */
    lines: (now: number): ReadonlyArray<string> => {
      if (running.size === 0) return []
      const width = Math.max(...[...running.keys()].map(({ length }) => length))
      const ones = [...running].map(([name, one]) => {
        const time = rest(one, now)
        return `${name.padEnd(width)}  ${counts(one)}${time === null ? "" : `, ${inWords(time)}`}`.trimEnd()
      })
      return all === null || all.of === 1 ? ones : [...ones, whole(now)]
    },
    /** The same in one line, for whoever keeps all that was written. */
    line: (now: number): string | null => {
      if (running.size === 0) return null
      const names = [...running].map(([name, one]) => (one.of === 0 ? name : `${name} (${counts(one)})`))
      return `${whole(now)}; still at ${names.join(", ")}`
    }
  }
}

/** How often the lines are drawn anew, and how often a line is written where they stay. */
const drawn = "250 millis"
const written = "10 seconds"

/**
 * Tells on stderr how far a command is: in lines that are drawn anew on a terminal, and elsewhere in a line now and
 * then.
 */
export const makeProgress = Effect.gen(function* () {
  const { columns, draw, quiet = false } = yield* Screen
  const tally = makeTally()

  const told = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (draw !== null) return Effect.sync(() => draw(tally.lines(now).map((line) => fitted(clean(line), columns))))
    const line = tally.line(now)
    return line === null ? Effect.void : Console.error(clean(line))
  })

  const show = quiet ? Effect.void : told

  const wiped = draw === null ? Effect.void : Effect.sync(() => draw([]))

  return {
    started: (name: string, of: number) => Effect.map(Clock.currentTimeMillis, (now) => tally.started(name, of, now)),
    progressed: (name: string, done: number, of: number) => Effect.sync(() => tally.progressed(name, done, of)),
    ended: (name: string) => Effect.sync(() => tally.ended(name)),
    /** Writes something that stays, above the lines that are drawn. */
    write: (text: string) =>
      Effect.andThen(Effect.andThen(wiped, Console.log(text)), draw === null ? Effect.void : show),
    /** Shows how far it is as long as `work` goes on. */
    during: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      work.pipe(
        Effect.raceFirst(show.pipe(Effect.delay(draw === null ? written : drawn), Effect.forever)),
        Effect.ensuring(wiped)
      )
  }
})
