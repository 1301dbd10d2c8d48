/** When five zones put their clocks forward and back in 2026: in both hemispheres, one of them by half an hour. */
export const clockChanges = [
  ["Europe/Vienna", "2026-03-29T01:00:00Z"],
  ["Europe/Vienna", "2026-10-25T01:00:00Z"],
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  ["Asia/Beirut", "2026-03-28T22:00:00Z"],
  ["Asia/Beirut", "2026-10-24T21:00:00Z"],
  ["America/Santiago", "2026-09-06T04:00:00Z"],
  ["America/Santiago", "2026-04-05T03:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"]
] as const

export type ClockChange = (typeof clockChanges)[number]

/** What a clock on the wall shows: `02:30`. */
export const wallClock = (zone: string) => {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" })
  return (at: number): string => format.format(at)
}
