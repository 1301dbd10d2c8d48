import { availableParallelism } from "node:os"
import { delimiter, join } from "node:path"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"

const bin = join(import.meta.dirname, "node_modules", ".bin")

/** Tests of whole processes, which take the longest. */
const processes = ["bench", "clients", "dashboard", "demo", "process", "security"].map(
  (room) => `test/${room}/**/*.test.ts`
)

/** Tests of what is counted or timed in a process: it is theirs alone. */
const alone = [
  "test/http/metrics.test.ts",
  "test/bench/growth.test.ts",
  "test/http/compression.test.ts",
  "test/ingest/articles/pages.test.ts",
  "test/security/reading-time.test.ts",
  "test/security/regular-expressions.test.ts"
]

const project = (test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration => ({
  test: {
    // Processes, so that a file may start worker threads and child processes.
    pool: "forks",
    env: {
      // A service that a test starts ends before the optimizing compiler of WebAssembly pays, which takes a fifth of a
      // start on the embedded database.
      V8_FLAGS: "--liftoff-only",
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
    // Node runs this TypeScript as it stands, and in less time than it takes to transform it.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: ["test/support/global-setup.ts"],
    // More files at once than cores: tests often wait for a process, a database or a deadline.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // What a passing test has logged helps nobody; `npx vitest run --silent=false <file>` shows it.
    silent: "passed-only",
    reporters: ["default", "./test/support/PlainReporter.ts"],
    // They begin in the order of their names. But for the first, files share processes and the modules that these have
    // loaded, which takes half of the processor time.
    projects: [
      project({ name: "alone", include: alone }),
      project({ name: "processes", include: processes, exclude: alone, isolate: false }),
      project({ name: "shared", include: ["test/**/*.test.ts"], exclude: [...alone, ...processes], isolate: false })
    ]
  }
})
