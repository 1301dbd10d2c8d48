import { assert } from "@effect/vitest"

/** Passes where there is no fault, and else says what to do about those that there are. */
export const noFaults = (faults: ReadonlyArray<string>, cure: string): void =>
  assert.isEmpty(faults, `${cure}\n${faults.map((fault) => `  ${fault}`).join("\n")}\n`)
