import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { analyse } from "scslre"
import { fastest, fastestAlone, lookThrough, type Shape, shapes, shapesOf, textOf } from "../support/HostileText.ts"
import { type Literal, literals, madeDuring, makers, root } from "../support/RegularExpressions.ts"

/*
 * Every regular expression of src and ingest reads 100,000 characters of anything in a moment; a new one is in this
 * test by itself. One that it finds slow is made linear, or listed with what bounds the text that it is given.
 *
 * What is slow is mostly a repetition that may begin at any place of a run, and so is tried from each. Let it begin
 * where the run does, `(?<!\s)\s+$` for `\s+$`, or use methods of strings.
 */

interface Bounded {
  /** How it begins, as it is written, without the slash. */
  readonly pattern: string
  /** The longest text that it is given, in characters. */
  readonly longest: number
  /** What makes sure of that. */
  readonly because: string
}

/** The patterns that are slow with long text, by file. */
const bounded: Readonly<Record<string, ReadonlyArray<Bounded>>> = {
  "ingest/feed/Charset.ts": [
    {
      pattern: String.raw`<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']`,
      longest: 4_096,
      because: "only the first bytes of a document, PROLOG_BYTES, are looked at"
    }
  ],
  "ingest/feed/FeedDate.ts": [
    {
      pattern: String.raw`\([^)]*\)`,
      longest: 1_200,
      because:
        "parseFeedDate refuses what is longer than 4 * MAX_LENGTH; normalised, (1) in one character becomes three"
    }
  ],
  "src/reports/check/Duplicates.ts": [
    { pattern: "“([^”]*)”", longest: 1_500, because: "a sentence of a report; Answer.ts and News.ts bound them" }
  ],
  "src/reports/check/Support.ts": [
    { pattern: "“([^”]*)”", longest: 1_500, because: "a sentence of a report; Answer.ts and News.ts bound them" }
  ],
  "src/reports/check/Units.ts": [
    { pattern: String.raw`\p{L}{3,}$`, longest: 20, because: "the names of units in this file, once" }
  ],
  "src/reports/diff/Claims.ts": [
    { pattern: "“([^”]*)”", longest: 1_500, because: "a sentence of a report; Answer.ts and News.ts bound them" }
  ],
  "src/reports/document/Markdown.ts": [
    {
      pattern: String.raw`\b[a-z][a-z0-9+.-]*:\/\/\S+|\bwww\.\S+|\b(?:javascript|data|vbscript|mailto):\S+`,
      longest: 1_500,
      because: "a line of stored evidence or of a report"
    }
  ],
  "src/reports/evidence/News.ts": [
    {
      pattern: String.raw`^(.{20,}?)\s+[-–—|]\s+([^-–—|]{2,60})$`,
      longest: 500,
      because: "a stored title, which ingestion cuts to MAX_TITLE"
    },
    {
      pattern: String.raw`(?:…|\.\.\.)\S*$`,
      longest: 320,
      because: "isQuotable asks for the length first"
    }
  ]
}

const listed = Object.entries(bounded).flatMap(([file, all]) => all.map((one) => ({ file, ...one })))

const isListed = ({ file, source }: Pick<Literal, "file" | "source">): boolean =>
  bounded[file]?.some(({ pattern }) => source.startsWith(pattern)) ?? false

/** The words that a pattern looks for: by them it can be led on. */
const wordsOf = (source: string): ReadonlyArray<string> => {
  const plain = source
    .replace(/\(\?(?:<?[:=!]|<\w+>)|\\[pPuxk](?:\{[^}]*\}|[\da-f]{2,4})?|\\[bBdDwWsS]|\{\d+(?:,\d*)?\}/gi, " ")
    .replace(/\\(.)/g, "$1")
  const words = plain.split(/[^\w<>&!?:=/@.-]+/).filter((word) => word.length > 1 && word.length < 20)
  return [...new Set(words)].slice(0, 4)
}

const regExpOf = ({ flags, source }: Literal): RegExp => new RegExp(source, flags)

/** The shape over which a pattern takes longest, with its milliseconds; more than enough of them end the search. */
const worst = (literal: Literal, length: number, enough: number): readonly [millis: number, shape: Shape] => {
  const regExp = regExpOf(literal)
  let found: readonly [number, Shape] = [0, shapes[0]!]
  for (const shape of [...shapes, ...shapesOf(wordsOf(literal.source))]) {
    const text = textOf(shape, length)
    const millis = fastest(() => lookThrough(regExp, text), enough)
    if (millis > found[0]) found = [millis, shape]
    if (millis > enough) break
  }
  return found
}

