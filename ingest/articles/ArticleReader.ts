import { Context, DateTime, Effect, Layer } from "effect"
import type { ArticleOutcome } from "../../src/domain/Article.ts"
import { Articles, type WantedArticle } from "../../src/storage/signals/Articles.ts"
import { canonicalUrl } from "../feed/Url.ts"
import { Fetch } from "../fetch/Fetch.ts"
import type { FetchFailed, FetchReason } from "../fetch/FetchFailed.ts"
import { Ingest } from "../Ingest.ts"
import { Parser } from "../parse/Parser.ts"
import type { SourceFailed } from "../Source.ts"
import type { PageState } from "./Article.ts"
import { maxPageBytes } from "./Limits.ts"
import { pageText, type PageText } from "./ReadPage.ts"
import { makeRobots } from "./Robots.ts"

/**
 * Seconds to wait before the next try of a page, after the first, the second, … try began, whatever its result.
 */
export const rests: ReadonlyArray<number> = [900, 7_200, 86_400]

/** How many tries a page has. */
const mostAttempts = rests.length + 1

/** A page is given up if its host was down or had to be left alone for this long. */
const longestWait = 7 * 24 * 3_600_000

/** How long to wait if a host was not asked and its pause is not known. */
const usualRest = 60

const wantedTypes = "text/html, application/xhtml+xml, */*;q=0.5"

const states: Readonly<Record<PageState, ArticleOutcome["state"]>> = {
  read: "read",
  paywall: "paywall",
  consent: "consent",
  index: "index",
  missing: "gone",
  empty: "unreadable"
}

const reasons: Readonly<Record<PageState, string | null>> = {
  read: null,
  paywall: "the text ends where readers have to pay",
  consent: "the page shows only a consent wall or a check for humans",
  index: "the page lists other pages",
  missing: "the page says that there is nothing here",
  empty: "the page has no article text"
}

const nothing = { text: null, sha256: null, author: null, language: null, published_at: null }

/** The outcome of a page that was read. */
const outcomeOf = ({ author, language, published_at, sha256, state, text }: PageText): ArticleOutcome =>
  state === "read"
    ? {
        state,
        reason: null,
        text,
        sha256,
        author,
        language,
        published_at: published_at === null ? null : new Date(published_at)
      }
    : { ...nothing, state: states[state], reason: reasons[state] }

/** Failures that may be gone the next time. */
const passing: ReadonlySet<FetchReason> = new Set([
  "dns",
  "connection",
  "timeout",
  "tls",
  "rate_limited",
  "host_down",
  "unchecked"
])

const isPassing = ({ reason, status }: FetchFailed): boolean => passing.has(reason) || (status ?? 0) >= 500

/** Whether a request was sent to the server. */
const isAsked = ({ reason, status }: FetchFailed): boolean =>
  reason !== "host_down" && !(reason === "rate_limited" && status === null)

const stateOf = ({ reason, status }: FetchFailed): ArticleOutcome["state"] => {
  if (reason === "disallowed") return "robots"
  if (reason === "gone" || status === 404) return "gone"
  return reason === "too_large" || reason === "bad_encoding" ? "unreadable" : "failed"
}

/** The outcome of a page that failed for good. */
const outcomeOfFailure = (failure: FetchFailed | SourceFailed): ArticleOutcome =>
  failure._tag === "SourceFailed"
    ? { ...nothing, state: "unreadable", reason: failure.message }
    : {
        ...nothing,
        state: stateOf(failure),
        // The operator's exceptions hold for the list of sources only: no setting would help.
        reason:
          failure.reason === "refused_address"
            ? "leads to an address that is not of the public internet"
            : failure.message
      }

/**
 * Reads the pages behind signals and stores the outcome. Strangers choose the addresses of pages. So a page is fetched
 * like a stranger's redirect, and not from a private host, unless it is on the same site as the source that lists it.
 */
export const makeArticleReader = Effect.gen(function* () {
  const fetch = yield* Fetch
  const parser = yield* Parser
  const articles = yield* Articles
  const robots = yield* makeRobots
  const { sources } = yield* Ingest

  const fetched = ({ source_name, url }: WantedArticle) =>
    Effect.scoped(
      Effect.gen(function* () {
        const source = (yield* sources).find(({ name }) => name === source_name)
        const own = source && URL.parse(source.url)?.origin
        const isFound = URL.parse(url)?.origin !== own
        const document = yield* fetch.get(url, {
          accept: wantedTypes,
          maxBytes: maxPageBytes,
          found: isFound,
          permit: (address) => robots(address, isFound || new URL(address).origin !== own)
        })
        return yield* parser.read(pageText, document)
      })
    )

  /** Reads a page that was taken. Never fails: faults of the page or host are stored, and our own are defects. */
  return Effect.fnUntraced(function* (page: WantedArticle) {
    const { attempts, queued_at, url } = page
    const settle = Effect.fnUntraced(function* (outcome: ArticleOutcome) {
      const undated = (yield* sources).flatMap(({ dated, name }) => (dated === undefined ? [] : [name]))
      yield* articles.settle(url, canonicalUrl(url), outcome, undated)
    })
    if (attempts > mostAttempts)
      return yield* settle({
        ...nothing,
        state: "failed",
        reason: `${mostAttempts} attempts to read it were broken off: the process died, or could not store what it had read`
      })
    yield* Effect.matchEffect(fetched(page), {
      onSuccess: (read) => settle(outcomeOf(read)),
      onFailure: Effect.fnUntraced(function* (failure) {
        if (failure._tag === "SourceFailed" || !isPassing(failure)) return yield* settle(outcomeOfFailure(failure))
        const now = (yield* DateTime.nowAsDate).getTime()
        const asked = isAsked(failure)
        if ((asked && attempts >= mostAttempts) || now - queued_at.getTime() > longestWait)
          return yield* settle(outcomeOfFailure(failure))
        const wait = failure.retryAfter ?? (asked ? 0 : usualRest)
        yield* articles.postpone(url, { reason: failure.message, until: new Date(now + 1_000 * wait), asked })
      })
    })
  })
})

/** Reads pages, for all who want some: the rules of hosts are known once. */
export class ArticleReader extends Context.Service<
  ArticleReader,
  {
    /** Reads a page that was taken from {@link Articles}, and stores the outcome. Never fails. */
    readonly read: (page: WantedArticle) => Effect.Effect<void>
  }
>()("sonde/ingest/ArticleReader") {
  static readonly layer = Layer.effect(
    ArticleReader,
    Effect.map(makeArticleReader, (read) => ({ read }))
  )
}
