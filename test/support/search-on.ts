import { spawnSync } from "node:child_process"

/*
 * npm run test:search -- DATABASE_URL: what search promises, on that Postgres, which has pg_trgm. Its role must be
 * allowed to create databases and extensions; each test file makes a database of its own and drops it. With pgvector
 * the suite of search by meaning runs there as well.
 */

const [url] = process.argv.slice(2)
if (url === undefined) {
  console.error("npm run test:search -- postgres://user:password@host:5432/database")
  process.exit(2)
}
const files = ["search", "signals", "indexing", "meaning"].map((name) => `test/storage/${name}.test.ts`)
const { status } = spawnSync("vitest", ["run", ...files], {
  stdio: "inherit",
  env: { ...process.env, TEST_DATABASE_URL: url },
  shell: process.platform === "win32"
})
process.exit(status ?? 1)
