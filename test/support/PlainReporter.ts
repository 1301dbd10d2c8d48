import type { Reporter, TestModule } from "vitest/node"

/** Ends the run with one plain line that machines read; with `REQUIRE_ALL_TESTS=true` a skipped test fails the run. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const test of module.children.allTests()) counts[test.result().state]++
    }
    const skipped = counts.skipped + counts.pending
    if (process.env["REQUIRE_ALL_TESTS"] === "true" && skipped > 0) {
      console.error(`${skipped} tests were skipped, and every one has to run`)
      process.exitCode = 1
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${skipped} skipped`)
  }
}
