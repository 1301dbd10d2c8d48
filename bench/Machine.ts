import { arch, cpus, loadavg, platform, totalmem } from "node:os"

/** Where figures come from, for the record. */
export const machine = (): string => {
  const [processor] = cpus()
  const load = loadavg().map((value) => value.toFixed(1))
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${processor?.model ?? "?"}, ${memory} GB, ${platform()} ${arch()}, ${process.version}, load ${load.join(" ")}`
}
