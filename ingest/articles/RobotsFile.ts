import { Result } from "effect"
import robotsParser from "robots-parser"
import { type Document, textOf } from "../parse/Document.ts"
import { type Read, reader } from "../parse/Reader.ts"

/** The package is CommonJS, and its types take it for a module. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/** Bytes of a robots.txt: as much as RFC 9309 wants to be read (section 2.5), and then some. */
export const maxRobotsBytes = 600_000

/** Code units of the rules that are for us. The longest known are a tenth of it; they are kept for each host. */
const maxRules = 100_000

/** What we are called in such a file. */
export const robotsName = "Sonde"

/** A name without version, as groups are told apart by. */
const nameOf = (written: string): string => written.split("/", 1)[0]!.trim().toLowerCase()

/**
 * The rules of the file that are for us, as a file of one group: those under our name, else those for everybody. What
 * is left is small enough to keep, and to ask again for each page.
 */
const rulesIn = (file: string): string => {
  const own: Array<string> = []
  const all: Array<string> = []
  let named = false
  let agents = new Set<string>()
  let isOpen = false
  for (const line of file.replace(/^\ufeff/, "").split(/\r\n|\r|\n/)) {
    const text = line.split("#", 1)[0]!
    const colon = text.indexOf(":")
    if (colon === -1) continue
    const key = text.slice(0, colon).trim().toLowerCase()
    const value = text.slice(colon + 1).trim()
    if (key === "user-agent") {
      if (!isOpen) agents = new Set()
      isOpen = true
      const name = nameOf(value)
      if (name === "*" || name === robotsName.toLowerCase()) agents.add(name)
      named ||= name === robotsName.toLowerCase()
      continue
    }
    // Other lines, such as a sitemap's, belong to no group and end none.
    if (key !== "allow" && key !== "disallow") continue
    isOpen = false
    if (value === "") continue
    for (const agent of agents) (agent === "*" ? all : own).push(`${key}: ${value}`)
  }
  const rules = named ? own : all
  return rules.length === 0 ? "" : ["user-agent: *", ...rules].join("\n")
}

/** Reads a robots.txt for the rules that are for us. */
export const readRules = (document: Document): Read<string> => {
  const rules = rulesIn(textOf(document))
  return rules.length > maxRules ? Result.fail("its robots.txt has too many rules") : Result.succeed(rules)
}

export const rules = reader(import.meta.url, readRules)

/** Whether the rules, which are those of the document's host, let the page be fetched. */
export const readPermission = (document: Document, page: string): Read<boolean> =>
  Result.succeed(parseRobots(document.url, textOf(document)).isAllowed(page, robotsName) !== false)

export const permission = reader(import.meta.url, readPermission)
