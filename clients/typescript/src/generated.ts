// Made from openapi.json by `npm run clients`: do not edit.

import { type CallOptions, Core, type Operation, type SondeOptions } from "./core.ts"
import { events } from "./events.ts"

/** sections by slug in reading order, each `{title, content, citations}`; beside them `sources`, `gaps`, `quality`, `exhibits` (tables, each `{id, section, title, description, chart, columns, rows}`, to be shown or drawn) and `verdicts`. Empty until the report is completed */
export type ReportSections = {
  market_overview?: ReportSection
  key_developments?: ReportSection
  trends?: ReportSection
  competitive_landscape?: ReportSection
  company_data?: ReportSection
  opportunities?: ReportSection
  risks?: ReportSection
  outlook?: ReportSection
  the_question?: ReportSection
  evidence_for?: ReportSection
  evidence_against?: ReportSection
  recommendation?: ReportSection
  what_would_change_this?: ReportSection
  market_context?: ReportSection
  competitor_profiles?: ReportSection
  recent_moves?: ReportSection
  strengths?: ReportSection
  weaknesses?: ReportSection
  trend_overview?: ReportSection
  search_interest?: ReportSection
  social_attention?: ReportSection
  drivers?: ReportSection
  headwinds?: ReportSection
  emerging_developments?: ReportSection
  since_last_report?: ReportSection
  sources?: ReadonlyArray<ReportSource>
  /** what was looked for and not found, in plain words */
  gaps?: ReadonlyArray<string>
  /** what the judge let through, fact by fact */
  verdicts?: ReadonlyArray<ReportVerdict>
  exhibits?: ReadonlyArray<ReportExhibit>
  quality?: ReportQuality
  [name: string]: unknown
}

/** The path exists, but not with this method. */
export type MethodNotAllowedError = {
  success: false
  error: MethodNotAllowedFailure
}

/** `Accept` allows none of the media types that this resource has. */
export type NotAcceptableError = {
  success: false
  error: NotAcceptableFailure
}

/** An internal error; the service's log has the cause under the request's id. */
export type InternalError = {
  success: false
  error: InternalFailure
}

export type RefusedFailure = {
  code: "malformed_request" | "request_timeout" | "expectation_failed" | "headers_too_large"
  message: string
  request_id: string
}

