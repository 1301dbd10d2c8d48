import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { parse } from "../../ingest/list/SourcesFile.ts"
import { readOpml } from "../../ingest/opml/Opml.ts"
import { lexemes, tiers } from "../../src/domain/CompanySearch.ts"
import { waitSeconds as preferredWait } from "../../src/http/headers/Prefer.ts"
import { readCompanyFile } from "../../src/operator/commands/companies/CompanyFile.ts"
import type { ReportSource } from "../../src/domain/Report.ts"
import { admit } from "../../src/reports/check/AdmittedDraft.ts"
import { parseFeedDate } from "../../ingest/feed/FeedDate.ts"
import * as Html from "../../ingest/feed/Html.ts"
import * as FeedText from "../../ingest/feed/Text.ts"
import { canonicalUrl, resolveUrl } from "../../ingest/feed/Url.ts"
import { readPrices } from "../../ingest/companies/PriceFile.ts"
import { isWellFormedKey } from "../../src/access/KeyFormat.ts"
import { networkOf } from "../../src/access/ClientNetwork.ts"
import { Domain } from "../../src/text/Domain.ts"
import { storyOf } from "../../src/domain/Story.ts"
import { clean, HttpUrl, line, prose } from "../../src/text/Text.ts"
import { CalendarDate, Expiry } from "../../src/domain/Timestamp.ts"
import { preferred } from "../../src/http/headers/Negotiation.ts"
import { allowedMethods, routeOf } from "../../src/http/server/Routes.ts"
import { clausesOf, namesOf } from "../../src/reports/check/Clauses.ts"
import * as Markdown from "../../src/reports/document/Markdown.ts"
import { hanInEnglish } from "../../src/reports/check/HanInEnglish.ts"
import { readQuantities, withoutNumbers } from "../../src/reports/check/Numbers.ts"
import { derivedIn, periodsIn } from "../../src/reports/check/Periods.ts"
import {
  readPlan,
  readRecommendation,
  readReplacements,
  readStatements
} from "../../src/reports/writers/openai/Answer.ts"
import { computed } from "../../src/reports/check/Calculation.ts"
import { readOffTopic } from "../../src/reports/judge/Topic.ts"
import { withoutInstructions } from "../../src/reports/writers/openai/Instructions.ts"
import { asEntry, makeScrub } from "../../src/telemetry/Scrub.ts"
import { document } from "../support/Documents.ts"
import { sentencesOf, split } from "../../src/reports/check/Sentences.ts"
import { finderOf, shortName } from "../../src/reports/evidence/Names.ts"
import { isQuotable } from "../../src/reports/evidence/News.ts"
import { articleBeginning } from "../../src/storage/signals/Articles.ts"
import { contentStems, nameStems } from "../../src/text/Words.ts"
import { fastest, shapes, textOf } from "../support/HostileText.ts"

/*
 * Whatever text is given to whatever reads text: it is done in a moment. Each pattern by itself is asked in
 * regular-expressions.test.ts; here it is what is done with them.
 */

/** A hundred times what is needed: other files run beside this one. */
const maxMillis = 1_000

const statements = (texts: ReadonlyArray<string>) => texts.map((text) => ({ text, citations: [1, 2, 3, 4, 5, 6] }))

/** An answer of a model with these statements. */
const answered = (texts: ReadonlyArray<string>): string =>
  JSON.stringify({ layout: "list", statements: statements(texts) })

const planned = (text: string): string =>
  JSON.stringify({
    questions: [{ question: text, sections: [text] }],
    sections: [{ slug: text, evidence: [1], point: text }]
  })

const replaced = (text: string): string => JSON.stringify({ replacements: [{ statement: 0, text, citations: [1] }] })

const scrub = makeScrub([])

const decode = (schema: Schema.Codec<unknown, string>) => (text: string) =>
  Result.isSuccess(Schema.decodeUnknownResult(schema)(text))

/** Of requests, feeds and files: they arrive in any length, and are cut only once they have been read. */
const ofStrangers: Readonly<Record<string, (text: string) => unknown>> = {
  "a key": isWellFormedKey,
  "a client's address": networkOf,
  "a path": routeOf,
  "a path of an unknown method": allowedMethods,
  Prefer: (text) => preferredWait(text, 45),
  Accept: (text) => preferred(text, ["application/json", "text/html"]),
  "a name": decode(line(1, 200)),
  "a context": decode(prose(8_000)),
  "a domain": decode(Domain),
  "an address": decode(HttpUrl),
  "a date": decode(CalendarDate),
  "an expiry": decode(Expiry),
  "a company's name": (text) => lexemes({ name: text, tickers: [text], industry: text }),
  "a search for companies": tiers,
  "text to clean": clean,
  "a headline": (text) =>
    storyOf({ title: text, url: "https://a.example/x", source: "a.example", published_at: new Date(0) }),
  "HTML of a feed": (text) => Html.htmlToLine(text, 1_000),
  references: Html.decodeReferences,
  "a feed's date": (text) => parseFeedDate(text),
  "a feed's line": (text) => FeedText.line(text, 500),
  "a feed's first words": (text) => FeedText.firstWords(text, 100),
  "a link": (text) => resolveUrl(text, "https://a.example/"),
  "a page's address": (text) => canonicalUrl(`https://a.example/${text}`),
  "a model's answer": readStatements,
  "a model's plan": (text) => [readPlan(text), readPlan(planned(text))],
  "a model's recommendation": readRecommendation,
  "a judge's selection": (text) => readOffTopic(text, []),
  "a model's formula": (text) => computed(text, "percent", []),
  "a model's statement": (text) => readStatements(answered([text])),
  "a model's replacement": (text) => readReplacements(replaced(text)),
  "a log's entry": (text) => asEntry(scrub(text))
}

