import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Collection } from "./Measure.ts"

/*
 * The Cranfield collection: 1,400 abstracts of aerodynamics, 225 questions, and for each question the abstracts that
 * answer it. Read from where it is; nothing of it is kept here.
 */

const directory = join(import.meta.dirname, "../../../../shared/search")

export const absent = `the Cranfield collection is not at ${directory}: skipped`

const textIn = (xml: string, element: string): string =>
  (new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(xml)?.[1] ?? "").replace(/\s+/g, " ").trim()

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")

const blocks = (xml: string, element: string): ReadonlyArray<string> =>
  [...xml.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, "g"))].map(([, block]) => block!)

/** The collection; null where it is not there. */
export const cranfield = (): Collection | null => {
  if (!existsSync(directory)) return null
  const read = (name: string) => readFileSync(join(directory, name), "utf8")
  const documents = blocks(read("cran.all.1400.xml"), "doc").map((block) => {
    const title = unescaped(textIn(block, "title"))
    const text = unescaped(textIn(block, "text"))
    return {
      id: textIn(block, "docno"),
      title,
      // Each text begins with its title.
      text: text.startsWith(title) ? text.slice(title.length).trim() : text,
      language: "en",
      published: new Date("2026-01-01T00:00:00Z")
    }
  })
  const questions = blocks(read("cran.qry.xml"), "top").map((block, n) => ({
    id: String(n + 1),
    text: unescaped(textIn(block, "title")),
    language: "en",
    relevant: new Map<string, number>()
  }))
  for (const line of read("cranqrel.trec.txt").split("\n")) {
    const [question, , document, grade] = line.trim().split(/\s+/)
    if (document !== undefined && Number(grade) > 0) {
      questions[Number(question) - 1]?.relevant.set(document, Number(grade))
    }
  }
  return { documents: documents.filter(({ title, text }) => title + text !== ""), questions }
}
