import { readFileSync } from "node:fs"

/*
 * Loaded into a service with `--import`: its time of day is ahead by as many milliseconds as stand in the file
 * CLOCK_FILE, in every thread. What is measured goes on as before, as on a machine whose clock is set.
 */

const file = process.env["CLOCK_FILE"]

if (file !== undefined) {
  const right = Date.now
  let ahead = 0
  const look = (): void => {
    ahead = Number(readFileSync(file, "utf8")) || 0
  }
  look()
  setInterval(look, 50).unref()
  Date.now = () => right() + ahead
  const RightDate = Date
  globalThis.Date = new Proxy(RightDate, {
    construct: (target, args: ReadonlyArray<unknown>, self) =>
      Reflect.construct(target, args.length === 0 ? [right() + ahead] : args, self) as object,
    apply: () => new RightDate(right() + ahead).toString()
  })
}
