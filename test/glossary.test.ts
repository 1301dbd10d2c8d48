import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { noFaults } from "./support/NoFaults.ts"
import { quoted } from "./support/Walks.ts"

const root = join(import.meta.dirname, "..")

/** The words in backquotes of the last column, each with the word to use. */
const avoided = new Map(
  readFileSync(join(root, "docs/glossary.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .flatMap(([, word, , not]) => (not === undefined ? [] : quoted(not).map((name) => [name, word!] as const)))
)

/** Names that have an avoided word for good reason: it is another thing's name. */
const excused: Readonly<Record<string, (file: string, name: string) => boolean>> = {
  // Its own meaning: a page of the navigation.
  place: (file) => file.startsWith("src/dashboard/"),
  // "Identity provider" is the standard's name for the server that issues tokens; a signal's identity is what tells it
  // from others.
  identity: (_, name) => /IdentityProvider/.test(name) || /^(?:identityOf|signalIdentity)$/.test(name)
}

const declaration = /^(?:export )?(?:abstract )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

/** What a file is called and declares at its top level. */
const namesOf = (file: string): ReadonlyArray<string> => [
  basename(file).replace(/\.ts$/, ""),
  ...[...readFileSync(join(root, file), "utf8").matchAll(declaration)].map(([, name]) => name!)
]

/** The words of `longestWait`, `LONGEST_WAIT` or `longest-wait`, in lower case. */
const wordsOf = (name: string): ReadonlyArray<string> =>
  [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map(([word]) => word.toLowerCase())

describe("the glossary", () => {
  it("is kept by the names of files, types, constants and functions", () => {
    assert.isAbove(avoided.size, 15)
    const files = globSync("{src,ingest}/**/*.ts", { cwd: root }).sort()
    noFaults(
      files.flatMap((file) =>
        namesOf(file).flatMap((name) =>
          wordsOf(name).flatMap((word) => {
            const avoidedWord = avoided.has(word) ? word : word.replace(/s$/, "")
            const better = avoided.get(avoidedWord)
            if (better === undefined || excused[avoidedWord]?.(file, name) === true) return []
            return [`${file}: ${name} (if it is a ${better}, call it that; else use the field's own term)`]
          })
        )
      ),
      "docs/glossary.md has these words among those to avoid. Rename:"
    )
  })
})
