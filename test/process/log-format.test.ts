import { assert, describe, it } from "vitest"
import { startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"

/** The lines that a service writes from its start to its stop, and where it was. */
const linesOf = async (environment: Record<string, string>, isFirst: boolean) => {
  const { path, remove } = temporaryDirectory()
  try {
    const service = await startService({ DATA_DIR: isFirst ? path : placeDatabase(path), ...environment })
    assert.strictEqual(await service.stop(), 0)
    return {
      url: service.url,
      lines: service
        .output()
        .split("\n")
        .filter((line) => line !== "")
    }
  } finally {
    remove()
  }
}

const isEntry = {
  json: (line: string) => JSON.parse(line).level !== undefined,
  logfmt: (line: string) => /^timestamp=\S+ level=\w+ fiber=\S+ message=/.test(line)
}

// A first start, which says the most, takes seconds; a busy machine takes longer.
describe("a log for machines", { timeout: 120_000 }, () => {
  it.each([
    ["json", "info", true],
    ["json", "error", false],
    ["logfmt", "info", false]
  ] as const)("is %s in every line, the greeting included, also from level %s on", async (format, level, isFirst) => {
    const { lines, url } = await linesOf({ LOG_FORMAT: format, LOG_LEVEL: level }, isFirst)
    for (const line of lines) assert.isTrue(isEntry[format](line), line)
    assert.lengthOf(
      lines.filter((line) => line.includes(`"Sonde is at ${url}"`)),
      1
    )
  })
})
