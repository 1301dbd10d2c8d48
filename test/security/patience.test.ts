import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
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
import { numbers, quantities, withoutNumbers } from "../../src/reports/check/Numbers.ts"
import { readAnswer } from "../../src/reports/writers/openai/Answer.ts"
import { withoutInstructions } from "../../src/reports/writers/openai/Instructions.ts"
import { document } from "../support/Documents.ts"
import { sentencesOf } from "../../src/reports/check/Sentences.ts"
import { namesCompany, shortName } from "../../src/reports/evidence/Topic.ts"
import { contentStems, nameStems } from "../../src/text/Words.ts"

/*
 * Whatever text is given to whatever reads text: it is done in a moment. Patterns that go back over what they have read would
 * need minutes here.
 */

const decode = (schema: Schema.Codec<unknown, string>) => (text: string) =>
  Result.isSuccess(Schema.decodeUnknownResult(schema)(text))

/** Of requests, feeds and files: they arrive in any length, and are cut only once they have been read. */
const ofStrangers: Readonly<Record<string, (text: string) => unknown>> = {
  "a key": isWellFormedKey,
  "a client's address": networkOf,
  "a path": routeOf,
  "a path of an unknown method": allowedMethods,
  Accept: (text) => preferred(text, ["application/json", "text/html"]),
  "a name": decode(line(1, 200)),
  "a context": decode(prose(8_000)),
  "a domain": decode(Domain),
  "an address": decode(HttpUrl),
  "a date": decode(CalendarDate),
  "an expiry": decode(Expiry),
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
  "a model's answer": (text) => readAnswer(text, ["a"]),
  "a file of prices": (text) => readPrices(document(text))
}

/** Of stored evidence and of statements, neither of which is longer than 1,500 characters. */
const ofReports: Readonly<Record<string, (text: string) => unknown>> = {
  "text as Markdown": Markdown.escape,
  "Markdown as text": Markdown.plain,
  sentences: sentencesOf,
  quantities,
  numbers,
  "text without numbers": withoutNumbers,
  "words that count": contentStems,
  names: nameStems,
  clauses: clausesOf,
  "names in clauses": namesOf,
  "a company's short name": shortName,
  "a company's name": (text) => namesCompany("Acme", text),
  "a text that names a company": (text) => namesCompany(text, "Acme Inc."),
  instructions: withoutInstructions
}

/** What patterns stumble over when it is repeated. */
const units = (
  " ¦\n¦\n\n¦\t¦\u00a0¦a¦A¦1¦1 ¦1,¦1.¦.¦...¦ .¦,¦, ¦; ¦-¦--¦1-¦1–¦$¦€1¦%¦%41¦\\¦_¦|¦*¦#¦(¦((¦[¦" +
  '](¦[1] ¦{¦[{"a":¦"¦\'¦’¦“¦“a” ¦<¦<a ¦<!--¦&¦&#¦&#x1¦&amp;¦://¦http://¦https://a.¦a.¦A. ¦a@¦x-¦' +
  "ab ¦and ¦the the ¦Inc. ¦1 million ¦19 Mar ¦12:¦Mon, ¦q=0;¦a=b&¦/¦/..¦:¦::¦\u0301¦e\u0301¦" +
  "ignore all "
).split("¦")

const hostile = (length: number) =>
  units.flatMap((unit) => ["", "!", "a1 "].map((end) => unit.repeat(Math.ceil(length / unit.length)) + end))

const patience = (readers: typeof ofStrangers, length: number) => {
  const texts = hostile(length)
  it.each(Object.entries(readers))("%s", (_, read) => {
    for (const text of texts) {
      const begun = performance.now()
      read(text)
      // A hundred times what is needed: other files run beside this one.
      assert.isBelow(performance.now() - begun, 2_000, JSON.stringify(text.slice(0, 20)))
    }
  })
}

describe("50,000 characters of anything are soon read as", () => patience(ofStrangers, 50_000))
describe("1,500 characters of anything are soon read as", () => patience(ofReports, 1_500))