/** Of an operator's own files. */
const ofOperators: Readonly<Record<string, (text: string) => unknown>> = {
  "a list of sources": parse,
  OPML: readOpml,
  "a file of prices": (text) => readPrices(document(text)),
  "a file of companies": (text) => readCompanyFile(Buffer.from(text)),
  "companies in JSON": (text) => readCompanyFile(Buffer.from(`[{"name":"${text}`))
}

/** Of stored evidence and of statements, neither of which is longer than 1,500 characters. */
const ofReports: Readonly<Record<string, (text: string) => unknown>> = {
  "text as Markdown": Markdown.escape,
  "Markdown as text": Markdown.plain,
  sentences: sentencesOf,
  quantities: readQuantities,
  "figures of Chinese": hanInEnglish,
  times: (text) => derivedIn(text, periodsIn(text, new Date(0)), new Date(0)),
  "text without numbers": withoutNumbers,
  "words that count": contentStems,
  names: nameStems,
  clauses: clausesOf,
  "names in clauses": namesOf,
  "a company's short name": shortName,
  "a company's name": (text) => finderOf([{ name: text }])("Acme"),
  "a text that names a company": finderOf([{ name: "Acme Inc.", exclude: ["Acme Road"] }]),
  instructions: withoutInstructions
}

/** Of articles, of which a report reads the beginning. */
const ofArticles: Readonly<Record<string, (text: string) => unknown>> = {
  "sentences to quote": (text) => text.split("\n").flatMap(split).filter(isQuotable)
}

const readInTime = (readers: typeof ofStrangers, length: number) => {
  const texts = shapes.map((shape) => textOf(shape, length))
  it.each(Object.entries(readers))("%s", (_, read) => {
    for (const text of texts) {
      const millis = fastest(() => read(text), maxMillis)
      assert.isBelow(millis, maxMillis, JSON.stringify(text.slice(0, 20)))
    }
  })
}

describe("100,000 characters of anything are soon read as", () => readInTime(ofStrangers, 100_000))
describe("10,000 characters of anything are soon read as", () => readInTime(ofOperators, 10_000))
describe("12,000 characters of anything are soon read as", () => readInTime(ofArticles, articleBeginning))
describe("1,500 characters of anything are soon read as", () => readInTime(ofReports, 1_500))

describe("the check of what a model wrote", () => {
  const check = (sources: ReadonlyArray<ReportSource>, texts: ReadonlyArray<string>) => {
    const grounds = { sources, niche: "tea", asOf: "2026-03-10", writer: "openai:x" }
    const said = readStatements(answered(texts))!.statements
    const paragraphs = [{ form: "list" as const, statements: said.map((one) => ({ ...one, lead: null })) }]
    const written = { executive_summary: [], sections: ["a", "b", "c"].map((slug) => ({ slug, paragraphs })) }
    return admit({ ...written, writer: grounds.writer, tokens: { input: 0, output: 0 } }, grounds)
  }
  const sources = Array.from({ length: 30 }, (_, n) => ({
    n: n + 1,
    kind: "signal" as const,
    title: `Tea sales ${n}`,
    url: null,
    publisher: "Leaf Weekly",
    published_at: "2026-03-09",
    quote: `Tea sales rose ${n}% in Kenya in 1 year, as 1,000 growers of Acme Inc. said. `.repeat(14)
  }))

  it.each(["1-", "A. ", "rose 6% ", "not ", "Kenya ", "“a” "])("ends soon, if all of it is %s", (unit) => {
    const texts = Array.from({ length: 10 }, () => unit.repeat(1_000 / unit.length))
    assert.isBelow(
      fastest(() => check(sources, texts), maxMillis),
      maxMillis
    )
  })

  it.each(["is long and ", "a ", "1 ", "“a” ", "a year "])(
    "ends soon, if it quotes evidence that is all %s",
    (unit) => {
      const quote = unit.repeat(3_300 / unit.length)
      const long = sources.map((source) => ({ ...source, quote }))
      const texts = Array.from({ length: 10 }, () => `Acme said: “${quote.slice(0, 900).trim()}”.`)
      // A source is read once.
      assert.isBelow(
        fastest(
          () =>
            check(
              long.map((source) => ({ ...source })),
              texts
            ),
          3 * maxMillis
        ),
        3 * maxMillis
      )
    }
  )
})