const at = ({ file, flags, line, source }: Literal): string => `${file}:${line} /${source}/${flags}`

/**
 * What is slow about a pattern, or null: what analysis finds, and what it needs for a text ten times and a hundred
 * times as long.
 */
const slowness = async (literal: Literal): Promise<string | null> => {
  const { flags, source } = literal
  const [report] = analyse({ source, flags }, { maxReports: 1, reportTypes: { Move: true } }).reports
  if (report !== undefined) return `${at(literal)}: ${JSON.stringify(report.character.pick)}, repeated`
  // A linear pattern needs well under a millisecond; one that reads the whole text again at each position, 30 or more.
  const [suspect, shape] = worst(literal, 10_000, 5)
  const millis = suspect > 5 ? await fastestAlone(literal, textOf(shape, 10_000), 5) : suspect
  if (millis > 5) return `${at(literal)}: ${JSON.stringify(shape)}, ${Math.round(millis)} ms for 10,000 characters`
  const text = textOf(shape, 100_000)
  const longer = fastest(() => lookThrough(regExpOf(literal), text), 250)
  return longer > 250
    ? `${at(literal)}: ${JSON.stringify(shape)}, ${Math.round(longer)} ms for 100,000 characters`
    : null
}

const cure = "make it linear, or list it in test/security/regular-expressions.test.ts with what bounds its text"

/** What the program puts together itself, once each: when a file is loaded, or by a call. */
const made = await madeDuring(async () => {
  await Promise.all(makers.map(({ file }) => import(pathToFileURL(join(root, file)).href)))
  const { finderOf, isMeant } = await import("../../src/reports/evidence/Names.ts")
  const { conceptOf } = await import("../../src/reports/evidence/Concept.ts")
  const { passageOf } = await import("../../src/reports/evidence/Passage.ts")
  const { relevanceOf } = await import("../../src/reports/evidence/Relevance.ts")
  const { htmlToLine } = await import("../../ingest/feed/Html.ts")
  const { isOthers, turns } = await import("../../src/reports/check/Speakers.ts")
  const { senseOf } = await import("../../src/search/CompanySense.ts")
  const { asEntry } = await import("../../src/telemetry/Scrub.ts")
  for (const niche of ["oat milk", "Uber", "RSS"])
    relevanceOf(conceptOf({ niche, context: null }))(passageOf({ title: `${niche} by Oatly` }))
  finderOf([{ name: "Acme Foods Inc.", exclude: ["Acme Foods Road"] }])("Acme Foods")
  isMeant(["Acme"], "Acme Inc.")
  senseOf({ name: "Square", ticker: "SQ" })
  turns("“for sale”", "for sale", [])
  isOthers("“for sale,” said Ada Quay", "for sale", [])
  asEntry("done")
  htmlToLine("<svg></svg>", 10)
})

const patterns = [...new Map([...literals, ...made].map((one) => [at(one), one])).values()]

describe("every regular expression", () => {
  it("is found in the sources", () => {
    assert.isAbove(literals.length, 300)
    assert.isAbove(makers.length, 5)
    const missing = makers.filter(({ file, places }) => made.filter((one) => one.file === file).length < places)
    assert.deepStrictEqual(missing, [], "let this file call what calls RegExp there")
  })

  it("reads 100,000 characters of anything in a moment", async () => {
    const slow: Array<string> = []
    for (const one of patterns.filter((one) => !isListed(one))) slow.push(...[(await slowness(one)) ?? []].flat())
    assert.deepStrictEqual(slow, [], cure)
  })

  it("of the list is there, and is quick with the longest text that it is given", () => {
    for (const { because, file, longest, pattern } of listed) {
      const found = patterns.filter((one) => one.file === file && one.source.startsWith(pattern))
      assert.isNotEmpty(found, `${file} has no pattern any more that begins with ${pattern}: take it off the list`)
      for (const one of found) {
        const [millis, shape] = worst(one, longest, 10)
        assert.isBelow(millis, 10, `${at(one)}: ${JSON.stringify(shape)}; ${because}`)
      }
    }
  })
})
