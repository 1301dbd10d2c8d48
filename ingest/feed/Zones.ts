/**
 * Minutes east of UTC of the zone names found in feeds: RFC 822's own and those that publishers add. Where a name has
 * several meanings, the one most feeds mean: BST is British, IST Indian, CST American.
 */
const ZONES: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  est: -300,
  edt: -240,
  et: -300,
  cst: -360,
  cdt: -300,
  ct: -360,
  mst: -420,
  mdt: -360,
  mt: -420,
  pst: -480,
  pdt: -420,
  pt: -480,
  akst: -540,
  akdt: -480,
  hdt: -540,
  hst: -600,
  sst: -660,
  at: -240,
  ast: -240,
  adt: -180,
  nt: -210,
  nst: -210,
  ndt: -150,
  brt: -180,
  brst: -120,
  art: -180,
  clt: -240,
  clst: -180,
  cot: -300,
  pet: -300,
  vet: -240,
  amt: -240,
  bot: -240,
  pyt: -240,
  gyt: -240,
  ect: -300,
  uyt: -180,
  gft: -180,
  bst: 60,
  cet: 60,
  cest: 120,
  mez: 60,
  mesz: 120,
  met: 60,
  mest: 120,
  west: 60,
  eet: 120,
  eest: 180,
  msk: 180,
  msd: 240,
  trt: 180,
  wat: 60,
  cat: 120,
  sast: 120,
  eat: 180,
  idt: 180,
  wast: 120,
  gst: 240,
  azt: 240,
  get: 240,
  mut: 240,
  samt: 240,
  irdt: 270,
  aft: 270,
  uzt: 300,
  tmt: 300,
  tjt: 300,
  mvt: 300,
  yekt: 300,
  slst: 330,
  bdt: 360,
  btt: 360,
  kgt: 360,
  omst: 360,
  mmt: 390,
  novt: 420,
  krat: 420,
  irkt: 480,
  ulat: 480,
  bnt: 480,
  yakt: 540,
  vlat: 600,
  chst: 600,
  pgt: 600,
  fjt: 720,
  irst: 210,
  pkt: 300,
  ist: 330,
  npt: 345,
  ict: 420,
  wib: 420,
  wita: 480,
  wit: 540,
  sgt: 480,
  myt: 480,
  hkt: 480,
  pht: 480,
  jst: 540,
  kst: 540,
  awst: 480,
  acst: 570,
  acdt: 630,
  aest: 600,
  aedt: 660,
  aet: 600,
  nzt: 720,
  nzst: 720,
  nzdt: 780
}

/** Minutes east of UTC, or null where the word names no known zone. */
export const zoneOf = (word: string): number | null => (Object.hasOwn(ZONES, word) ? ZONES[word]! : null)

/** Clocks of places that were asked for, null for what is no place; bounded, since a feed may name any. */
const clocks = new Map<string, Intl.DateTimeFormat | null>()
const MAX_CLOCKS = 1_000

const clockOf = (place: string): Intl.DateTimeFormat | null => {
  const known = clocks.get(place)
  if (known !== undefined) return known
  let clock: Intl.DateTimeFormat | null = null
  try {
    clock = new Intl.DateTimeFormat("en-US", { timeZone: place, timeZoneName: "longOffset" })
  } catch {
    // No such place.
  }
  if (clocks.size < MAX_CLOCKS) clocks.set(place, clock)
  return clock
}

/** Whether this is a name of the time zone database, like `America/Los_Angeles` in any case. */
export const isPlace = (name: string): boolean => clockOf(name) !== null

const offsetAt = (clock: Intl.DateTimeFormat, time: number): number => {
  const name = clock.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? ""
  const [, sign, hours = "0", minutes = "0"] = /([+-])(\d{2}):(\d{2})/.exec(name) ?? []
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Minutes east of UTC of a place's time. `local` is the time there, in milliseconds as if it were UTC. */
export const offsetIn = (place: string, local: number): number => {
  const clock = clockOf(place)
  if (clock === null) return 0
  // The offset of a moment nearby; asked again for the moment that it gives, which may lie on the other side of a
  // change.
  return offsetAt(clock, local - offsetAt(clock, local) * 60_000)
}
