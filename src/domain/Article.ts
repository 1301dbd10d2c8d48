import { Schema } from "effect"
import { Timestamp } from "./Timestamp.ts"

/** The state of the page behind a signal. All but `queued` are final. */
export const ArticleState = Schema.Literals([
  "queued",
  "read",
  "robots",
  "consent",
  "paywall",
  "index",
  "gone",
  "unreadable",
  "failed"
])
export type ArticleState = typeof ArticleState.Type

/** Characters (code points) of a quotation: enough to recognise the article, too few to replace it. */
export const quotationLength = 300

/** The article as the API shows it: without its text, which is not ours to publish. */
export const SignalArticle = Schema.Struct({
  state: ArticleState.annotate({
    description:
      "`queued`: the page will be fetched, or fetched again; `read`: its text is known; `robots`: robots.txt forbids it; `consent`, `paywall`, `index`: the page shows a consent wall, the beginning of a paid text, a list of pages; `gone`: the page does not exist (any more); `unreadable`: no article was found in the page; `failed`: the server refused it, or several tries failed"
  }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "the reason for the state, in plain words" }),
  quotations: Schema.Array(Schema.String).annotate({
    description: `the article's opening words, ${quotationLength} characters at most; empty if its text is not known, or was deleted after its retention`
  }),
  author: Schema.NullOr(Schema.String).annotate({ description: "as the page names it" }),
  language: Schema.NullOr(Schema.String).annotate({ description: "BCP 47, as the page declares it" }),
  published_at: Schema.NullOr(Timestamp).annotate({ description: "as the page says" }),
  fetched_at: Schema.NullOr(Timestamp),
  sha256: Schema.NullOr(Schema.String).annotate({ description: "SHA-256 of the text in UTF-8, 64 hex digits" })
}).annotate({ identifier: "SignalArticle" })
export type SignalArticle = typeof SignalArticle.Type

/** The first words of a text as a quotation, with an ellipsis where more follows. */
export const openingWords = (text: string): string => {
  const characters = [...text.replace(/\s+/gu, " ").trim()]
  if (characters.length <= quotationLength) return characters.join("")
  const head = characters.slice(0, quotationLength - 1).join("")
  const space = head.lastIndexOf(" ")
  return `${(space > head.length / 2 ? head.slice(0, space) : head).trimEnd()}…`
}

/** How the reading of a page ended. */
export interface ArticleOutcome {
  readonly state: Exclude<ArticleState, "queued">
  readonly reason: string | null
  /** The main text; null if there is none, or none that may be evidence. */
  readonly text: string | null
  readonly sha256: string | null
  readonly author: string | null
  readonly language: string | null
  readonly published_at: Date | null
}
