import { availableParallelism } from "node:os"
import { delimiter, join } from "node:path"
import { defineConfig } from "vitest/config"

const bin = join(import.meta.dirname, "node_modules", ".bin")

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    // One process per file, so that a file may start worker threads and child processes, and read its own environment.
    pool: "forks",
    // More files at once than cores: tests often wait for a process, a database or a deadline.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Child processes that tests start run on the runtime that comes with the project.
    env: { PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` },
    // What a passing test has logged helps nobody; `npx vitest run --silent=false <file>` shows it.
    silent: "passed-only",
    // An embedded database takes a second or two to come up when every core is busy with another file.
    testTimeout: 60_000,
    reporters: ["default", "./test/support/PlainReporter.ts"],
    hookTimeout: 60_000
  }
})
