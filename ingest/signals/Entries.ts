import { Duration, Schema } from "effect"
import { CountryCode } from "../../src/domain/TrendingKeyword.ts"
import { type Service, service, ServiceEntry } from "../list/Entry.ts"

/*
 * Sources of news beside feeds in the operator's list:
 *
 *   { "gdelt": true,
 *     "hacker_news": true,
 *     "sec_filings": true,
 *     "google_news": { "terms_accepted": false, "language": "en", "country": "US" } }
 */

const Switch = Schema.Union([Schema.Boolean, Schema.Struct(ServiceEntry)])

const GoogleNews = Schema.Struct({
  ...ServiceEntry,
  /** Whether the operator has read Google's terms of service and agrees to them. */
  terms_accepted: Schema.optionalKey(Schema.Boolean),
  language: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[a-z]{2}$/, { expected: "the code of a language, such as en" }))
  ),
  country: Schema.optionalKey(CountryCode)
})

export const signalEntries = {
  gdelt: Schema.optionalKey(Switch),
  hacker_news: Schema.optionalKey(Switch),
  sec_filings: Schema.optionalKey(Switch),
  google_news: Schema.optionalKey(Schema.Union([Schema.Boolean, GoogleNews]))
}

const File = Schema.Struct(signalEntries)

/** This part of the list with every default filled in. */
export interface SignalList {
  readonly gdelt: Service | null
  readonly hackerNews: Service | null
  readonly secFilings: Service | null
  readonly googleNews:
    | (Service & { readonly termsAccepted: boolean; readonly language: string; readonly country: string })
    | null
}

/** A run makes ten searches; every hour, a hundred interests have their turn twice a day. */
const everySearch = Duration.hours(1)
/** The front page changes by the minute; its stories stay for hours. */
const everyFrontPage = Duration.minutes(30)
/** A page has a hundred filings, and in the hour after markets close several hundred come in. */
const everyFiling = Duration.minutes(15)

const switched = (given: typeof Switch.Type | undefined, base: string, every: Duration.Duration): Service | null =>
  given === undefined || given === false ? null : service(given === true ? {} : given, base, every)

/** The news part of the list. */
export const signalList = ({ gdelt, google_news, hacker_news, sec_filings }: typeof File.Type): SignalList => {
  const google: typeof GoogleNews.Type | null = google_news === true ? {} : google_news || null
  return {
    gdelt: switched(gdelt, "https://api.gdeltproject.org", everySearch),
    hackerNews: switched(hacker_news, "https://hn.algolia.com", everyFrontPage),
    secFilings: switched(sec_filings, "https://www.sec.gov", everyFiling),
    googleNews:
      google === null
        ? null
        : {
            ...service(google, "https://news.google.com", everySearch),
            termsAccepted: google.terms_accepted ?? false,
            language: google.language ?? "en",
            country: google.country ?? "US"
          }
  }
}
