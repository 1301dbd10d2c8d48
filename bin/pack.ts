import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { dirname, join } from "node:path"

/*
 * What the package has of the service: `dist/`, with the same tree without types. Node runs TypeScript everywhere but
 * below node_modules, where packages are.
 */

const root = join(import.meta.dirname, "..")

const copied = ["package.json", "sources.default.json", "sql/", "src/", "ingest/", "clients/typescript/src/"]

/** A module by its path in quotes, imported or started as a worker. */
const modulePath = /(?<=")(\.{1,2}\/[^"\n]+)\.ts(?=")/g

/** Writes the tree into an empty directory. */
export const pack = (dist: string): void => {
  for (const path of copied) {
    mkdirSync(dirname(join(dist, path)), { recursive: true })
    cpSync(join(root, path), join(dist, path), { recursive: true, filter: (source) => !source.endsWith(".ts") })
  }
  const folders = copied.filter((path) => path.endsWith("/"))
  for (const path of globSync(
    folders.map((folder) => `${folder}**/*.ts`),
    { cwd: root }
  )) {
    const plain = stripTypeScriptTypes(readFileSync(join(root, path), "utf8")).replace(modulePath, "$1.js")
    writeFileSync(join(dist, path.replace(/\.ts$/, ".js")), plain)
  }
}

if (import.meta.main) {
  const dist = join(root, "dist")
  rmSync(dist, { recursive: true, force: true })
  pack(dist)
}
