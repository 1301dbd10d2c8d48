import { assert, describe, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { noFaults } from "./support/NoFaults.ts"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")
const documents = [...globSync("*.md", { cwd: root }), ...globSync("docs/**/*.md", { cwd: root })].sort()

describe("the documents", () => {
  it("link to what is there", () => {
    noFaults(
      documents.flatMap((document) =>
        [...read(document).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].flatMap(([, target]) =>
          existsSync(join(root, dirname(document), target!)) ? [] : [`${document}: ${target}`]
        )
      ),
      "These links lead nowhere. Say where it is now:"
    )
  })

  it("name files and folders of the code that are there", () => {
    const path = /`((?:src|ingest|test|bench|harness|sql|deploy|docs)\/[\w./-]*\w)\/?`/g
    noFaults(
      documents
        .filter((document) => document !== "CHANGELOG.md")
        .flatMap((document) =>
          [...read(document).matchAll(path)].flatMap(([, name]) =>
            existsSync(join(root, name!)) ? [] : [`${document}: ${name}`]
          )
        ),
      "These are not there. Say where it is now:"
    )
  })

  it("have every decision in their index", () => {
    const index = read("docs/decisions/README.md")
    noFaults(
      globSync("docs/decisions/[0-9]*.md", { cwd: root }).filter(
        (file) => !index.includes(`(${file.split("/").at(-1)})`)
      ),
      "Add a line for these to docs/decisions/README.md:"
    )
  })

  it("tell of changes as keepachangelog.com does", () => {
    const titles = read("CHANGELOG.md")
      .split("\n")
      .filter((line) => line.startsWith("## "))
    assert.strictEqual(titles[0], "## [Unreleased]", "new lines go under it")
    for (const title of titles.slice(1)) assert.match(title, /^## \[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/)
    const kinds = read("CHANGELOG.md").matchAll(/^### (.*)$/gm)
    for (const [, kind] of kinds) assert.match(kind!, /^(Added|Changed|Deprecated|Removed|Fixed|Security)$/)
  })

  it("start the image and the demo as npm starts the service", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string; demo: string } }
    const dockerfile = read("deploy/Dockerfile")
    assert.match(scripts.start, /^exec sh bin\/start\.sh src\/main\.ts \|\|/)
    const [, environment, flags] = /^export (.+)\nexec node (.+) "\$@"$/m.exec(read("bin/start.sh"))!
    assert.include(dockerfile, `ENV ${environment}\n`)
    assert.include(dockerfile, `CMD ["node", "${flags!.replaceAll(" ", '", "')}", "src/main.ts"]`)
    assert.strictEqual(scripts.demo, scripts.start.replaceAll("src/main.ts", "src/demo/main.ts"))
  })

  it("begin with a README that is read in five minutes", () => {
    assert.isAtMost(read("README.md").split(/\s+/).length, 1_200, "move the rest to docs/")
  })

  it("name every room of the code in the README's map", () => {
    const readme = read("README.md")
    noFaults(
      globSync(["src/*/", "ingest/", "sql/", "test/", "bench/", "harness/", "deploy/", "docs/"], { cwd: root })
        .map((folder) => `${folder.replace(/\/$/, "")}/`)
        .filter((folder) => !readme.includes(`    ${folder} `)),
      "Add a line for these to the map in README.md:"
    )
  })
})
