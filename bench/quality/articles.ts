import { Readability } from "@mozilla/readability"
import { Effect, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { parseHTML } from "linkedom"
import { PageRefused } from "../../ingest/articles/Article.ts"
import { readArticle } from "../../ingest/articles/ReadArticle.ts"
import type { Bench } from "../Bench.ts"
import { aligned, digits, median } from "../Figures.ts"
import { compare, mean, type Shares } from "./articles/Measure.ts"

/**
 * Pages of publishers with their text (github.com/scrapinghub/article-extraction-benchmark, MIT), kept outside of the
 * repository.
 */
const folder = new URL("../../../shared/captures/articles/", import.meta.url)

const decodeTruth = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Struct({ articleBody: Schema.String, url: Schema.String })))
)

/** What a way of reading makes of a page. */
type Way = (html: Uint8Array, url: string) => string

const ways: Readonly<Record<string, Way>> = {
  sonde: (bytes, url) => {
    try {
      return readArticle({ bytes, contentType: "text/html; charset=utf-8", url }).text
    } catch (error) {
      if (error instanceof PageRefused) return ""
      throw error
    }
  },
  "readability alone": (bytes) => {
    const { document } = parseHTML(new TextDecoder().decode(bytes))
    return new Readability(document).parse()?.textContent ?? ""
  }
}

const percent = (share: number): string => (100 * share).toFixed(1)

/** The least that is promised, over all pages. */
const targets = { f1: 0.95, precision: 0.93 }

/** How much of the text of real pages is found, beside the library that finds most of it. */
export const articles: Bench = {
  name: "articles",
  document: null,
  run: ({ short }) =>
    Effect.sync(() => {
      if (!existsSync(folder))
        return { figures: {}, lines: ["skipped: no ../shared/captures/articles beside the repository"] }
      const truth = decodeTruth(readFileSync(new URL("ground-truth.json", folder), "utf8"))
      const pages = Object.entries(truth)
        .slice(0, short ? 10 : Infinity)
        .map(([id, { articleBody, url }]) => ({
          text: articleBody,
          url,
          html: gunzipSync(readFileSync(new URL(`html/${id}.html.gz`, folder)))
        }))
      const measured = Object.entries(ways).map(([name, read]) => {
        const millis: Array<number> = []
        const shares = pages.map(({ html, text, url }): Shares => {
          const begun = performance.now()
          const found = read(new Uint8Array(html), url)
          millis.push(performance.now() - begun)
          return compare(text, found)
        })
        return { name, millis: median(millis), ...mean(shares) }
      })
      const [{ f1, precision }] = measured as [(typeof measured)[number]]
      return {
        missed: [
          ...(f1 < targets.f1 ? [`F1 is ${percent(f1)}, and not ${percent(targets.f1)}`] : []),
          ...(precision < targets.precision
            ? [`precision is ${percent(precision)}, and not ${percent(targets.precision)}`]
            : [])
        ],
        figures: Object.fromEntries(
          measured.flatMap(({ f1, name, precision, recall }) => [
            [`${name}: F1`, f1],
            [`${name}: precision`, precision],
            [`${name}: recall`, recall]
          ])
        ),
        lines: [
          `${pages.length} pages; runs of four words, means over pages in percent`,
          ...aligned([
            ["", "F1", "P", "R", "ms a page"],
            ...measured.map(({ f1, millis, name, precision, recall }) => [
              name,
              percent(f1),
              percent(precision),
              percent(recall),
              digits(millis)
            ])
          ])
        ]
      }
    })
}
