import { Result } from "effect"
import type { Fault } from "../../domain/Failure.ts"
import { faultAt } from "./FileLocation.ts"

/** The text of a file, or the location of the first bytes that are not UTF-8. */
export const textOf = (bytes: Uint8Array): Result.Result<string, Fault> => {
  try {
    return Result.succeed(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    const lines = new TextDecoder().decode(bytes).split("\n")
    const line = lines.findIndex((text) => text.includes("\ufffd"))
    const location = { line: line + 1, column: (lines[line]?.indexOf("\ufffd") ?? 0) + 1 }
    return Result.fail(faultAt(location, "here are bytes that are no UTF-8 text"))
  }
}
