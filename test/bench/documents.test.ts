import { describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { explained } from "../../bench/quality/reports/Document.ts"
import { noFaults } from "../support/NoFaults.ts"

describe("docs/report-quality.md", () => {
  it("explains each metric as npm run docs:quality writes it", () => {
    const document = readFileSync(join(import.meta.dirname, "../../docs/report-quality.md"), "utf8").split("\n")
    noFaults(
      explained.split("\n").filter((line) => !document.includes(line)),
      "The document lacks these lines. Change bench/quality/reports/Document.ts, and run npm run docs:quality:"
    )
  })
})
