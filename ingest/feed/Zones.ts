/**
 * Minutes east of UTC of the zone names found in feeds: RFC 822's own and those that publishers add. Where a name has
 * several meanings, the one most feeds mean: BST is British, IST Indian, CST American.
 */
const NAMES: ReadonlyArray<readonly [minutes: number, names: string]> = [
  [-660, "sst"],
  [-600, "hst"],
  [-540, "akst hdt"],
  [-480, "pst pt akdt"],
  [-420, "mst mt pdt"],
  [-360, "cst ct mdt"],
  [-300, "est et cdt cot pet ect"],
  [-240, "edt at ast clt vet amt bot pyt gyt"],
  [-210, "nt nst"],
  [-180, "adt brt art clst uyt gft"],
  [-150, "ndt"],
  [-120, "brst"],
  [0, "z ut utc gmt wet"],
  [60, "bst cet mez met west wat"],
  [120, "cest mesz mest eet cat sast wast"],
  [180, "eest msk trt eat idt"],
  [210, "irst"],
  [240, "msd gst azt get mut samt"],
  [270, "irdt aft"],
  [300, "uzt tmt tjt mvt yekt pkt"],
  [330, "slst ist"],
  [345, "npt"],
  [360, "bdt btt kgt omst"],
  [390, "mmt"],
  [420, "novt krat ict wib"],
  [480, "irkt ulat bnt wita sgt myt hkt pht awst"],
  [540, "yakt wit jst kst"],
  [570, "acst"],
  [600, "vlat chst pgt aest aet"],
  [630, "acdt"],
  [660, "aedt"],
  [720, "fjt nzt nzst"],
  [780, "nzdt"]
]

const ZONES = new Map(NAMES.flatMap(([minutes, names]) => names.split(" ").map((name) => [name, minutes] as const)))

/** Minutes east of UTC, or null where the word names no known zone. */
export const zoneOf = (word: string): number | null => ZONES.get(word) ?? null

/** Clocks of the time zones that were asked for, null for what is none; bounded, since a feed may name any. */
const clocks = new Map<string, Intl.DateTimeFormat | null>()
const MAX_CLOCKS = 1_000

const clockOf = (zone: string): Intl.DateTimeFormat | null => {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  let clock: Intl.DateTimeFormat | null = null
  try {
    clock = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" })
  } catch {
    // No such time zone.
  }
  if (clocks.size < MAX_CLOCKS) clocks.set(zone, clock)
  return clock
}

/** Whether this is a name of the time zone database, like `America/Los_Angeles` in any case. */
export const isTimeZone = (name: string): boolean => clockOf(name) !== null

const offsetAt = (clock: Intl.DateTimeFormat, time: number): number => {
  const name = clock.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? ""
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Minutes east of UTC in a time zone. `local` is the time there, in milliseconds as if it were UTC. */
export const offsetIn = (zone: string, local: number): number => {
  const clock = clockOf(zone)
  if (clock === null) return 0
  // The offset of a moment nearby; asked again for the moment that it gives, which may lie on the other side of a
  // change.
  return offsetAt(clock, local - offsetAt(clock, local) * 60_000)
}
