import { Duration, Effect, Result } from "effect"
import { type NewSignal, snippetLength } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import type { FeedItem } from "../feed/Feed.ts"
import { MAX_BYTES, MAX_TITLE } from "../feed/Limits.ts"
import { cap, firstWords } from "../feed/Text.ts"
import { canonicalUrl } from "../feed/Url.ts"
import { feedIn } from "../FeedDocument.ts"
import { keyOf } from "../companies/Rows.ts"
import { address, interval, service } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { unlessUseless } from "../parse/Rows.ts"
import { counted, type Source } from "../Source.ts"

/** `8-K/A - Example Corp (0001234567) (Filer)`: form, company, its number, its part in the filing. */
const entryTitle = /^(\S+) - (.+?)(?: \((\d{1,10})\))?(?: \([A-Z][A-Za-z ]*\))?$/

/** The folder of the company that an entry is of. */
const folder = /\/edgar\/data\/(\d{1,10})\//

/** The filing's own number, in its identity and in the name of its index page. */
const accession = /\d{10}-\d{2}-\d{6}/

/** The text begins with number and size; what the filing is about comes after the first `Item`. */
const itemsOf = (text: string): string => firstWords(/\bItem \d[\s\S]*/.exec(text)?.[0] ?? "", snippetLength)

/** The filings of the document. One that several companies make together is listed once for each, and is one filing. */
export const toFilings = (items: ReadonlyArray<FeedItem>): ReadonlyArray<NewSignal> => {
  interface Filing {
    readonly item: FeedItem
    readonly form: string
    readonly companies: Set<string>
    readonly filers: Set<string>
  }
  const filings = new Map<string, Filing>()
  for (const item of items) {
    if (item.link === null) continue
    const [, form = "", company = item.title, inTitle] = entryTitle.exec(item.title) ?? []
    const cik = inTitle ?? folder.exec(item.link)?.[1]
    const number = accession.exec(item.guid)?.[0] ?? accession.exec(item.link)?.[0] ?? item.link
    const filing = filings.get(number) ?? { item, form, companies: new Set(), filers: new Set() }
    filing.companies.add(company)
    if (cik !== undefined) filing.filers.add(keyOf(Number(cik)))
    filings.set(number, filing)
  }
  return [...filings].map(([number, { companies, filers, form, item }]) => ({
    identity: canonicalUrl(item.link!),
    guid: number,
    title: cap([...companies].join(", "), MAX_TITLE) + (form === "" ? "" : `: Form ${form}`),
    snippet: itemsOf(item.text),
    url: item.link!,
    source: "SEC EDGAR",
    published_at: item.publishedAt,
    filers: [...filers]
  }))
}

/** The filings of a fetched document, and how many entries it has. */
export const readFilings = async (
  document: Document
): Promise<Read<{ readonly entries: number; readonly filings: ReadonlyArray<NewSignal> }>> =>
  Result.flatMap(await feedIn(document), ({ items }) => {
    const filings = toFilings(items)
    const unlinked = items.filter(({ link }) => link === null).map(() => "no_link")
    return Result.map(unlessUseless(unlinked, items.length), () => ({ entries: items.length, filings }))
  })

const list = reader(import.meta.url, readFilings)

/** Events that companies report to the United States Securities and Exchange Commission (Form 8-K), as they come in. */
export const secFilings = service(
  {
    base: address("https://www.sec.gov"),
    // A page has a hundred filings, and in the hour after markets close several hundred come in.
    every: interval(Duration.minutes(15))
  },
  Effect.fnUntraced(function* ({ base, every }, { contact }) {
    const { runOf } = yield* reading
    const signals = yield* Signals
    const name = SourceName.make("sec-filings")
    const url = `${base}/cgi-bin/browse-edgar?action=getcurrent&type=8-K&owner=include&start=0&count=100&output=atom`
    const source: Source = {
      name,
      kind: "signals",
      platform: null,
      title: "SEC EDGAR, latest 8-K filings",
      url,
      missing: contact === undefined ? "CONTACT is not set: SEC answers only those who name a mail address" : null,
      every,
      run: runOf(list, url, { maxBytes: MAX_BYTES }, ({ entries, filings }) =>
        Effect.map(signals.upsert(name, filings), (written) => ({
          fetched: entries,
          ...written,
          skipped: counted({ repeated: entries - filings.length })
        }))
      )
    }
    return [source]
  }),
  { switchable: true }
)
