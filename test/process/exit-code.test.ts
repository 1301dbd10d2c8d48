import { spawn } from "node:child_process"
import { assert, inject, it } from "vitest"

if (process.env["MUST_FAIL"] === "true") {
  it("fails", () => assert.fail("as it was told"))
} else {
  // A run of its own, with a Postgres of its own: what starts one once made every run a success.
  it("a run with a test that fails ends with exit code 1", { timeout: 120_000 }, async () => {
    const run = spawn("vitest", ["run", "test/process/exit-code.test.ts"], {
      env: {
        ...process.env,
        MUST_FAIL: "true",
        REQUIRE_ALL_TESTS: "false",
        TEST_DATABASE_URL: "",
        DATABASE_URL: "",
        TEST_EMBEDDED: JSON.stringify(inject("embedded"))
      }
    })
    let output = ""
    run.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()))
    run.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise((resolve) => run.once("close", resolve))
    assert.include(output, "0 passed, 1 failed")
    assert.strictEqual(code, 1, output)
  })
}
