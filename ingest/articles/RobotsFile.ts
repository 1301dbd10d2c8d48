import { Result } from "effect"
import robotsParser from "robots-parser"
import { type Document, textOf } from "../parse/Document.ts"
import { type Read, reader } from "../parse/Reader.ts"

/** The package is CommonJS, but its types describe a module. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default

/** The most bytes of a robots.txt: a little more than RFC 9309 requires (section 2.5). */
export const maxRobotsBytes = 600_000

/** The most code units of the rules for us. They are kept for each host; the longest known have a tenth of this. */
const maxRules = 100_000

/** Our name in a robots.txt. */
export const robotsName = "Sonde"

/** A name without version, as groups have it. */
const nameOf = (written: string): string => written.split("/", 1)[0]!.trim().toLowerCase()

/**
 * The rules of the file that apply to us, as a file of one group: those under our name, else those for everybody. The
 * result is small enough to keep, and to check for each page.
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
    // Other lines, such as a sitemap's, belong to no group and do not end one.
    if (key !== "allow" && key !== "disallow") continue
    isOpen = false
    if (value === "") continue
    for (const agent of agents) (agent === "*" ? all : own).push(`${key}: ${value}`)
  }
  const rules = named ? own : all
  return rules.length === 0 ? "" : ["user-agent: *", ...rules].join("\n")
}

/** Reads the rules for us from a robots.txt; null if they are too many. */
export const readRules = (document: Document): Read<string | null> => {
  const rules = rulesIn(textOf(document))
  return Result.succeed(rules.length > maxRules ? null : rules)
}

export const rules = reader(import.meta.url, readRules)

/** Whether the rules of the document's host allow the page. */
export const readPermission = (document: Document, page: string): Read<boolean> =>
  Result.succeed(parseRobots(document.url, textOf(document)).isAllowed(page, robotsName) !== false)

export const permission = reader(import.meta.url, readPermission)