export type InternalFailure = {
  code: "internal_error"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

export type Fault = {
  location: ReadonlyArray<string | number>
  message: string
}

export type NotAcceptableFailure = {
  code: "not_acceptable"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

export type MethodNotAllowedFailure = {
  code: "method_not_allowed"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

export type ReportQuality = {
  /** `extractive`, or `openai:<model>` */
  writer: string
  /** the model that judged what the writer wrote: `openai:<model>`; none where a report only quotes */
  judge?: string
  /** how many of the false claims, and how many of the faithful ones, the judge refused when the operator last tried it (`sonde reports judge-test`); null if it never was tried */
  judge_trial?: {
    faults: {
      of: number
      refused: number
    }
    faithful: {
      of: number
      refused: number
    }
  } | null
  /** published sentences that the judge found supported; the others are quotations */
  judged_sentences?: number
  /** part of `confidence`: share of factual sentences that their citations support; of those that a judge decided on, as many as it can be trusted with */
  support?: number
  /** part of `confidence`: sources on topic that its sentences cite, and their publishers, against 12 and 8; news with less relevance counts for less, and what only its tables cite counts for nothing */
  sufficiency?: number
  /** how many of the 12 sources that `sufficiency` asks for count; what may be off topic counts in part */
  counted_sources?: number
  /** how many of the 8 publishers that `sufficiency` asks for count; each by the surest of its sources */
  counted_publishers?: number
  /** part of `confidence`: what is left of `sufficiency` where the sources of `conflicts` count for nothing and no others stand in for them; absent, and no part of it, where nothing was compared */
  agreement?: number
  /** sentences that tell of sources that contradict each other, or give one side while another sentence gives the other, and the numbers of these sources */
  conflicts?: ReadonlyArray<{
    sentence: string
    sources: ReadonlyArray<number>
    /** what each side says, where no sentence tells of both; reports of earlier versions have none */
    sides?: ReadonlyArray<{
      sentence: string
      sources: ReadonlyArray<number>
    }>
  }>
  /** part of `confidence`: 1 for news of the last month, half of it half a year later, and so on */
  freshness?: number
  /** part of `confidence`: share of the cited news that is on topic: its `relevance` is above 0.55, the threshold of evidence, by its own words; 1 without news */
  on_topic?: number
  /** publishers of sources on topic that its sentences cite; with fewer than 5 `confidence` is at most 0.5 */
  independent_publishers?: number
  /** share of the citations that a supported sentence needs: as in ALCE where rules decide; where a judge decided, those on whose words its verdict rests */
  citation_precision: number | null
  /** share of the factual sentences that what they cite supports, as in ALCE, by rules about quotations and a judge's verdicts */
  citation_recall: number | null
  uncited_factual_sentences: number
  /** share of the numbers that a cited source has, or that follow from its figures; that they are said of the right thing is part of `citation_recall`, as far as rules or a judge can tell */
  numbers_grounded: number | null
  sources_used: number
  /** of all its sources, whatever they are and whatever cites them */
  publishers: number
  /** of the sources that have a date of their own; null when none has */
  newest_source: string | null
  oldest_source: string | null
  tokens: {
    input: number
    output: number
  }
  /** what calls of models took, by what they were for; those that gave nothing of use included */
  calls?: ReadonlyArray<ReportCallRecord>
  /** evidence that the judge found to be about something else; nothing was written from it */
  off_topic?: ReadonlyArray<{
    title: string
    url: string | null
  }>
  /** the UTC day of its evidence: no source is from a later one */
  as_of?: string
  factual_sentences?: number
  effective_citations?: number
  markers_resolved?: number | null
  duplicated_sentences?: number
  /** what the writer wrote and the check did not let through */
  dropped_sentences?: number
  largest_publisher_share?: number | null
  /** share of the dated sources that are older than 90 days */
  stale_sources?: number | null
  evidence_found?: number
  /** share of the groups of related evidence of which the report cites something */
  clusters_covered?: number | null
  /** of reports of earlier versions, which sorted news into for and against by its words */
  both_sides_cited?: boolean | null
  /** SHA-256 of the exhibits, 64 hex digits: it shows whether one was changed */
  exhibits_hash?: string
  /** evidence that was found and that the report does not cite */
  unused_sources?: ReadonlyArray<{
    title: string
    url: string | null
  }>
}

export type ReportCallRecord = {
  step: "expansion" | "relevance" | "topic" | "plan" | "section" | "judge" | "repair" | "recommendation" | "summary"
  calls: number
  tokens: {
    input: number
    output: number
  }
  /** US dollars; left out where no price is configured */
  cost?: number
  /** from the beginning of the first call to the end of the last; steps overlap */
  seconds: number
}

export type ReportExhibit = {
  /** what it is, the same in every report: `timeline`, `coverage`, … */
  id: string
  /** slug of the section in which it belongs; null beside the summary */
  section: string | null
  title: string
  /** what it shows and over what it was counted, in a sentence or two */
  description: string
  /** how it may be drawn: `columns` over time, `bars` to compare, `lines` over time, `timeline` of events; `none` for a table alone */
  chart: "none" | "columns" | "bars" | "lines" | "timeline"
  columns: ReadonlyArray<{
    name: string
    kind: "text" | "date" | "number"
    /** of its numbers: `stories`, `searches`, `USD`, `%` */
    unit?: string
  }>
  rows: ReadonlyArray<{
    /** one for each column */
    cells: ReadonlyArray<string | number | null>
    /** numbers of the sources that the row rests on; none where it is a count over all that was found */
    citations: ReadonlyArray<number>
  }>
}

export type ReportVerdict = {
  sentence: string
  facts: ReadonlyArray<{
    fact: string
    spans: ReadonlyArray<{
      n: number
      text: string
    }>
    calculation?: string
  }>
}

export type ReportSource = {
  n: number
  kind: "signal" | "trending_keyword" | "social_trend" | "competitor" | "tracked_keyword" | "company"
  title: string
  url: string | null
  publisher: string | null
  published_at: string | null
  /** true when the publisher gave no usable date and the day of first sight stands in for it */
  published_at_estimated?: boolean
  quote: string
  /** for news: how relevant it is to the niche, from 0.55 (the least for evidence) to 1 */
  relevance?: number
  /** why it is evidence; reports made by earlier versions have none */
  reasons?: ReadonlyArray<SourceReason>
  /** SHA-256 of the quote in UTF-8, 64 hex digits: it shows whether the quote was changed */
  hash?: string
}

export type SourceReason = {
  /** `terms`: expressions found in it; `concept`: the topics of these expressions; `context`: words of your context; `related`: words that clear evidence shares (stems); `publisher`: its publisher writes mostly about the niche; `search`: a search for the niche found it; `mention`: it names these, or is named; `model`: this model judged it to be about the niche; `question`: it was found for these questions of the model that planned the report */
  kind: "terms" | "concept" | "context" | "related" | "publisher" | "search" | "mention" | "model" | "question"
  of: ReadonlyArray<string>
}

export type ReportSection = {
  title: string
  content: string
  citations: ReadonlyArray<number>
}

/** Temporarily unavailable; try again after `Retry-After` seconds. */
export type UnavailableError = {
  success: false
  error: UnavailableFailure
}

export type UnavailableFailure = {
  code: "unavailable"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** No valid credential; the answer has `WWW-Authenticate: Bearer`. */
export type UnauthorizedError = {
  success: false
  error: UnauthorizedFailure
}

export type UnauthorizedFailure = {
  code: "missing_credentials" | "invalid_api_key" | "key_deactivated" | "key_expired" | "invalid_token" | "token_expired" | "session_ended"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** Too many requests; try again after `Retry-After` seconds. */
export type RateLimitedError = {
  success: false
  error: RateLimitedFailure
}

export type RateLimitedFailure = {
  code: "rate_limited"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** The credential is valid, but not allowed to do this. */
export type ForbiddenError = {
  success: false
  error: ForbiddenFailure
}

export type ForbiddenFailure = {
  code: "insufficient_scope" | "key_management_forbidden" | "cross_origin" | "operator_only"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** The request is not valid; `details` lists all faults. */
export type InvalidError = {
  success: false
  error: InvalidFailure
}

export type InvalidFailure = {
  code: "validation_error" | "idempotency_key_reused"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** The body is not `application/json` in UTF-8, or is compressed. */
export type UnsupportedMediaTypeError = {
  success: false
  error: UnsupportedMediaTypeFailure
}

export type UnsupportedMediaTypeFailure = {
  code: "unsupported_media_type"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** The body is larger than 64 KiB. */
export type PayloadTooLargeError = {
  success: false
  error: PayloadTooLargeFailure
}

export type PayloadTooLargeFailure = {
  code: "payload_too_large"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** The body is empty, not UTF-8 or not JSON. */
export type MalformedError = {
  success: false
  error: MalformedFailure
}

export type MalformedFailure = {
  code: "malformed_json"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** It does not exist, or belongs to another account. */
export type NotFoundError = {
  success: false
  error: NotFoundFailure
}

export type NotFoundFailure = {
  code: "not_found" | "report_not_found" | "competitor_not_found" | "keyword_not_found" | "company_not_found" | "key_not_found" | "source_not_found" | "signal_not_found" | "story_not_found" | "watch_not_found" | "endpoint_not_found" | "delivery_not_found" | "view_not_found"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

/** The current state does not allow this. */
export type ConflictError = {
  success: false
  error: ConflictFailure
}

export type ConflictFailure = {
  code: "key_limit_reached" | "key_not_active" | "competitor_archived" | "already_exists" | "idempotency_in_progress" | "watch_limit_reached" | "report_not_completed" | "endpoint_limit_reached" | "endpoint_unsigned" | "source_not_alone" | "view_limit_reached"
  message: string
  details?: ReadonlyArray<Fault>
  request_id: string
}

export type SavedView = {
  id: number
  name: string
  search: ViewSearch
  created_at: string
}

/** parameters of GET /signals, as they are named there */
export type ViewSearch = {
  q?: string
  sort?: "relevance" | "newest"
  since?: string
  before?: string
  source?: ReadonlyArray<string>
  language?: string
  tag?: ReadonlyArray<string>
}

export type SavedViewRename = {
  name: string
}

export type NewSavedView = {
  name: string
  search: ViewSearch
}

export type ClaimCheck = {
  /** `undecided`: the rules find no fault, and no judge has read it, or the evidence contradicts itself */
  verdict: "supported" | "contradicted" | "not_supported" | "undecided"
  /** what speaks against it; empty if supported */
  reasons: ReadonlyArray<{
    /** `number`, `name`, `quotation`, `words`, `direction`, `disputed`, … */
    code: string
    message: string
  }>
  /** the evidence that the claim needs; empty unless it is supported */
  rests_on: ReadonlyArray<string>
  /** the model that judged; null if rules alone decided: none is configured, or it could not be asked. Then only a whole sentence or title of the evidence is `supported` */
  judge: string | null
  /** what the judge said fact by fact, with the words of the evidence */
  facts: ReadonlyArray<{
    fact: string
    verdict: "supported" | "contradicted" | "not_stated"
    spans: ReadonlyArray<{
      evidence: string
      text: string
    }>
    calculation?: string
  }>
}

export type Claim = {
  /** what is claimed; each of its sentences counts */
  sentence: string
  /** `signal:12`, or `report:7#3` for source 3 of report 7; 10 at most */
  evidence: ReadonlyArray<string>
}

export type Delivery = {
  event: number
  /** of the event */
  title: string
  /** how many there were */
  attempts: number
  last_attempt: Attempt | null
  /** the attempts, the oldest first and `last_attempt` at the end; of more than 10 the last ones */
  log: ReadonlyArray<Attempt>
  delivered_at: string | null
  /** since when it is not tried any more: the receiver refused it, or it was skipped by hand */
  given_up_at: string | null
  /** the earliest time of the next attempt, while the endpoint is active; null: delivered or given up */
  next_attempt_at: string | null
}

export type Attempt = {
  at: string
  delivered: boolean
  /** of the answer; null: there was none */
  status: number | null
  /** what went wrong */
  error: string | null
  took_ms: number
  /** the first 1,024 bytes of the answer */
  answer: string | null
}

export type Redelivery = {
  events: ReadonlyArray<number>
}

export type EndpointWithSecret = {
  id: number
  name: string
  target: {
    kind: "webhook"
    url: string
  } | {
    kind: "json"
    url: string
  } | {
    kind: "slack"
    url: string
  } | {
    kind: "discord"
    url: string
  } | {
    kind: "teams"
    url: string
  } | {
    kind: "ntfy"
    url: string
  } | {
    kind: "mail"
    address: string
    digest?: Digest
  }
  status: "active" | "paused" | "disabled"
  /** why Sonde has disabled it */
  notice: string | null
  /** of mail: whether its reader wants it; until then nothing is sent but the question. Always true for other kinds */
  confirmed: boolean
  /** until when the secret before the last rotation signs as well */
  previous_secret_until: string | null
  created_at: string
  /** `whsec_…`: what webhooks are signed with; null for other kinds. It is in this answer only */
  secret: string | null
}

/** gathers events into one mail, whatever the quiet hours of their watches; without it each event is a mail of its own */
export type Digest = {
  /** `weekly`: on Mondays */
  every: "daily" | "weekly"
  at: string
  zone: string
}

export type Rotation = {
  overlap_hours?: number | null
}

export type TestEvent = {
  title?: string | null
}

export type Endpoint = {
  id: number
  name: string
  target: {
    kind: "webhook"
    url: string
  } | {
    kind: "json"
    url: string
  } | {
    kind: "slack"
    url: string
  } | {
    kind: "discord"
    url: string
  } | {
    kind: "teams"
    url: string
  } | {
    kind: "ntfy"
    url: string
  } | {
    kind: "mail"
    address: string
    digest?: Digest
  }
  status: "active" | "paused" | "disabled"
  /** why Sonde has disabled it */
  notice: string | null
  /** of mail: whether its reader wants it; until then nothing is sent but the question. Always true for other kinds */
  confirmed: boolean
  /** until when the secret before the last rotation signs as well */
  previous_secret_until: string | null
  created_at: string
}

export type EndpointChange = {
  name?: string | null
  target?: {
    kind: "webhook"
    url: string
  } | {
    kind: "json"
    url: string
  } | {
    kind: "slack"
    url: string
  } | {
    kind: "discord"
    url: string
  } | {
    kind: "teams"
    url: string
  } | {
    kind: "ntfy"
    url: string
  } | {
    kind: "mail"
    address: string
    digest?: Digest
  } | null
  status?: "active" | "paused" | null
}

export type NewEndpoint = {
  name: string
  target: {
    kind: "webhook"
    url: string
  } | {
    kind: "json"
    url: string
  } | {
    kind: "slack"
    url: string
  } | {
    kind: "discord"
    url: string
  } | {
    kind: "teams"
    url: string
  } | {
    kind: "ntfy"
    url: string
  } | {
    kind: "mail"
    address: string
    digest?: Digest
  }
}

export type WatchEventEncoded = string

export type WatchEvent = {
  id: number
  watch: {
    id: number
    name: string
  }
  kind: "search" | "competitor" | "keyword" | "trending" | "social" | "company" | "report" | "source" | "key" | "test"
  /** what has happened, in a line */
  title: string
  /** more about it, such as the snippet of the news */
  text: string | null
  /** who says so: a publisher, a platform */
  source: string | null
  /** for news: GET /stories/{id} */
  story_id: number | null
  why: {
    /** words and phrases of the watch that were found */
    terms: ReadonlyArray<string>
    /** where they stand in title and snippet */
    highlights: ReadonlyArray<Highlight>
    change: {
      /** what has changed, such as `position`, `volume` or `revenue` */
      what: string
      before: number | string | null
      after: number | string | null
    } | null
  }
  /** what it is about */
  link: {
    kind: "signal" | "report" | "company" | "keyword" | "trending" | "social" | "source" | "key" | "watch"
    /** its id, or its name where it has none */
    id: number | string
    /** the page that it is about, outside of this service */
    url: string | null
    /** the page of the dashboard; only in what is sent to endpoints, by a service with `PUBLIC_URL` */
    page?: string
  }
  at: string
  /** when it is sent at the earliest: later than `at` in quiet hours; null: it is not sent (cooldown) */
  send_at: string | null
  /** whether somebody of the account has read it: POST /events/read; not in what is sent to endpoints */
  read?: boolean
}

export type Highlight = {
  field: "title" | "snippet"
  /** the title, or a part of the snippet */
  fragment: string
  /** from and to of each match within the fragment, in UTF-16 code units as JavaScript counts them */
  offsets: ReadonlyArray<readonly [number, number]>
}

export type ReadEvents = {
  ids?: ReadonlyArray<number> | null
  up_to?: number | null
}

export type WatchFeedUrls = {
  /** the events as RSS 2.0 */
  rss: string
  /** the events as Atom */
  atom: string
  /** the events as JSON Feed 1.1 */
  json: string
}

export type Watch = {
  id: number
  name: string
  subject: WatchSubject
  conditions: WatchConditions
  /** where its events are sent; none: they are only listed */
  endpoints: ReadonlyArray<number>
  status: "active" | "paused"
  /** whether its events can be read as a feed */
  has_feed: boolean
  created_at: string
  last_event_at: string | null
  events_last_7_days: number
}

export type WatchConditions = {
  /** for news: how many publishers must carry the story; the event comes with the last of them */
  min_publishers: number
  /** after an event was sent, events within this many minutes are listed but not sent */
  cooldown_minutes: number
  quiet_hours: QuietHours | null
}

export type QuietHours = {
  from: string
  /** the first minute that is not quiet; on the next day if it is before `from` */
  to: string
  zone: string
}

export type WatchSubject = SearchSubject | CompetitorSubject | KeywordSubject | TrendingSubject | SocialSubject | CompanySubject | ReportSubject | SourceSubject | KeySubject

export type KeySubject = {
  kind: "key"
  /** how many days before a key expires */
  days: number
}

export type SourceSubject = {
  kind: "source"
  source?: string
  /** how many failed runs in a row; 3 by default */
  failures?: number
}

export type ReportSubject = {
  kind: "report"
  niche: string
  report_type?: "comprehensive_analysis" | "decision_brief" | "competitor_analysis" | "trend_report"
  context?: string
  schedule: string
}

export type CompanySubject = {
  kind: "company"
  company_id: number
  /** `filing`: what the company files with SEC (source `sec-filings`), told by its number (CIK); `revenue`: revenue that is new or was restated; both by default. `news`: stories that name it */
  changes?: ReadonlyArray<"filing" | "revenue" | "news">
  /** only signals that sources with one of these tags bring, as they are tagged by then */
  tags?: ReadonlyArray<string>
}

export type SocialSubject = {
  kind: "social"
  about?: string
  /** share of the question's words that a text must have, from 0.1 to 1 (all of them, the default) */
  share?: number
  platform?: "reddit" | "google_trends" | "pytrends" | "x" | "tiktok" | "feed"
  /** which topics count: `new` on the list (the default), `rising`: with a score a fifth higher than the day before */
  states?: ReadonlyArray<"new" | "rising">
  /** only from this volume or score on */
  above?: number
}

export type TrendingSubject = {
  kind: "trending"
  about?: string
  /** share of the question's words that a text must have, from 0.1 to 1 (all of them, the default) */
  share?: number
  country?: string
  /** which trends count; both by default */
  states?: ReadonlyArray<"new" | "rising">
  /** only from this volume or score on */
  above?: number
}

export type KeywordSubject = {
  kind: "keyword"
  keyword_id: number
  /** send an event when the position has moved by at least this many places since the day before */
  moved_by?: number
  /** send an event when the keyword enters or leaves the first N places, such as 10 */
  top?: number
}

export type CompetitorSubject = {
  kind: "competitor"
  competitor_id: number
  /** only signals that sources with one of these tags bring, as they are tagged by then */
  tags?: ReadonlyArray<string>
}

export type SearchSubject = {
  kind: "search"
  q: string
  /** share of the question's words that a text must have, from 0.1 to 1 (all of them, the default) */
  share?: number
  /** names of publishers; any of them */
  sources?: ReadonlyArray<string>
  language?: string
  /** only signals that sources with one of these tags bring, as they are tagged by then */
  tags?: ReadonlyArray<string>
}

export type WatchChange = {
  name?: string | null
  subject?: SearchSubject | CompetitorSubject | KeywordSubject | TrendingSubject | SocialSubject | CompanySubject | ReportSubject | SourceSubject | KeySubject | null
  conditions?: {
    min_publishers?: number | null
    cooldown_minutes?: number | null
    quiet_hours?: QuietHours | null
  } | null
  endpoints?: ReadonlyArray<number> | null
  status?: "active" | "paused" | null
}

export type EventPreview = {
  /** the newest first, 100 at most */
  events: ReadonlyArray<PreviewedEvent>
  /** how many there would have been */
  total: number
  /** how many of them would have been sent; the others fall into the cooldown */
  sent: number
  /** what can't be known from what is stored */
  note: string | null
}

export type PreviewedEvent = {
  /** the UTC day of what it is about */
  day: string
  /** when there would have been the event; null: that day */
  at: string | null
  /** false: within the cooldown after another it is only listed */
  sent: boolean
  /** when it would have been sent at the earliest: later than `at` in quiet hours; null: not sent, or the time isn't known */
  send_at: string | null
  kind: "search" | "competitor" | "keyword" | "trending" | "social" | "company" | "report" | "source" | "key" | "test"
  title: string
  source: string | null
  story_id: number | null
  why: {
    /** words and phrases of the watch that were found */
    terms: ReadonlyArray<string>
    /** where they stand in title and snippet */
    highlights: ReadonlyArray<Highlight>
    change: {
      /** what has changed, such as `position`, `volume` or `revenue` */
      what: string
      before: number | string | null
      after: number | string | null
    } | null
  }
  /** what it is about */
  link: {
    kind: "signal" | "report" | "company" | "keyword" | "trending" | "social" | "source" | "key" | "watch"
    /** its id, or its name where it has none */
    id: number | string
    /** the page that it is about, outside of this service */
    url: string | null
    /** the page of the dashboard; only in what is sent to endpoints, by a service with `PUBLIC_URL` */
    page?: string
  }
}

export type WatchDraft = {
  subject: WatchSubject
  conditions?: {
    min_publishers?: number | null
    cooldown_minutes?: number | null
    quiet_hours?: QuietHours | null
  } | null
}

export type NewWatch = {
  name: string
  subject: WatchSubject
  conditions?: {
    min_publishers?: number | null
    cooldown_minutes?: number | null
    quiet_hours?: QuietHours | null
  } | null
  endpoints?: ReadonlyArray<number> | null
}

export type SourceRun = {
  name: string
  outcome: "finished" | "skipped" | "running"
  state: "ok" | "stale" | "empty" | "blocked" | "not_configured" | "error" | null
  /** items that were not known; null unless something was read */
  new: number | null
  changed: number | null
  /** why it failed or was skipped */
  message: string | null
}

export type ListExport = {
  format: "json" | "opml"
  document: string
}

export type ImportedList = {
  added: ReadonlyArray<string>
  changed: ReadonlyArray<string>
  removed: ReadonlyArray<string>
  /** how many were there already, or twice in the document */
  known: number
  /** feeds of an OPML document that cannot be read, by its lines */
  left_out: ReadonlyArray<{
    line: number
    reason: string
  }>
}

export type ListImport = {
  /** a list in the form of its file (JSON, or the address of a feed on each line), or OPML */
  document: string
  replace?: boolean | null
}

export type FoundFeed = {
  url: string
  title: string
  /** its newest */
  items: ReadonlyArray<FoundItem>
  /** the source that it is already; null: not on the list */
  source: string | null
}

export type FoundItem = {
  title: string
  url: string
  published_at: string | null
}

export type SiteAddress = {
  /** the site's page, or a feed; what has no scheme is taken for https */
  url: string
}

export type Source = {
  name: string
  kind: "signals" | "keywords" | "social" | "companies"
  state: "ok" | "stale" | "empty" | "blocked" | "not_configured" | "error"
  last_success_at: string | null
  next_check_at: string | null
  /** runs failed in a row */
  failures: number
  /** items in the last successful run */
  items: number
  /** why there is nothing to read for it, while that is so; then it is `empty` */
  idle: string | null
  last_error: string | null
  /** where it is read since it has moved for good */
  moved_to: string | null
  /** since when nobody answers for it, where the machine of the service seems offline: then its errors say nothing of the source */
  offline_since: string | null
  title: string
  /** what has to be set before the source can run */
  missing: string | null
  /** false: remembered, but not on the operator's list */
  listed: boolean
  /** where it stands in the list: `feeds`, `google_trends`, …; null for a source that a setting makes */
  service: string | null
  /** an operator does not want it to be read */
  paused: boolean
  tags: ReadonlyArray<string>
  /** how often it is read; null when it is not listed */
  interval_seconds: number | null
  /** the times (UTC) at which it is read, in place of the interval */
  cron: string | null
}

export type SourcePatch = {
  paused?: boolean | null
  /** an interval (`2 hours`), or a cron expression in UTC (`30 6 * * 1-5`); null for its usual times */
  every?: string | null
  /** in the place of those that it had */
  tags?: ReadonlyArray<string> | null
}

export type NewListEntry = {
  service?: string | null
  /** what stands there, as in the list's file: of `feeds` one feed. Its faults are those of the file */
  entry: Record<string, unknown>
  tags?: ReadonlyArray<string> | null
}

export type AuditEvent = {
  id: number
  at: string
  action: "signed_in" | "signed_out" | "key_created" | "key_rotated" | "key_deactivated" | "key_deleted" | "source_added" | "source_removed" | "source_paused" | "source_resumed" | "source_changed" | "source_retimed" | "source_tagged" | "sources_imported"
  by: "dashboard" | "token" | "command_line" | "first_start"
  /** the client's network address */
  address: string | null
  /** its first 200 characters */
  user_agent: string | null
  /** the key that was created, deactivated or deleted; of a rotation the new one */
  key: {
    id: number
    name: string
    last4: string
  } | null
  /** the source that was added, removed or changed */
  source: string | null
  /** a source's new times or tags; how many sources an import added, changed and removed */
  detail: string | null
}

export type AccountSummary = {
  account: string
  /** by what the caller is known */
  sign_in: "link" | "identity_provider" | "token"
  /** whether the caller may run sources; a token never may */
  operator: boolean
  scopes: ReadonlyArray<"reports" | "competitors" | "seo" | "signals" | "market_data" | "social_trends" | "watches" | "keys">
  keys: {
    active: number
    limit: number
  }
  reports: {
    last_hour: number
    /** new reports per hour; null when there is no limit */
    limit: number | null
  }
  events: {
    /** events that nobody has read, counted up to 100 */
    unread: number
  }
}

export type KeyActivity = {
  days: ReadonlyArray<{
    date: string
    calls: number
  }>
  endpoints: ReadonlyArray<{
    endpoint: string
    calls: number
  }>
}

export type CreatedKey = {
  id: number
  name: string
  prefix: string
  last4: string
  scopes: ReadonlyArray<"reports" | "competitors" | "seo" | "signals" | "market_data" | "social_trends" | "watches">
  status: "active" | "expired" | "deactivated"
  expires_at: string | null
  created_at: string
  last_used_at: string | null
  usage: {
    total: number
    last_24h: number
    by_endpoint: Record<string, number>
  }
  /** the full key: shown now and never again */
  key: string
}

export type NewKey = {
  name: string
  scopes: ReadonlyArray<"reports" | "competitors" | "seo" | "signals" | "market_data" | "social_trends" | "watches">
  /** ISO 8601 date or instant in UTC; the key stops working then */
  expires_at?: string | null
}

export type ServiceUnavailable = {
  status: "degraded"
  version: "v1"
  time: string
  components: {
    database: "unavailable"
    ingestion: {
      fresh: number
      stale: number
      failed: number
      not_configured: number
      /** present where nobody answers for most sources: since when the machine of the service seems offline */
      offline_since?: string
    }
    /** `extractive`, or `openai:<model>` */
    report_writer: string
    /** left out when the database cannot be reached */
    search?: {
      /** the index that serves search: docs/scaling.md tells them apart */
      engine: "bm25" | "gin" | "memory"
      /** signals that are not indexed yet: search does not find them */
      pending: number
      /** search by meaning, if a model is configured for it */
      meaning?: {
        model: string
        /** signals without a vector yet: search finds them by their words alone */
        pending: number
        /** false if the model cannot be used now; lists are then by words alone, and say so */
        available: boolean
      }
      /** the search cluster, if one is configured */
      cluster?: {
        /** false if the database answers in its place now; lists say so */
        available: boolean
        /** changes of signals by which it does not answer yet */
        behind: number
        /** for how long the oldest of them waits */
        behind_seconds: number
        /** signals that its next index lacks; null while none is being filled */
        building: number | null
      }
    }
    /** servers that follow the database and are read from; left out without any */
    standbys?: {
      configured: number
      /** the others are away or too far behind */
      in_use: number
      /** everything that was stored so long ago can be seen on all that are in use; null without any */
      lag_seconds: number | null
    }
  }
}

export type ServiceStatus = {
  status: "ok" | "degraded"
  version: "v1"
  time: string
  components: {
    database: "ok"
    ingestion: {
      fresh: number
      stale: number
      failed: number
      not_configured: number
      /** present where nobody answers for most sources: since when the machine of the service seems offline */
      offline_since?: string
    }
    /** `extractive`, or `openai:<model>` */
    report_writer: string
    /** left out when the database cannot be reached */
    search?: {
      /** the index that serves search: docs/scaling.md tells them apart */
      engine: "bm25" | "gin" | "memory"
      /** signals that are not indexed yet: search does not find them */
      pending: number
      /** search by meaning, if a model is configured for it */
      meaning?: {
        model: string
        /** signals without a vector yet: search finds them by their words alone */
        pending: number
        /** false if the model cannot be used now; lists are then by words alone, and say so */
        available: boolean
      }
      /** the search cluster, if one is configured */
      cluster?: {
        /** false if the database answers in its place now; lists say so */
        available: boolean
        /** changes of signals by which it does not answer yet */
        behind: number
        /** for how long the oldest of them waits */
        behind_seconds: number
        /** signals that its next index lacks; null while none is being filled */
        building: number | null
      }
    }
    /** servers that follow the database and are read from; left out without any */
    standbys?: {
      configured: number
      /** the others are away or too far behind */
      in_use: number
      /** everything that was stored so long ago can be seen on all that are in use; null without any */
      lag_seconds: number | null
    }
  }
}

export type Sector = {
  industry: string
  companies: number
}

export type Company = {
  id: number
  name: string
  ticker: string | null
  industry: string | null
  revenue: number | null
  market_cap: number | null
  /** ISO 4217 code of revenue and market_cap */
  currency: string
  revenue_period_end: string | null
  source_url: string | null
}

export type SocialHistory = {
  topics: ReadonlyArray<{
    title: string
    platform: "reddit" | "google_trends" | "pytrends" | "x" | "tiktok" | "feed"
    score_kind: "points" | "searches" | "posts" | "views" | "rank"
    url: string | null
    days: ReadonlyArray<{
      date: string
      score: number
    }>
  }>
  days: ReadonlyArray<SocialDay>
}

export type SocialDay = {
  date: string
  score_kind: "points" | "searches" | "posts" | "views" | "rank"
  /** how many were on the list that day */
  topics: number
  /** the sum of their highest scores */
  score: number
}

export type SocialTrend = {
  title: string
  score: number
  platform: "reddit" | "google_trends" | "pytrends" | "x" | "tiktok" | "feed"
  subreddit?: string
  /** site, for items from outside the six platforms */
  source?: string
  score_kind: "points" | "searches" | "posts" | "views" | "rank"
  url: string | null
  rank: number
}

export type StoryTimeline = {
  id: number
  /** the title of its first signal */
  title: string
  /** who was first, by the dates of publication */
  first: {
    /** publisher's name */
    source: string
    url: string
    published_at: string
  }
  last_published_at: string
  /** how many publishers carried it, those in `also_in` included */
  publishers: number
  /** ISO 639-1, the most frequent first */
  languages: ReadonlyArray<string>
  /** how many signals tell it */
  signals_total: number
  /** the earliest first, 100 at most */
  signals: ReadonlyArray<Signal>
}

export type Signal = {
  id: number
  title: string
  snippet: string
  url: string
  /** publisher's name */
  source: string
  published_at: string
  /** true when the publisher gave no usable date and the day of first sight stands in for it */
  published_at_estimated: boolean
  /** ISO 639-1: as the source states it, else as the text tells it, else `en`; null until it is indexed */
  language: string | null
  /** others that carried the same story, in the order in which they were seen, 10 at most */
  also_in: ReadonlyArray<{
    source: string
    url: string
  }>
  /** the story that the signal tells, maybe with others; null until it is compared, some seconds after it came in */
  story_id: number | null
  /** how many signals tell that story, this one included */
  story_signals: number
  /** what is known about the page behind the signal; only in the answer for one signal; null if the page was not queued */
  article?: SignalArticle | null
  /** where it has what was asked for, when `highlight=true` asks for that */
  highlights?: ReadonlyArray<Highlight>
}

export type SignalArticle = {
  /** `queued`: the page will be fetched, or fetched again; `read`: its text is known; `robots`: robots.txt forbids it; `consent`, `paywall`, `index`: the page shows a consent wall, the beginning of a paid text, a list of pages; `gone`: the page does not exist (any more); `unreadable`: no article was found in the page; `failed`: the server refused it, or several tries failed */
  state: "queued" | "read" | "robots" | "consent" | "paywall" | "index" | "gone" | "unreadable" | "failed"
  /** the reason for the state, in plain words */
  reason: string | null
  /** the article's opening words, 300 characters at most; empty if its text is not known, or was deleted after its retention */
  quotations: ReadonlyArray<string>
  /** as the page names it */
  author: string | null
  /** BCP 47, as the page declares it */
  language: string | null
  /** as the page says */
  published_at: string | null
  fetched_at: string | null
  /** SHA-256 of the text in UTF-8, 64 hex digits */
  sha256: string | null
}

export type TrendingHistory = {
  keyword: string
  country: string
  days: ReadonlyArray<{
    date: string
    volume: number | null
  }>
}

export type TrendingKeyword = {
  keyword: string
  /** approximate searches; null when the source gives none */
  volume: number | null
  trend: "new" | "rising" | "stable" | "falling"
  country: string
}

export type TrackedKeyword = {
  id: number
  keyword: string
  target_url: string
  current_position: number | null
  search_volume: number | null
  position_history: ReadonlyArray<Position>
  created_at: string
}

export type Position = {
  date: string
  position: number | null
  url: string | null
}

export type NewPositions = {
  positions: ReadonlyArray<{
    date: string
    position: number | null
    url: string | null
  }>
}

export type NewKeyword = {
  keyword: string
  target_url: string
}

export type Competitor = {
  id: number
  name: string
  domain: string
  status: "active" | "paused" | "archived"
  /** other names of the competitor */
  aliases: ReadonlyArray<string>
  /** phrases in which one of its names means something else: Madison Square Garden is not Square */
  exclude: ReadonlyArray<string>
  created_at: string
}

export type CompetitorChange = {
  name?: string | null
  status?: "active" | "paused" | "archived" | null
  /** other names of the competitor; 20 at most */
  aliases?: ReadonlyArray<string> | null
  /** phrases in which one of its names means something else; 20 at most */
  exclude?: ReadonlyArray<string> | null
}

export type NewCompetitor = {
  name: string
  /** registrable host name or one below it (public suffix list), without scheme, path or port */
  domain: string
  /** other names of the competitor; 20 at most */
  aliases?: ReadonlyArray<string> | null
  /** phrases in which one of its names means something else; 20 at most */
  exclude?: ReadonlyArray<string> | null
}

export type ReportItem = {
  id: number
  niche: string
  report_type: "comprehensive_analysis" | "decision_brief" | "competitor_analysis" | "trend_report"
  title: string
  status: "queued" | "processing" | "completed" | "failed" | "cancelled"
  confidence: number | null
  created_at: string
}

export type ReportDiff = {
  report: ComparedReport
  /** the earlier report; null where there is none to compare with, and then nothing is listed */
  against: ComparedReport | null
  counts: ChangeCounts
  /** what is contradicted, changed, new and gone, in this order and each in reading order */
  changes: ReadonlyArray<ReportChange>
  /** sources that the other report does not cite, nor any that tells the same story */
  sources: {
    new: ReadonlyArray<CitedSource>
    gone: ReadonlyArray<CitedSource>
  }
  /** numbers in tables that both reports have */
  exhibits: ReadonlyArray<ExhibitChange>
}

export type ExhibitChange = {
  /** id of the exhibit, the same in both reports */
  exhibit: string
  /** the first cell of the row, which names it */
  row: string
  column: string
  unit: string | null
  before: number | null
  after: number | null
}

export type CitedSource = {
  n: number
  kind: "signal" | "trending_keyword" | "social_trend" | "competitor" | "tracked_keyword" | "company"
  title: string
  url: string | null
  publisher: string | null
  published_at: string | null
  quote: string
  /** SHA-256 of the quote in UTF-8, 64 hex digits: it shows whether the quote was changed */
  hash?: string
}

export type ReportChange = {
  /** `contradicted`: the later report says the opposite; `changed`: the same with other figures; `new`: only the later report says it; `gone`: only the earlier one */
  kind: "contradicted" | "changed" | "new" | "gone"
  /** null for what is new */
  before: ReportClaim | null
  /** null for what is gone */
  after: ReportClaim | null
  /** what differs in a claim that has `changed` */
  figures: ReadonlyArray<ChangedFigure>
}

export type ChangedFigure = {
  /** what it measures, such as `revenue`; null for a figure of a sentence */
  of: string | null
  /** as it is written; null where there was none */
  before: string | null
  /** as it is written; null where there is none any more */
  after: string | null
}

export type ReportClaim = {
  /** slug of the section that says it, or `executive_summary` */
  section: string
  sentence: string
  citations: ReadonlyArray<CitedSource>
}

export type ChangeCounts = {
  new: number
  gone: number
  changed: number
  contradicted: number
  unchanged: number
}

export type ComparedReport = {
  id: number
  title: string
  report_type: "comprehensive_analysis" | "decision_brief" | "competitor_analysis" | "trend_report"
  created_at: string
}

export type Report = {
  id: number
  niche: string
  report_type: "comprehensive_analysis" | "decision_brief" | "competitor_analysis" | "trend_report"
  title: string
  status: "queued" | "processing" | "completed" | "failed" | "cancelled"
  confidence: number | null
  created_at: string
  executive_summary: string
  sections: ReportSections
  completed_at: string | null
  /** what is being done while the status is `processing` */
  step: "searching" | "reading" | "gathering" | "writing" | "checking" | null
  /** what was looked up outside for it, so far; null where nothing was */
  research: ReportResearch | null
  /** why a failed report failed */
  error: string | null
}

export type ReportResearch = {
  searches: ReadonlyArray<ReportSearch>
  pages: {
    /** pages behind the best signals, which are to be read */
    of: number
    /** pages of which it is known what they are, or that cannot be had now */
    done: number
    /** pages whose article was read */
    read: number
    /** the others, and why they were not read, in plain words */
    unread: ReadonlyArray<{
      host: string
      why: string
    }>
  }
}

export type ReportSearch = {
  /** who was asked, such as `GDELT` */
  source: string
  /** `waiting`: it was not asked, as its turn has not come; `late`: there was no answer in time. What it finds later is there for other reports */
  state: "waiting" | "answered" | "late" | "failed"
  /** items in its answer */
  found: number
  /** why it failed, in plain words */
  reason: string | null
}

export type NewReport = {
  /** market or industry to analyse; counted after trimming */
  niche: string
  /** what kind of report */
  report_type?: "comprehensive_analysis" | "decision_brief" | "competitor_analysis" | "trend_report" | null
  /** more about the niche, for the choice of evidence and for the writer; it is data, never instructions */
  context?: string | null
  /** the first day of the news that the report looks at; without it the last 90 days, and older news if these are too few */
  since?: string | null
  /** `false`: only what is stored is used, and the niche is sent to no source (a model that writes gets it all the same); else it is looked up first, where the service may */
  research?: boolean | null
}

/** What went wrong; `code` tells which. */
export type Failure = RefusedFailure | InternalFailure | NotAcceptableFailure | MethodNotAllowedFailure | UnavailableFailure | UnauthorizedFailure | RateLimitedFailure | ForbiddenFailure | InvalidFailure | UnsupportedMediaTypeFailure | PayloadTooLargeFailure | MalformedFailure | NotFoundFailure | ConflictFailure

/** Every answer that is not a success. */
export type ApiError = {
  success: false
  error: Failure
}

const reportsList: Operation = {
  method: "GET",
  path: "/api/v1/public/reports",
  query: ["skip","limit","all"]
}

export interface ReportsListParams {
  /** how many records to skip */
  skip?: number | undefined
  /** how many records to return */
  limit?: number | undefined
  /** `true`: every record, page after page in one answer, whatever `limit` says; only as `text/csv` or `application/x-ndjson` */
  all?: "true" | "false" | undefined
}

export type ReportsListAnswer = {
  success: true
  data: {
    reports: ReadonlyArray<ReportItem>
    total: number
  }
}

const reportsCreate: Operation = {
  method: "POST",
  path: "/api/v1/public/reports",
  headers: ["prefer"],
  body: ["niche","report_type","context","since","research"],
  idempotent: true
}

export interface ReportsCreateParams {
  /** market or industry to analyse; counted after trimming */
  niche: string
  /** RFC 7240: with `respond-async` the answer is 202 at once, with `wait=5` (or both) when the report is not there after 5 seconds */
  prefer?: string | undefined
  /** what kind of report */
  report_type?: "comprehensive_analysis" | "decision_brief" | "competitor_analysis" | "trend_report" | null | undefined
  /** more about the niche, for the choice of evidence and for the writer; it is data, never instructions */
  context?: string | null | undefined
  /** the first day of the news that the report looks at; without it the last 90 days, and older news if these are too few */
  since?: string | null | undefined
  /** `false`: only what is stored is used, and the niche is sent to no source (a model that writes gets it all the same); else it is looked up first, where the service may */
  research?: boolean | null | undefined
}

export type ReportsCreateAnswer = {
  success: true
  data: {
    id: number
    title: string
    status: "completed" | "failed" | "cancelled"
  }
} | {
  success: true
  data: {
    id: number
    title: string
    status: "queued" | "processing"
  }
}

const reportsGet: Operation = {
  method: "GET",
  path: "/api/v1/public/reports/{report_id}"
}

export interface ReportsGetParams {
  /** the report */
  report_id: number
}

export type ReportsGetAnswer = {
  success: true
  data: Report
}

const reportsRemove: Operation = {
  method: "DELETE",
  path: "/api/v1/public/reports/{report_id}"
}

export interface ReportsRemoveParams {
  /** the report */
  report_id: number
}

export type ReportsRemoveAnswer = {
  success: true
  data: ReportItem
}

const reportsDiff: Operation = {
  method: "GET",
  path: "/api/v1/public/reports/{report_id}/diff",
  query: ["against"]
}

export interface ReportsDiffParams {
  /** the report */
  report_id: number
  /** the report to compare with; without it the account's last completed report before this one on the same niche, of the same type if there is one; `against.report_type` of the answer tells which it was */
  against?: number | undefined
}

export type ReportsDiffAnswer = {
  success: true
  data: ReportDiff
}

const competitorsList: Operation = {
  method: "GET",
  path: "/api/v1/public/competitors",
  query: ["status"]
}

export interface CompetitorsListParams {
  /** only those of this status */
  status?: "active" | "paused" | "archived" | undefined
}

export type CompetitorsListAnswer = {
  success: true
  data: ReadonlyArray<Competitor>
}

const competitorsCreate: Operation = {
  method: "POST",
  path: "/api/v1/public/competitors",
  body: ["name","domain","aliases","exclude"],
  idempotent: true
}

export interface CompetitorsCreateParams {
  name: string
  /** registrable host name or one below it (public suffix list), without scheme, path or port */
  domain: string
  /** other names of the competitor; 20 at most */
  aliases?: ReadonlyArray<string> | null | undefined
  /** phrases in which one of its names means something else; 20 at most */
  exclude?: ReadonlyArray<string> | null | undefined
}

export type CompetitorsCreateAnswer = {
  success: true
  data: Competitor
}

const competitorsSignals: Operation = {
  method: "GET",
  path: "/api/v1/public/competitors/{competitor_id}/signals",
  query: ["limit"]
}

export interface CompetitorsSignalsParams {
  /** the competitor */
  competitor_id: number
  /** how many records to return */
  limit?: number | undefined
}

export type CompetitorsSignalsAnswer = {
  success: true
  data: ReadonlyArray<Signal>
}

const competitorsUpdate: Operation = {
  method: "PATCH",
  path: "/api/v1/public/competitors/{competitor_id}",
  body: ["name","status","aliases","exclude"]
}

export interface CompetitorsUpdateParams {
  /** the competitor */
  competitor_id: number
  name?: string | null | undefined
  status?: "active" | "paused" | "archived" | null | undefined
  /** other names of the competitor; 20 at most */
  aliases?: ReadonlyArray<string> | null | undefined
  /** phrases in which one of its names means something else; 20 at most */
  exclude?: ReadonlyArray<string> | null | undefined
}

export type CompetitorsUpdateAnswer = {
  success: true
  data: Competitor
}

const competitorsRemove: Operation = {
  method: "DELETE",
  path: "/api/v1/public/competitors/{competitor_id}"
}

export interface CompetitorsRemoveParams {
  /** the competitor */
  competitor_id: number
}

export type CompetitorsRemoveAnswer = {
  success: true
  data: Competitor
}

const seoKeywords: Operation = {
  method: "GET",
  path: "/api/v1/public/seo/keywords"
}


export type SeoKeywordsAnswer = {
  success: true
  data: ReadonlyArray<TrackedKeyword>
}

const seoCreate: Operation = {
  method: "POST",
  path: "/api/v1/public/seo/keywords",
  body: ["keyword","target_url"],
  idempotent: true
}

export interface SeoCreateParams {
  keyword: string
  target_url: string
}

export type SeoCreateAnswer = {
  success: true
  data: TrackedKeyword
}

const seoRemove: Operation = {
  method: "DELETE",
  path: "/api/v1/public/seo/keywords/{keyword_id}"
}

export interface SeoRemoveParams {
  /** the tracked keyword */
  keyword_id: number
}


const seoPositions: Operation = {
  method: "POST",
  path: "/api/v1/public/seo/keywords/{keyword_id}/positions",
  body: ["positions"],
  idempotent: true
}

export interface SeoPositionsParams {
  /** the tracked keyword */
  keyword_id: number
  positions: ReadonlyArray<{
    date: string
    position: number | null
    url: string | null
  }>
}

export type SeoPositionsAnswer = {
  success: true
  data: TrackedKeyword
}

const seoTrending: Operation = {
  method: "GET",
  path: "/api/v1/public/seo/trending",
  query: ["country"]
}

export interface SeoTrendingParams {
  /** ISO 3166-1 alpha-2, upper case */
  country?: string | undefined
}

export type SeoTrendingAnswer = {
  success: true
  data: ReadonlyArray<TrendingKeyword>
}

const seoHistory: Operation = {
  method: "GET",
  path: "/api/v1/public/seo/trending/history",
  query: ["country"]
}

export interface SeoHistoryParams {
  /** ISO 3166-1 alpha-2, upper case */
  country?: string | undefined
}

export type SeoHistoryAnswer = {
  success: true
  data: ReadonlyArray<TrendingHistory>
}

const signalsList: Operation = {
  method: "GET",
  path: "/api/v1/public/signals",
  query: ["q","limit","sort","since","before","source","language","cursor","highlight","facets","all","tag"]
}

export interface SignalsListParams {
  /** what to search for */
  q?: string | undefined
  /** how many records to return */
  limit?: number | undefined
  /** with `q`: the best matches first, or the newest first */
  sort?: "relevance" | "newest" | undefined
  /** published on this day or later */
  since?: string | undefined
  /** published before this day */
  before?: string | undefined
  /** publisher's name, as signals have it; may be given several times */
  source?: ReadonlyArray<string> | undefined
  /** ISO 639-1, in either case */
  language?: string | undefined
  /** `next_cursor` of the page before; `q`, `sort`, `since`, `before`, `source`, `language` and `tag` must be the same as there, or it is refused (422) */
  cursor?: string | undefined
  /** whether each signal shows where it matches */
  highlight?: "true" | "false" | undefined
  /** what to count among the matches: any of `source`, `language`, `day` and `tag`, separated by commas */
  facets?: string | undefined
  /** `true`: every record, page after page in one answer, whatever `limit` says; only as `text/csv` or `application/x-ndjson` */
  all?: "true" | "false" | undefined
  /** only what sources with this tag bring, as they are tagged now; may be given several times, and any of them counts */
  tag?: ReadonlyArray<string> | undefined
}

export type SignalsListAnswer = {
  success: true
  data: ReadonlyArray<Signal>
  /** pass it as `cursor` for the next page; null at the end. What comes in meanwhile moves nothing */
  next_cursor: string | null
  /** how many match; counted to 10000 */
  total: number
  /** false when `total` is a lower bound */
  total_is_exact: boolean
  /** present if an embeddings model is configured and the list is by relevance; `used`: the list includes signals found by their meaning; `unavailable`: the model did not answer or has read no signals yet, and the list is by words alone */
  meaning?: "used" | "unavailable"
  /** present if a search cluster is configured and something is searched for; `unavailable`: the cluster did not answer or is not filled yet, and the database's own index did */
  search_cluster?: "used" | "unavailable"
  /** the question with words that are stored in place of those that are probably mistyped; what matches these words alone comes last */
  did_you_mean?: string
  facets?: {
    /** over how many matches the counts are: all where they are no more than 1000, else the first ones, 150 at least */
    counted: number
    source?: ReadonlyArray<{
      value: string
      count: number
    }>
    language?: ReadonlyArray<{
      value: string
      count: number
    }>
    day?: ReadonlyArray<{
      value: string
      count: number
    }>
    tag?: ReadonlyArray<{
      value: string
      count: number
    }>
  }
}

const signalsGet: Operation = {
  method: "GET",
  path: "/api/v1/public/signals/{signal_id}"
}

export interface SignalsGetParams {
  /** the signal */
  signal_id: number
}

export type SignalsGetAnswer = {
  success: true
  data: Signal
}

const signalsRelated: Operation = {
  method: "GET",
  path: "/api/v1/public/signals/{signal_id}/related",
  query: ["limit"]
}

export interface SignalsRelatedParams {
  /** the signal */
  signal_id: number
  /** how many records to return */
  limit?: number | undefined
}

export type SignalsRelatedAnswer = {
  success: true
  data: ReadonlyArray<Signal>
}

const signalsStory: Operation = {
  method: "GET",
  path: "/api/v1/public/stories/{story_id}"
}

export interface SignalsStoryParams {
  /** the story */
  story_id: number
}

export type SignalsStoryAnswer = {
  success: true
  data: StoryTimeline
}

const socialTrendsList: Operation = {
  method: "GET",
  path: "/api/v1/public/social-trends/{platform}"
}

export interface SocialTrendsListParams {
  /** the platform; `feed` is all of them */
  platform: "reddit" | "google_trends" | "pytrends" | "x" | "tiktok" | "feed"
}

export type SocialTrendsListAnswer = {
  success: true
  data: ReadonlyArray<SocialTrend>
  updated_at: string | null
  source_status: "ok" | "stale" | "empty" | "not_configured" | "error"
}

const socialTrendsHistory: Operation = {
  method: "GET",
  path: "/api/v1/public/social-trends/{platform}/history"
}

export interface SocialTrendsHistoryParams {
  /** the platform; `feed` is all of them */
  platform: "reddit" | "google_trends" | "pytrends" | "x" | "tiktok" | "feed"
}

export type SocialTrendsHistoryAnswer = {
  success: true
  data: SocialHistory
}

const marketDataSearch: Operation = {
  method: "GET",
  path: "/api/v1/public/market-data/search",
  query: ["q","limit"]
}

export interface MarketDataSearchParams {
  /** what to search for */
  q: string
  /** how many records to return */
  limit?: number | undefined
}

export type MarketDataSearchAnswer = {
  success: true
  data: ReadonlyArray<Company>
}

const marketDataCompany: Operation = {
  method: "GET",
  path: "/api/v1/public/market-data/companies/{company_id}"
}

export interface MarketDataCompanyParams {
  /** the company */
  company_id: number
}

export type MarketDataCompanyAnswer = {
  success: true
  data: Company
}

const marketDataSectors: Operation = {
  method: "GET",
  path: "/api/v1/public/market-data/sectors"
}


export type MarketDataSectorsAnswer = {
  success: true
  data: ReadonlyArray<Sector>
}

const statusGet: Operation = {
  method: "GET",
  path: "/api/v1/public/status"
}


export type StatusGetAnswer = {
  success: true
  data: ServiceStatus
}

const keysList: Operation = {
  method: "GET",
  path: "/api/v1/dashboard/keys"
}


export type KeysListAnswer = {
  success: true
  data: ReadonlyArray<{
    id: number
    name: string
    prefix: string
    last4: string
    scopes: ReadonlyArray<"reports" | "competitors" | "seo" | "signals" | "market_data" | "social_trends" | "watches">
    status: "active" | "expired" | "deactivated"
    expires_at: string | null
    created_at: string
    last_used_at: string | null
    usage: {
      total: number
      last_24h: number
      by_endpoint: Record<string, number>
    }
  }>
}

const keysCreate: Operation = {
  method: "POST",
  path: "/api/v1/dashboard/keys",
  body: ["name","scopes","expires_at"]
}

export interface KeysCreateParams {
  name: string
  scopes: ReadonlyArray<"reports" | "competitors" | "seo" | "signals" | "market_data" | "social_trends" | "watches">
  /** ISO 8601 date or instant in UTC; the key stops working then */
  expires_at?: string | null | undefined
}

export type KeysCreateAnswer = {
  success: true
  data: CreatedKey
}

const keysDeactivate: Operation = {
  method: "POST",
  path: "/api/v1/dashboard/keys/{key_id}/deactivate"
}

export interface KeysDeactivateParams {
  /** the key */
  key_id: number
}

export type KeysDeactivateAnswer = {
  success: true
  data: {
    id: number
    name: string
    prefix: string
    last4: string
    scopes: ReadonlyArray<"reports" | "competitors" | "seo" | "signals" | "market_data" | "social_trends" | "watches">
    status: "active" | "expired" | "deactivated"
    expires_at: string | null
    created_at: string
    last_used_at: string | null
    usage: {
      total: number
      last_24h: number
      by_endpoint: Record<string, number>
    }
  }
}

const keysRotate: Operation = {
  method: "POST",
  path: "/api/v1/dashboard/keys/{key_id}/rotate"
}

export interface KeysRotateParams {
  /** the key */
  key_id: number
}

export type KeysRotateAnswer = {
  success: true
  data: CreatedKey
}

const keysUsage: Operation = {
  method: "GET",
  path: "/api/v1/dashboard/keys/{key_id}/usage"
}

export interface KeysUsageParams {
  /** the key */
  key_id: number
}

export type KeysUsageAnswer = {
  success: true
  data: KeyActivity
}

const keysRemove: Operation = {
  method: "DELETE",
  path: "/api/v1/dashboard/keys/{key_id}"
}

export interface KeysRemoveParams {
  /** the key */
  key_id: number
}


const accountGet: Operation = {
  method: "GET",
  path: "/api/v1/dashboard/account"
}


export type AccountGetAnswer = {
  success: true
  data: AccountSummary
}

const accountAudit: Operation = {
  method: "GET",
  path: "/api/v1/dashboard/audit",
  query: ["skip","limit","all"]
}

export interface AccountAuditParams {
  /** how many records to skip */
  skip?: number | undefined
  /** how many records to return */
  limit?: number | undefined
  /** `true`: every record, page after page in one answer, whatever `limit` says; only as `text/csv` or `application/x-ndjson` */
  all?: "true" | "false" | undefined
}

export type AccountAuditAnswer = {
  success: true
  data: {
    events: ReadonlyArray<AuditEvent>
    total: number
  }
}

const sourcesList: Operation = {
  method: "GET",
  path: "/api/v1/dashboard/sources"
}


export type SourcesListAnswer = {
  success: true
  data: ReadonlyArray<Source>
}

const sourcesAdd: Operation = {
  method: "POST",
  path: "/api/v1/dashboard/sources",
  body: ["entry","service","tags"]
}

export interface SourcesAddParams {
  /** what stands there, as in the list's file: of `feeds` one feed. Its faults are those of the file */
  entry: Record<string, unknown>
  service?: string | null | undefined
  tags?: ReadonlyArray<string> | null | undefined
}

export type SourcesAddAnswer = {
  success: true
  data: ReadonlyArray<Source>
}

const sourcesChange: Operation = {
  method: "PATCH",
  path: "/api/v1/dashboard/sources/{source_name}",
  body: ["paused","every","tags"]
}

export interface SourcesChangeParams {
  /** the source, by its name */
  source_name: string
  paused?: boolean | null | undefined
  /** an interval (`2 hours`), or a cron expression in UTC (`30 6 * * 1-5`); null for its usual times */
  every?: string | null | undefined
  /** in the place of those that it had */
  tags?: ReadonlyArray<string> | null | undefined
}

export type SourcesChangeAnswer = {
  success: true
  data: Source
}

const sourcesRemove: Operation = {
  method: "DELETE",
  path: "/api/v1/dashboard/sources/{source_name}"
}

export interface SourcesRemoveParams {
  /** the source, by its name */
  source_name: string
}


const sourcesDiscover: Operation = {
  method: "POST",
  path: "/api/v1/dashboard/sources/discover",
  body: ["url"]
}

export interface SourcesDiscoverParams {
  /** the site's page, or a feed; what has no scheme is taken for https */
  url: string
}

export type SourcesDiscoverAnswer = {
  success: true
  data: ReadonlyArray<FoundFeed>
}

const sourcesImport: Operation = {
  method: "POST",
  path: "/api/v1/dashboard/sources/import",
  body: ["document","replace"]
}

export interface SourcesImportParams {
  /** a list in the form of its file (JSON, or the address of a feed on each line), or OPML */
  document: string
  replace?: boolean | null | undefined
}

export type SourcesImportAnswer = {
  success: true
  data: ImportedList
}

const sourcesExport: Operation = {
  method: "GET",
  path: "/api/v1/dashboard/sources/export",
  query: ["format"]
}

export interface SourcesExportParams {
  /** `json`, the whole list in the form of its file (the default), or `opml`, its feeds */
  format?: "json" | "opml" | undefined
}

export type SourcesExportAnswer = {
  success: true
  data: ListExport
}

const sourcesRun: Operation = {
  method: "POST",
  path: "/api/v1/dashboard/sources/{source_name}/run"
}

export interface SourcesRunParams {
  /** the source, by its name */
  source_name: string
}

export type SourcesRunAnswer = {
  success: true
  data: SourceRun
}

const watchesList: Operation = {
  method: "GET",
  path: "/api/v1/public/watches"
}


export type WatchesListAnswer = {
  success: true
  data: ReadonlyArray<Watch>
}

const watchesCreate: Operation = {
  method: "POST",
  path: "/api/v1/public/watches",
  body: ["name","subject","conditions","endpoints"],
  idempotent: true
}

export interface WatchesCreateParams {
  name: string
  subject: WatchSubject
  conditions?: {
    min_publishers?: number | null
    cooldown_minutes?: number | null
    quiet_hours?: QuietHours | null
  } | null | undefined
  endpoints?: ReadonlyArray<number> | null | undefined
}

export type WatchesCreateAnswer = {
  success: true
  data: Watch
}

const watchesPreview: Operation = {
  method: "POST",
  path: "/api/v1/public/watches/preview",
  body: ["subject","conditions"],
  idempotent: true
}

export interface WatchesPreviewParams {
  subject: WatchSubject
  conditions?: {
    min_publishers?: number | null
    cooldown_minutes?: number | null
    quiet_hours?: QuietHours | null
  } | null | undefined
}

export type WatchesPreviewAnswer = {
  success: true
  data: EventPreview
}

const watchesGet: Operation = {
  method: "GET",
  path: "/api/v1/public/watches/{watch_id}"
}

export interface WatchesGetParams {
  /** the watch */
  watch_id: number
}

export type WatchesGetAnswer = {
  success: true
  data: Watch
}

const watchesUpdate: Operation = {
  method: "PATCH",
  path: "/api/v1/public/watches/{watch_id}",
  body: ["name","subject","conditions","endpoints","status"]
}

export interface WatchesUpdateParams {
  /** the watch */
  watch_id: number
  name?: string | null | undefined
  subject?: SearchSubject | CompetitorSubject | KeywordSubject | TrendingSubject | SocialSubject | CompanySubject | ReportSubject | SourceSubject | KeySubject | null | undefined
  conditions?: {
    min_publishers?: number | null
    cooldown_minutes?: number | null
    quiet_hours?: QuietHours | null
  } | null | undefined
  endpoints?: ReadonlyArray<number> | null | undefined
  status?: "active" | "paused" | null | undefined
}

export type WatchesUpdateAnswer = {
  success: true
  data: Watch
}

const watchesRemove: Operation = {
  method: "DELETE",
  path: "/api/v1/public/watches/{watch_id}"
}

export interface WatchesRemoveParams {
  /** the watch */
  watch_id: number
}


const watchesFeed: Operation = {
  method: "POST",
  path: "/api/v1/public/watches/{watch_id}/feed"
}

export interface WatchesFeedParams {
  /** the watch */
  watch_id: number
}

export type WatchesFeedAnswer = {
  success: true
  data: WatchFeedUrls
}

const watchesRemoveFeed: Operation = {
  method: "DELETE",
  path: "/api/v1/public/watches/{watch_id}/feed"
}

export interface WatchesRemoveFeedParams {
  /** the watch */
  watch_id: number
}


const watchesEvents: Operation = {
  method: "GET",
  path: "/api/v1/public/events",
  query: ["after","watch","limit","before","all"]
}

export interface WatchesEventsParams {
  /** only events with a larger id, the oldest first; without it the newest first */
  after?: number | undefined
  /** only those of this watch */
  watch?: number | undefined
  /** how many records to return */
  limit?: number | undefined
  /** only events with a smaller id, the newest first; not with `after` */
  before?: number | undefined
  /** `true`: every record, page after page in one answer, whatever `limit` says; only as `text/csv` or `application/x-ndjson` */
  all?: "true" | "false" | undefined
}

export type WatchesEventsAnswer = {
  success: true
  data: ReadonlyArray<WatchEvent>
  /** pass it as `after` to read on: of the last event here, or where there is none, `after` itself */
  last_id: number
}

const watchesRead: Operation = {
  method: "POST",
  path: "/api/v1/public/events/read",
  body: ["ids","up_to"],
  idempotent: true
}

export interface WatchesReadParams {
  ids?: ReadonlyArray<number> | null | undefined
  up_to?: number | null | undefined
}


const watchesStream: Operation = {
  method: "GET",
  path: "/api/v1/public/events/stream",
  query: ["after","watch"],
  headers: ["last-event-id"]
}

export interface WatchesStreamParams {
  /** the same, as browsers send it when they connect again; it counts more than `after` */
  last_event_id?: number | undefined
  /** begin with the events after this id; without it from now on */
  after?: number | undefined
  /** only those of this watch */
  watch?: number | undefined
}


const endpointsList: Operation = {
  method: "GET",
  path: "/api/v1/public/endpoints"
}


export type EndpointsListAnswer = {
  success: true
  data: ReadonlyArray<Endpoint>
}

const endpointsCreate: Operation = {
  method: "POST",
  path: "/api/v1/public/endpoints",
  body: ["name","target"],
  idempotent: true
}

export interface EndpointsCreateParams {
  name: string
  target: {
    kind: "webhook"
    url: string
  } | {
    kind: "json"
    url: string
  } | {
    kind: "slack"
    url: string
  } | {
    kind: "discord"
    url: string
  } | {
    kind: "teams"
    url: string
  } | {
    kind: "ntfy"
    url: string
  } | {
    kind: "mail"
    address: string
    digest?: Digest
  }
}

export type EndpointsCreateAnswer = {
  success: true
  data: EndpointWithSecret
}

const endpointsGet: Operation = {
  method: "GET",
  path: "/api/v1/public/endpoints/{endpoint_id}"
}

export interface EndpointsGetParams {
  /** the endpoint */
  endpoint_id: number
}

export type EndpointsGetAnswer = {
  success: true
  data: Endpoint
}

const endpointsUpdate: Operation = {
  method: "PATCH",
  path: "/api/v1/public/endpoints/{endpoint_id}",
  body: ["name","target","status"]
}

export interface EndpointsUpdateParams {
  /** the endpoint */
  endpoint_id: number
  name?: string | null | undefined
  target?: {
    kind: "webhook"
    url: string
  } | {
    kind: "json"
    url: string
  } | {
    kind: "slack"
    url: string
  } | {
    kind: "discord"
    url: string
  } | {
    kind: "teams"
    url: string
  } | {
    kind: "ntfy"
    url: string
  } | {
    kind: "mail"
    address: string
    digest?: Digest
  } | null | undefined
  status?: "active" | "paused" | null | undefined
}

export type EndpointsUpdateAnswer = {
  success: true
  data: Endpoint
}

const endpointsRemove: Operation = {
  method: "DELETE",
  path: "/api/v1/public/endpoints/{endpoint_id}"
}

export interface EndpointsRemoveParams {
  /** the endpoint */
  endpoint_id: number
}


const endpointsTest: Operation = {
  method: "POST",
  path: "/api/v1/public/endpoints/{endpoint_id}/test",
  body: ["title"],
  idempotent: true
}

export interface EndpointsTestParams {
  /** the endpoint */
  endpoint_id: number
  title?: string | null | undefined
}

export type EndpointsTestAnswer = {
  success: true
  data: Attempt
}

const endpointsRotate: Operation = {
  method: "POST",
  path: "/api/v1/public/endpoints/{endpoint_id}/rotate",
  body: ["overlap_hours"],
  idempotent: true
}

export interface EndpointsRotateParams {
  /** the endpoint */
  endpoint_id: number
  overlap_hours?: number | null | undefined
}

export type EndpointsRotateAnswer = {
  success: true
  data: EndpointWithSecret
}

const endpointsDeliveries: Operation = {
  method: "GET",
  path: "/api/v1/public/endpoints/{endpoint_id}/deliveries",
  query: ["skip","limit","all"]
}

export interface EndpointsDeliveriesParams {
  /** the endpoint */
  endpoint_id: number
  /** how many records to skip */
  skip?: number | undefined
  /** how many records to return */
  limit?: number | undefined
  /** `true`: every record, page after page in one answer, whatever `limit` says; only as `text/csv` or `application/x-ndjson` */
  all?: "true" | "false" | undefined
}

export type EndpointsDeliveriesAnswer = {
  success: true
  data: ReadonlyArray<Delivery>
}

const endpointsRedeliver: Operation = {
  method: "POST",
  path: "/api/v1/public/endpoints/{endpoint_id}/redeliver",
  body: ["events"],
  idempotent: true
}

export interface EndpointsRedeliverParams {
  /** the endpoint */
  endpoint_id: number
  events: ReadonlyArray<number>
}

export type EndpointsRedeliverAnswer = {
  success: true
  data: ReadonlyArray<Delivery>
}

const endpointsSkip: Operation = {
  method: "POST",
  path: "/api/v1/public/endpoints/{endpoint_id}/skip",
  body: ["events"],
  idempotent: true
}

export interface EndpointsSkipParams {
  /** the endpoint */
  endpoint_id: number
  events: ReadonlyArray<number>
}

export type EndpointsSkipAnswer = {
  success: true
  data: ReadonlyArray<Delivery>
}

const claimsCheck: Operation = {
  method: "POST",
  path: "/api/v1/public/claims/check",
  body: ["sentence","evidence"]
}

export interface ClaimsCheckParams {
  /** what is claimed; each of its sentences counts */
  sentence: string
  /** `signal:12`, or `report:7#3` for source 3 of report 7; 10 at most */
  evidence: ReadonlyArray<string>
}

export type ClaimsCheckAnswer = {
  success: true
  data: ClaimCheck
}

const viewsList: Operation = {
  method: "GET",
  path: "/api/v1/dashboard/views"
}


export type ViewsListAnswer = {
  success: true
  data: ReadonlyArray<SavedView>
}

const viewsCreate: Operation = {
  method: "POST",
  path: "/api/v1/dashboard/views",
  body: ["name","search"]
}

export interface ViewsCreateParams {
  name: string
  search: ViewSearch
}

export type ViewsCreateAnswer = {
  success: true
  data: SavedView
}

const viewsRename: Operation = {
  method: "PATCH",
  path: "/api/v1/dashboard/views/{view_id}",
  body: ["name"]
}

export interface ViewsRenameParams {
  /** the saved view */
  view_id: number
  name: string
}

export type ViewsRenameAnswer = {
  success: true
  data: SavedView
}

const viewsRemove: Operation = {
  method: "DELETE",
  path: "/api/v1/dashboard/views/{view_id}"
}

export interface ViewsRemoveParams {
  /** the saved view */
  view_id: number
}


export class ReportsApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List your reports. Newest first. `total` counts all of your reports, not the page. */
  list(params: ReportsListParams = {}, options?: CallOptions): Promise<ReportsListAnswer> {
    return this.#core.json(reportsList, params, options)
  }

  /** List your reports, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", params: ReportsListParams = {}, options?: CallOptions): Promise<string> {
    return this.#core.text(reportsList, form, params, options)
  }

  /** List your reports: every one, page after page as they are asked for. */
  listAll(params: Omit<ReportsListParams, "skip"> = {}, options?: CallOptions): AsyncGenerator<ReportItem> {
    return this.#core.all(reportsList, {"by":"skip","member":"reports"}, params, options)
  }

  /** Generate a report. Waits until the report is written and answers 201. When that takes too long, when the service is stopped, or with `Prefer: respond-async`, answers 202: read the report at `Location` after `Retry-After` seconds. */
  create(params: ReportsCreateParams, options?: CallOptions): Promise<ReportsCreateAnswer> {
    return this.#core.json(reportsCreate, params, options)
  }

  /** Read a report. With full content once its status is `completed`; `step` tells how far one is that is `processing`. With `Accept: text/markdown` or `text/html` the same report as a document with numbered sources. */
  get(params: ReportsGetParams, options?: CallOptions): Promise<ReportsGetAnswer> {
    return this.#core.json(reportsGet, params, options)
  }

  /** Read a report, in another form than JSON. */
  getAs(form: "text/markdown" | "text/html", params: ReportsGetParams, options?: CallOptions): Promise<string> {
    return this.#core.text(reportsGet, form, params, options)
  }

  /** Cancel or delete a report. A queued or processing report is cancelled and stays listed; a final one is deleted. */
  remove(params: ReportsRemoveParams, options?: CallOptions): Promise<ReportsRemoveAnswer> {
    return this.#core.json(reportsRemove, params, options)
  }

  /** Compare a report with an earlier one. Which claims are new, gone, changed in their figures, or contradicted, with the sources of both sides; made from what is stored with the two reports, without a model. `against` is null where there is no earlier report on the niche. 409 unless both reports are completed. */
  diff(params: ReportsDiffParams, options?: CallOptions): Promise<ReportsDiffAnswer> {
    return this.#core.json(reportsDiff, params, options)
  }
}

export class CompetitorsApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List your competitors. Active and paused ones; `status` narrows the list, or shows the archived. */
  list(params: CompetitorsListParams = {}, options?: CallOptions): Promise<CompetitorsListAnswer> {
    return this.#core.json(competitorsList, params, options)
  }

  /** List your competitors, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", params: CompetitorsListParams = {}, options?: CallOptions): Promise<string> {
    return this.#core.text(competitorsList, form, params, options)
  }

  /** Watch a competitor. One entry for each domain. */
  create(params: CompetitorsCreateParams, options?: CallOptions): Promise<CompetitorsCreateAnswer> {
    return this.#core.json(competitorsCreate, params, options)
  }

  /** List signals about a competitor. Newest first: what searches for its name found, what names it in its title or snippet, and what is on its domain. Those of a paused competitor stay. */
  signals(params: CompetitorsSignalsParams, options?: CallOptions): Promise<CompetitorsSignalsAnswer> {
    return this.#core.json(competitorsSignals, params, options)
  }

  /** List signals about a competitor, in another form than JSON. */
  signalsAs(form: "text/csv" | "application/x-ndjson", params: CompetitorsSignalsParams, options?: CallOptions): Promise<string> {
    return this.#core.text(competitorsSignals, form, params, options)
  }

  /** Rename, pause or resume. A paused competitor is not searched for. An archived entry no longer changes: 409 `competitor_archived`. */
  update(params: CompetitorsUpdateParams, options?: CallOptions): Promise<CompetitorsUpdateAnswer> {
    return this.#core.json(competitorsUpdate, params, options)
  }

  /** Stop watching. The entry becomes `archived`, for good; its domain is free again. */
  remove(params: CompetitorsRemoveParams, options?: CallOptions): Promise<CompetitorsRemoveAnswer> {
    return this.#core.json(competitorsRemove, params, options)
  }
}

export class SeoApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List your tracked keywords. With up to 90 days of positions, oldest first. A `null` position was looked for and not found. */
  keywords(options?: CallOptions): Promise<SeoKeywordsAnswer> {
    return this.#core.json(seoKeywords, {}, options)
  }

  /** List your tracked keywords, in another form than JSON. */
  keywordsAs(form: "text/csv" | "application/x-ndjson", options?: CallOptions): Promise<string> {
    return this.#core.text(seoKeywords, form, {}, options)
  }

  /** Track a keyword. Once for each keyword and URL. */
  create(params: SeoCreateParams, options?: CallOptions): Promise<SeoCreateAnswer> {
    return this.#core.json(seoCreate, params, options)
  }

  /** Stop tracking a keyword. Its history is deleted with it. */
  remove(params: SeoRemoveParams, options?: CallOptions): Promise<void> {
    return this.#core.json(seoRemove, params, options)
  }

  /** Import positions. At most one a day, none after today (UTC); a known day is replaced. */
  positions(params: SeoPositionsParams, options?: CallOptions): Promise<SeoPositionsAnswer> {
    return this.#core.json(seoPositions, params, options)
  }

  /** List trending keywords. By volume. `new`: first seen under 24 hours ago; `rising`, `falling`: 20 % or more against the day before. */
  trending(params: SeoTrendingParams = {}, options?: CallOptions): Promise<SeoTrendingAnswer> {
    return this.#core.json(seoTrending, params, options)
  }

  /** List trending keywords, in another form than JSON. */
  trendingAs(form: "text/csv" | "application/x-ndjson", params: SeoTrendingParams = {}, options?: CallOptions): Promise<string> {
    return this.#core.text(seoTrending, form, params, options)
  }

  /** Read how trending keywords fared. Of the first 100 of the list: the highest volume of each of the last 30 UTC days on which they were seen, oldest first. */
  history(params: SeoHistoryParams = {}, options?: CallOptions): Promise<SeoHistoryAnswer> {
    return this.#core.json(seoHistory, params, options)
  }

  /** Read how trending keywords fared, in another form than JSON. */
  historyAs(form: "text/csv" | "application/x-ndjson", params: SeoHistoryParams = {}, options?: CallOptions): Promise<string> {
    return this.#core.text(seoHistory, form, params, options)
  }
}

export class SignalsApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List or search market signals. Newest first. With `q` best first: any word may match, what has all words comes before what has some, titles count more, and what is new more than what is old. `"Quoted phrases"` must match, `-word` and `-"phrase"` exclude. Words are found in any of their forms, with and without accents. */
  list(params: SignalsListParams = {}, options?: CallOptions): Promise<SignalsListAnswer> {
    return this.#core.json(signalsList, params, options)
  }

  /** List or search market signals, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", params: SignalsListParams = {}, options?: CallOptions): Promise<string> {
    return this.#core.text(signalsList, form, params, options)
  }

  /** List or search market signals: every one, page after page as they are asked for. */
  listAll(params: Omit<SignalsListParams, "cursor"> = {}, options?: CallOptions): AsyncGenerator<Signal> {
    return this.#core.all(signalsList, {"by":"cursor","member":null}, params, options)
  }

  /** Read a signal. By its id from the list. `article` says what is known about the page behind it, with its opening words but not its text. */
  get(params: SignalsGetParams, options?: CallOptions): Promise<SignalsGetAnswer> {
    return this.#core.json(signalsGet, params, options)
  }

  /** List signals like one. Those that share the words that tell it best from all others, the likest first. */
  related(params: SignalsRelatedParams, options?: CallOptions): Promise<SignalsRelatedAnswer> {
    return this.#core.json(signalsRelated, params, options)
  }

  /** List signals like one, in another form than JSON. */
  relatedAs(form: "text/csv" | "application/x-ndjson", params: SignalsRelatedParams, options?: CallOptions): Promise<string> {
    return this.#core.text(signalsRelated, form, params, options)
  }

  /** Read a story. The signals that tell one story, in one language or several: who was first, how many publishers carried it, and when. A signal leaves its story when its title changes and no longer fits. */
  story(params: SignalsStoryParams, options?: CallOptions): Promise<SignalsStoryAnswer> {
    return this.#core.json(signalsStory, params, options)
  }
}

export class SocialTrendsApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List a platform's trending topics. `feed` holds all platforms, interleaved by percentile. `source_status` tells how fresh the answer is, and `not_configured` where a platform needs credentials that the operator has not set. */
  list(params: SocialTrendsListParams, options?: CallOptions): Promise<SocialTrendsListAnswer> {
    return this.#core.json(socialTrendsList, params, options)
  }

  /** List a platform's trending topics, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", params: SocialTrendsListParams, options?: CallOptions): Promise<string> {
    return this.#core.text(socialTrendsList, form, params, options)
  }

  /** Read how a platform's topics fared. Of the topics of the list: the highest score, of the kind that they have now, of each of the last 30 UTC days on which they were on it, oldest first. `days` adds up all topics of the platform, each kind of score by itself. */
  history(params: SocialTrendsHistoryParams, options?: CallOptions): Promise<SocialTrendsHistoryAnswer> {
    return this.#core.json(socialTrendsHistory, params, options)
  }
}

export class MarketDataApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Search companies. By ticker, name or industry: exact ticker first, then ticker prefix, name, name prefix, words of the name (a typo forgiven), industry. */
  search(params: MarketDataSearchParams, options?: CallOptions): Promise<MarketDataSearchAnswer> {
    return this.#core.json(marketDataSearch, params, options)
  }

  /** Search companies, in another form than JSON. */
  searchAs(form: "text/csv" | "application/x-ndjson", params: MarketDataSearchParams, options?: CallOptions): Promise<string> {
    return this.#core.text(marketDataSearch, form, params, options)
  }

  /** Read a company. By the id that search gave. */
  company(params: MarketDataCompanyParams, options?: CallOptions): Promise<MarketDataCompanyAnswer> {
    return this.#core.json(marketDataCompany, params, options)
  }

  /** List industries. With the number of companies in each. */
  sectors(options?: CallOptions): Promise<MarketDataSectorsAnswer> {
    return this.#core.json(marketDataSectors, {}, options)
  }

  /** List industries, in another form than JSON. */
  sectorsAs(form: "text/csv" | "application/x-ndjson", options?: CallOptions): Promise<string> {
    return this.#core.text(marketDataSectors, form, {}, options)
  }
}

export class StatusApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Check availability. No credential needed. 503, with the same body, when the database cannot be reached. */
  get(options?: CallOptions): Promise<StatusGetAnswer> {
    return this.#core.json(statusGet, {}, options)
  }
}

export class KeysApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List your API keys. Newest first, with their usage. */
  list(options?: CallOptions): Promise<KeysListAnswer> {
    return this.#core.json(keysList, {}, options)
  }

  /** List your API keys, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", options?: CallOptions): Promise<string> {
    return this.#core.text(keysList, form, {}, options)
  }

  /** Create an API key. Its value is in this answer only. At most five active keys for an account. Made with a token, it gets at most the token's scopes (403 `insufficient_scope`), and `expires_at` must be set and not be too far off (422). An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  create(params: KeysCreateParams, options?: CallOptions): Promise<KeysCreateAnswer> {
    return this.#core.json(keysCreate, params, options)
  }

  /** Deactivate a key. For good; it stays listed. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  deactivate(params: KeysDeactivateParams, options?: CallOptions): Promise<KeysDeactivateAnswer> {
    return this.#core.json(keysDeactivate, params, options)
  }

  /** Rotate a key. A new key with the same name, scopes and expiry; the old one is deactivated at the same moment. A token replaces only what it could have created. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  rotate(params: KeysRotateParams, options?: CallOptions): Promise<KeysRotateAnswer> {
    return this.#core.json(keysRotate, params, options)
  }

  /** Read a key's usage. Calls of each of the last 30 UTC days, oldest first, and of each endpoint over all of them. */
  usage(params: KeysUsageParams, options?: CallOptions): Promise<KeysUsageAnswer> {
    return this.#core.json(keysUsage, params, options)
  }

  /** Delete a key. With its usage. */
  remove(params: KeysRemoveParams, options?: CallOptions): Promise<void> {
    return this.#core.json(keysRemove, params, options)
  }
}

export class AccountApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Read your account. Who you are here, and what is left. */
  get(options?: CallOptions): Promise<AccountGetAnswer> {
    return this.#core.json(accountGet, {}, options)
  }

  /** Read the audit trail. Newest first: sign-ins and sign-outs, and what was done to keys and to the list of sources, by whom and from where. A token needs the scope `keys`. */
  audit(params: AccountAuditParams = {}, options?: CallOptions): Promise<AccountAuditAnswer> {
    return this.#core.json(accountAudit, params, options)
  }

  /** Read the audit trail, in another form than JSON. */
  auditAs(form: "text/csv" | "application/x-ndjson", params: AccountAuditParams = {}, options?: CallOptions): Promise<string> {
    return this.#core.text(accountAudit, form, params, options)
  }

  /** Read the audit trail: every one, page after page as they are asked for. */
  auditAll(params: Omit<AccountAuditParams, "skip"> = {}, options?: CallOptions): AsyncGenerator<AuditEvent> {
    return this.#core.all(accountAudit, {"by":"skip","member":"events"}, params, options)
  }
}

export class SourcesApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List the sources. In the order of the operator's list, each with how it is and when it is read next. */
  list(options?: CallOptions): Promise<SourcesListAnswer> {
    return this.#core.json(sourcesList, {}, options)
  }

  /** List the sources, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", options?: CallOptions): Promise<string> {
    return this.#core.text(sourcesList, form, {}, options)
  }

  /** Add to the list of sources. For operators. Answers the sources that the entry makes; they are read within a minute. A feed that is on the list already is 409. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  add(params: SourcesAddParams, options?: CallOptions): Promise<SourcesAddAnswer> {
    return this.#core.json(sourcesAdd, params, options)
  }

  /** Pause, resume, retime or tag a source. For operators. All processes follow within a second. */
  change(params: SourcesChangeParams, options?: CallOptions): Promise<SourcesChangeAnswer> {
    return this.#core.json(sourcesChange, params, options)
  }

  /** Remove from the list of sources. For operators: a feed, or a service by its name in the list. What it has brought stays. One of several sources of a service is 409; pause it. */
  remove(params: SourcesRemoveParams, options?: CallOptions): Promise<void> {
    return this.#core.json(sourcesRemove, params, options)
  }

  /** Find the feeds of a site. For operators. Those that its page names, or else those in usual places, each with its newest items. Nothing is saved. May take half a minute. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  discover(params: SourcesDiscoverParams, options?: CallOptions): Promise<SourcesDiscoverAnswer> {
    return this.#core.json(sourcesDiscover, params, options)
  }

  /** Import a list of sources. For operators. What it names is added, or put in the place of what is there; all of it or nothing. Larger lists than a body holds come by `sonde sources import`. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  import(params: SourcesImportParams, options?: CallOptions): Promise<SourcesImportAnswer> {
    return this.#core.json(sourcesImport, params, options)
  }

  /** Export the list of sources. For operators, since addresses of private feeds may be secrets. */
  export(params: SourcesExportParams = {}, options?: CallOptions): Promise<SourcesExportAnswer> {
    return this.#core.json(sourcesExport, params, options)
  }

  /** Run a source now. For operators, whether it is due or not. Answers how it went; after five seconds, that it is running. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  run(params: SourcesRunParams, options?: CallOptions): Promise<SourcesRunAnswer> {
    return this.#core.json(sourcesRun, params, options)
  }
}

export class WatchesApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List your watches. Oldest first, paused ones included, with how many events each had in the last 7 days. */
  list(options?: CallOptions): Promise<WatchesListAnswer> {
    return this.#core.json(watchesList, {}, options)
  }

  /** List your watches, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", options?: CallOptions): Promise<string> {
    return this.#core.text(watchesList, form, {}, options)
  }

  /** Watch something. A search, a competitor, the position of a tracked keyword, trending searches, social topics, a company, a source that fails, keys that expire, or a report that is made again. `subject.kind` says which. News counts from now on. */
  create(params: WatchesCreateParams, options?: CallOptions): Promise<WatchesCreateAnswer> {
    return this.#core.json(watchesCreate, params, options)
  }

  /** Preview a watch. What it would have told in the last 30 days, by the same rules, from what is stored; nothing is saved. Of each event it says whether it would have been sent, and when: cooldown and quiet hours count. */
  preview(params: WatchesPreviewParams, options?: CallOptions): Promise<WatchesPreviewAnswer> {
    return this.#core.json(watchesPreview, params, options)
  }

  /** Read a watch. */
  get(params: WatchesGetParams, options?: CallOptions): Promise<WatchesGetAnswer> {
    return this.#core.json(watchesGet, params, options)
  }

  /** Change, pause or resume a watch. `conditions` are replaced as a whole. What comes in while a watch is paused makes no event. */
  update(params: WatchesUpdateParams, options?: CallOptions): Promise<WatchesUpdateAnswer> {
    return this.#core.json(watchesUpdate, params, options)
  }

  /** Delete a watch. With its events, for good. */
  remove(params: WatchesRemoveParams, options?: CallOptions): Promise<void> {
    return this.#core.json(watchesRemove, params, options)
  }

  /** Make a watch's feed. Gives its events to feed readers, at addresses with a secret that are in this answer only. Making it again ends the earlier addresses. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  feed(params: WatchesFeedParams, options?: CallOptions): Promise<WatchesFeedAnswer> {
    return this.#core.json(watchesFeed, params, options)
  }

  /** End a watch's feed. Its addresses are 404 from then on. */
  removeFeed(params: WatchesRemoveFeedParams, options?: CallOptions): Promise<void> {
    return this.#core.json(watchesRemoveFeed, params, options)
  }

  /** List events. What your watches were waiting for. Ids grow in the order in which events become visible, so you miss none if you read on after the last id. */
  events(params: WatchesEventsParams = {}, options?: CallOptions): Promise<WatchesEventsAnswer> {
    return this.#core.json(watchesEvents, params, options)
  }

  /** List events, in another form than JSON. */
  eventsAs(form: "text/csv" | "application/x-ndjson", params: WatchesEventsParams = {}, options?: CallOptions): Promise<string> {
    return this.#core.text(watchesEvents, form, params, options)
  }

  /** List events: every one, page after page as they are asked for. */
  eventsAll(params: WatchesEventsParams = {}, options?: CallOptions): AsyncGenerator<WatchEvent> {
    return this.#core.all(watchesEvents, {"by":"after","member":null}, params, options)
  }

  /** Mark events as read. For everybody of the account. Nothing is sent less for it. */
  read(params: WatchesReadParams = {}, options?: CallOptions): Promise<void> {
    return this.#core.json(watchesRead, params, options)
  }

  /** Stream events. Server-Sent Events, each as soon as it is stored. The first block has an `id` alone, so that who connects again misses nothing even before the first event. A comment comes every 15 seconds in which there is no event. The stream ends when your credential does, after an hour, and when the service stops: connect again with `Last-Event-ID`, as browsers do by themselves. An account may have 20 streams open, over all processes of the service; more are 429. The client connects again by itself. */
  stream(params: WatchesStreamParams = {}, options?: CallOptions): AsyncGenerator<WatchEvent> {
    return events(this.#core, watchesStream, params, options)
  }
}

export class EndpointsApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List your endpoints. Oldest first. */
  list(options?: CallOptions): Promise<EndpointsListAnswer> {
    return this.#core.json(endpointsList, {}, options)
  }

  /** List your endpoints, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", options?: CallOptions): Promise<string> {
    return this.#core.text(endpointsList, form, {}, options)
  }

  /** Add an endpoint. A webhook (signed by Standard Webhooks), plain JSON, Slack, Discord, Teams, ntfy or mail. It gets the events of the watches that name it, in order and at least once: the same event has the same `webhook-id`, and the same mail the same `Message-ID`. The secret of a webhook is in this answer only. An address of mail is asked whether it wants the mail, and gets nothing else before it is `confirmed`. */
  create(params: EndpointsCreateParams, options?: CallOptions): Promise<EndpointsCreateAnswer> {
    return this.#core.json(endpointsCreate, params, options)
  }

  /** Read an endpoint. */
  get(params: EndpointsGetParams, options?: CallOptions): Promise<EndpointsGetAnswer> {
    return this.#core.json(endpointsGet, params, options)
  }

  /** Change, pause or resume an endpoint. Its kind stays. What comes in while it is paused or disabled waits, and is sent when it is active again. What waits is sent at once to another address; one of mail has to be confirmed first. */
  update(params: EndpointsUpdateParams, options?: CallOptions): Promise<EndpointsUpdateAnswer> {
    return this.#core.json(endpointsUpdate, params, options)
  }

  /** Delete an endpoint. With what waits for it. Watches that named it no longer do. */
  remove(params: EndpointsRemoveParams, options?: CallOptions): Promise<void> {
    return this.#core.json(endpointsRemove, params, options)
  }

  /** Send a test event. Once and at once, also to an endpoint that is paused or disabled; the answer says how it went. An address of mail that is not confirmed is asked once more to confirm. The body may be left out. */
  test(params: EndpointsTestParams, options?: CallOptions): Promise<EndpointsTestAnswer> {
    return this.#core.json(endpointsTest, params, options)
  }

  /** Rotate the secret of a webhook. Requests are signed with both secrets for 24 hours, unless told otherwise. The body may be left out. */
  rotate(params: EndpointsRotateParams, options?: CallOptions): Promise<EndpointsRotateAnswer> {
    return this.#core.json(endpointsRotate, params, options)
  }

  /** List deliveries. What was sent to the endpoint and what waits for it, newest events first, each with its last 10 attempts. */
  deliveries(params: EndpointsDeliveriesParams, options?: CallOptions): Promise<EndpointsDeliveriesAnswer> {
    return this.#core.json(endpointsDeliveries, params, options)
  }

  /** List deliveries, in another form than JSON. */
  deliveriesAs(form: "text/csv" | "application/x-ndjson", params: EndpointsDeliveriesParams, options?: CallOptions): Promise<string> {
    return this.#core.text(endpointsDeliveries, form, params, options)
  }

  /** List deliveries: every one, page after page as they are asked for. */
  deliveriesAll(params: Omit<EndpointsDeliveriesParams, "skip">, options?: CallOptions): AsyncGenerator<Delivery> {
    return this.#core.all(endpointsDeliveries, {"by":"skip","member":null}, params, options)
  }

  /** Send events once more. With the same `webhook-id` or `Message-ID` as before. All or none: 404 if one of them was never for this endpoint. */
  redeliver(params: EndpointsRedeliverParams, options?: CallOptions): Promise<EndpointsRedeliverAnswer> {
    return this.#core.json(endpointsRedeliver, params, options)
  }

  /** Skip events that wait. They are given up, so that those behind them go on. What was delivered stays so; `redeliver` sends them after all. All or none: 404 if one was never for this endpoint. */
  skip(params: EndpointsSkipParams, options?: CallOptions): Promise<EndpointsSkipAnswer> {
    return this.#core.json(endpointsSkip, params, options)
  }
}

export class ClaimsApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** Check a claim. Whether stored evidence bears a sentence out, by the rules to which reports are held: every number, name and quotation must be in it, and one passage must say the same in the same direction. A configured judge decides about the rest, for 60 checks per hour; then rules alone do. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  check(params: ClaimsCheckParams, options?: CallOptions): Promise<ClaimsCheckAnswer> {
    return this.#core.json(claimsCheck, params, options)
  }
}

export class ViewsApi {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** List your saved views. By name. Send the members of `search` to GET /signals to see one. */
  list(options?: CallOptions): Promise<ViewsListAnswer> {
    return this.#core.json(viewsList, {}, options)
  }

  /** List your saved views, in another form than JSON. */
  listAs(form: "text/csv" | "application/x-ndjson", options?: CallOptions): Promise<string> {
    return this.#core.text(viewsList, form, {}, options)
  }

  /** Save a view. A search with its filters and order, under a name that no other view of the account has. 50 at most. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value. */
  create(params: ViewsCreateParams, options?: CallOptions): Promise<ViewsCreateAnswer> {
    return this.#core.json(viewsCreate, params, options)
  }

  /** Rename a saved view. */
  rename(params: ViewsRenameParams, options?: CallOptions): Promise<ViewsRenameAnswer> {
    return this.#core.json(viewsRename, params, options)
  }

  /** Remove a saved view. */
  remove(params: ViewsRemoveParams, options?: CallOptions): Promise<void> {
    return this.#core.json(viewsRemove, params, options)
  }
}

/** A client of a Sonde service. */
export class Sonde {
  readonly reports: ReportsApi
  readonly competitors: CompetitorsApi
  readonly seo: SeoApi
  readonly signals: SignalsApi
  readonly socialTrends: SocialTrendsApi
  readonly marketData: MarketDataApi
  readonly status: StatusApi
  readonly keys: KeysApi
  readonly account: AccountApi
  readonly sources: SourcesApi
  readonly watches: WatchesApi
  readonly endpoints: EndpointsApi
  readonly claims: ClaimsApi
  readonly views: ViewsApi

  constructor(options: SondeOptions) {
    const core = new Core(options)
    this.reports = new ReportsApi(core)
    this.competitors = new CompetitorsApi(core)
    this.seo = new SeoApi(core)
    this.signals = new SignalsApi(core)
    this.socialTrends = new SocialTrendsApi(core)
    this.marketData = new MarketDataApi(core)
    this.status = new StatusApi(core)
    this.keys = new KeysApi(core)
    this.account = new AccountApi(core)
    this.sources = new SourcesApi(core)
    this.watches = new WatchesApi(core)
    this.endpoints = new EndpointsApi(core)
    this.claims = new ClaimsApi(core)
    this.views = new ViewsApi(core)
  }
}
