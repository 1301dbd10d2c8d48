import { spawn } from "node:child_process"
import { cannotStart, startOpenSearch } from "../../harness/OpenSearch.ts"

/*
 * npm run test:opensearch: what search promises, on a cluster of three OpenSearch servers. With --all the bench
 * `cluster` follows, which kills servers and measures. Where there is no Java and no Maven it says so, and that is all.
 */

const reason = cannotStart()
if (reason !== null) {
  console.error(`Search on a cluster is not tested: ${reason}`)
  process.exit(0)
}
const begun = performance.now()
const { servers, stop } = await startOpenSearch(3)
const ready = performance.now()
const urls = servers.map(({ url }) => url).join(",")
const run = (program: string, given: ReadonlyArray<string>) =>
  new Promise<{ readonly code: number; readonly output: string }>((resolve) => {
    const child = spawn(program, given, {
      stdio: ["inherit", "pipe", "inherit"],
      env: { ...process.env, TEST_SEARCH_URL: urls, REQUIRE_ALL_TESTS: "" }
    })
    let output = ""
    child.stdout.on("data", (text) => {
      output += String(text)
      process.stdout.write(text as Buffer)
    })
    child.once("close", (code) => resolve({ code: code ?? 1, output }))
  })
const tests = await run("vitest", ["run", "test/storage/search.test.ts", "-t", "> Postgres >"])
// A filter that matches nothing would pass as well.
let code = tests.code === 0 && !/^[1-9]\d* passed, 0 failed/m.test(tests.output) ? 1 : tests.code
await stop()
const seconds = (from: number, to: number) => `${((to - from) / 1_000).toFixed(0)} s`
console.log(`Start of the cluster ${seconds(begun, ready)}, tests ${seconds(ready, performance.now())}`)
if (code === 0 && process.argv.includes("--all")) ({ code } = await run(process.execPath, ["bench/main.ts", "cluster"]))
process.exit(code)
