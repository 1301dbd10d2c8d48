import { availableParallelism } from "node:os"
import { delimiter, join } from "node:path"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"

const bin = join(import.meta.dirname, "node_modules", ".bin")

/** Tests of whole processes, which take the longest, and of what the modules of one file make. */
const isolated = [
  ...["bench", "clients", "dashboard", "demo", "process", "security"].map((room) => `test/${room}/**/*.test.ts`),
  // Metrics are counted by process.
  "test/http/metrics.test.ts"
]

const project = (test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  test: {
    // Processes, so that a file may start worker threads and child processes.
    pool: "forks",
    env: {
      // Child processes that tests start run on the runtime that comes with the project.
      PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
      // What one process has compiled serves the next: with some two hundred of them it is half the work of a start.
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules", ".cache", "tests")
    },
    // An embedded database takes a second or two to come up when every core is busy with another file.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...test
  }
})

export default defineConfig({
  test: {
    globalSetup: ["test/support/globalSetup.ts"],
    // More files at once than cores: tests often wait for a process, a database or a deadline.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // What a passing test has logged helps nobody; `npx vitest run --silent=false <file>` shows it.
    silent: "passed-only",
    reporters: ["default", "./test/support/PlainReporter.ts"],
    // They begin in the order of their names.
    projects: [
      project({ name: "isolated", include: isolated }),
      // Files share processes and the modules that these have loaded, which takes half of the processor time.
      project({ name: "shared", include: ["test/**/*.test.ts"], exclude: isolated, isolate: false })
    ]
  }
})
