# Made from openapi.json by `npm run clients`: do not edit.
from __future__ import annotations

from typing import Any, AsyncIterator, Iterator, Literal, Mapping, Optional, Sequence, TypedDict, Union, cast

import httpx
from typing import TypeAlias

from ._core import AsyncCore, Core, Operation


class ReportSections(TypedDict, total=False):
    """sections by slug in reading order, each `{title, content, citations}`; beside them `sources`, `gaps`, `quality`, `exhibits` (tables, each `{id, section, title, description, chart, columns, rows}`, to be shown or drawn) and `verdicts`. Empty until the report is completed"""

    market_overview: ReportSection
    key_developments: ReportSection
    trends: ReportSection
    competitive_landscape: ReportSection
    company_data: ReportSection
    opportunities: ReportSection
    risks: ReportSection
    outlook: ReportSection
    the_question: ReportSection
    evidence_for: ReportSection
    evidence_against: ReportSection
    recommendation: ReportSection
    what_would_change_this: ReportSection
    market_context: ReportSection
    competitor_profiles: ReportSection
    recent_moves: ReportSection
    strengths: ReportSection
    weaknesses: ReportSection
    trend_overview: ReportSection
    search_interest: ReportSection
    social_attention: ReportSection
    drivers: ReportSection
    headwinds: ReportSection
    emerging_developments: ReportSection
    since_last_report: ReportSection
    sources: Sequence[ReportSource]
    gaps: Sequence[str]
    verdicts: Sequence[ReportVerdict]
    exhibits: Sequence[ReportExhibit]
    quality: ReportQuality


class MethodNotAllowedError(TypedDict):
    """The path exists, but not with this method."""

    success: Literal[False]
    error: MethodNotAllowedFailure


class NotAcceptableError(TypedDict):
    """`Accept` allows none of the media types that this resource has."""

    success: Literal[False]
    error: NotAcceptableFailure


class InternalError(TypedDict):
    """An internal error; the service's log has the cause under the request's id."""

    success: Literal[False]
    error: InternalFailure


class RefusedFailure(TypedDict):
    code: Literal["malformed_request", "request_timeout", "expectation_failed", "headers_too_large"]
    message: str
    request_id: str


class _InternalFailure(TypedDict):
    code: Literal["internal_error"]
    message: str
    request_id: str


class InternalFailure(_InternalFailure, total=False):
    details: Sequence[Fault]


class Fault(TypedDict):
    location: Sequence[Union[str, int]]
    message: str


class _NotAcceptableFailure(TypedDict):
    code: Literal["not_acceptable"]
    message: str
    request_id: str


class NotAcceptableFailure(_NotAcceptableFailure, total=False):
    details: Sequence[Fault]


class _MethodNotAllowedFailure(TypedDict):
    code: Literal["method_not_allowed"]
    message: str
    request_id: str


class MethodNotAllowedFailure(_MethodNotAllowedFailure, total=False):
    details: Sequence[Fault]


class ReportQualityJudgeTrialFaults(TypedDict):
    of: int
    refused: int


class ReportQualityJudgeTrialFaithful(TypedDict):
    of: int
    refused: int


class ReportQualityJudgeTrial(TypedDict):
    faults: ReportQualityJudgeTrialFaults
    faithful: ReportQualityJudgeTrialFaithful


class ReportQualityConflictsItemSidesItem(TypedDict):
    sentence: str
    sources: Sequence[int]


class _ReportQualityConflictsItem(TypedDict):
    sentence: str
    sources: Sequence[int]


class ReportQualityConflictsItem(_ReportQualityConflictsItem, total=False):
    sides: Sequence[ReportQualityConflictsItemSidesItem]


class ReportQualityTokens(TypedDict):
    input: int
    output: int


class ReportQualityOffTopicItem(TypedDict):
    title: str
    url: Union[str, None]


class ReportQualityUnusedSourcesItem(TypedDict):
    title: str
    url: Union[str, None]


class _ReportQuality(TypedDict):
    writer: str
    citation_precision: Union[float, None]
    citation_recall: Union[float, None]
    uncited_factual_sentences: int
    numbers_grounded: Union[float, None]
    sources_used: int
    publishers: int
    newest_source: Union[str, None]
    oldest_source: Union[str, None]
    tokens: ReportQualityTokens


class ReportQuality(_ReportQuality, total=False):
    judge: str
    judge_trial: Union[ReportQualityJudgeTrial, None]
    judged_sentences: int
    support: float
    sufficiency: float
    counted_sources: float
    counted_publishers: float
    agreement: float
    conflicts: Sequence[ReportQualityConflictsItem]
    freshness: float
    on_topic: float
    independent_publishers: int
    calls: Sequence[ReportCallRecord]
    off_topic: Sequence[ReportQualityOffTopicItem]
    as_of: str
    factual_sentences: int
    effective_citations: int
    markers_resolved: Union[float, None]
    duplicated_sentences: int
    dropped_sentences: int
    largest_publisher_share: Union[float, None]
    stale_sources: Union[float, None]
    evidence_found: int
    clusters_covered: Union[float, None]
    both_sides_cited: Union[bool, None]
    exhibits_hash: str
    unused_sources: Sequence[ReportQualityUnusedSourcesItem]


class ReportCallRecordTokens(TypedDict):
    input: int
    output: int


class _ReportCallRecord(TypedDict):
    step: Literal["expansion", "relevance", "topic", "plan", "section", "judge", "repair", "recommendation", "summary"]
    calls: int
    tokens: ReportCallRecordTokens
    seconds: float


class ReportCallRecord(_ReportCallRecord, total=False):
    cost: float


class _ReportExhibitColumnsItem(TypedDict):
    name: str
    kind: Literal["text", "date", "number"]


class ReportExhibitColumnsItem(_ReportExhibitColumnsItem, total=False):
    unit: str


class ReportExhibitRowsItem(TypedDict):
    cells: Sequence[Union[str, float, None]]
    citations: Sequence[int]


class ReportExhibit(TypedDict):
    id: str
    section: Union[str, None]
    title: str
    description: str
    chart: Literal["none", "columns", "bars", "lines", "timeline"]
    columns: Sequence[ReportExhibitColumnsItem]
    rows: Sequence[ReportExhibitRowsItem]


class ReportVerdictFactsItemSpansItem(TypedDict):
    n: int
    text: str


class _ReportVerdictFactsItem(TypedDict):
    fact: str
    spans: Sequence[ReportVerdictFactsItemSpansItem]


class ReportVerdictFactsItem(_ReportVerdictFactsItem, total=False):
    calculation: str


class ReportVerdict(TypedDict):
    sentence: str
    facts: Sequence[ReportVerdictFactsItem]


class _ReportSource(TypedDict):
    n: int
    kind: Literal["signal", "trending_keyword", "social_trend", "competitor", "tracked_keyword", "company"]
    title: str
    url: Union[str, None]
    publisher: Union[str, None]
    published_at: Union[str, None]
    quote: str


class ReportSource(_ReportSource, total=False):
    published_at_estimated: bool
    relevance: float
    reasons: Sequence[SourceReason]
    hash: str


class SourceReason(TypedDict):
    kind: Literal["terms", "concept", "context", "related", "publisher", "search", "mention", "model", "question"]
    of: Sequence[str]


class ReportSection(TypedDict):
    title: str
    content: str
    citations: Sequence[int]


class UnavailableError(TypedDict):
    """Temporarily unavailable; try again after `Retry-After` seconds."""

    success: Literal[False]
    error: UnavailableFailure


class _UnavailableFailure(TypedDict):
    code: Literal["unavailable"]
    message: str
    request_id: str


class UnavailableFailure(_UnavailableFailure, total=False):
    details: Sequence[Fault]


class UnauthorizedError(TypedDict):
    """No valid credential; the answer has `WWW-Authenticate: Bearer`."""

    success: Literal[False]
    error: UnauthorizedFailure


class _UnauthorizedFailure(TypedDict):
    code: Literal["missing_credentials", "invalid_api_key", "key_deactivated", "key_expired", "invalid_token", "token_expired", "session_ended"]
    message: str
    request_id: str


class UnauthorizedFailure(_UnauthorizedFailure, total=False):
    details: Sequence[Fault]


class RateLimitedError(TypedDict):
    """Too many requests; try again after `Retry-After` seconds."""

    success: Literal[False]
    error: RateLimitedFailure


class _RateLimitedFailure(TypedDict):
    code: Literal["rate_limited"]
    message: str
    request_id: str


class RateLimitedFailure(_RateLimitedFailure, total=False):
    details: Sequence[Fault]


class ForbiddenError(TypedDict):
    """The credential is valid, but not allowed to do this."""

    success: Literal[False]
    error: ForbiddenFailure


class _ForbiddenFailure(TypedDict):
    code: Literal["insufficient_scope", "key_management_forbidden", "cross_origin", "operator_only"]
    message: str
    request_id: str


class ForbiddenFailure(_ForbiddenFailure, total=False):
    details: Sequence[Fault]


class InvalidError(TypedDict):
    """The request is not valid; `details` lists all faults."""

    success: Literal[False]
    error: InvalidFailure


class _InvalidFailure(TypedDict):
    code: Literal["validation_error", "idempotency_key_reused"]
    message: str
    request_id: str


class InvalidFailure(_InvalidFailure, total=False):
    details: Sequence[Fault]


class UnsupportedMediaTypeError(TypedDict):
    """The body is not `application/json` in UTF-8, or is compressed."""

    success: Literal[False]
    error: UnsupportedMediaTypeFailure


class _UnsupportedMediaTypeFailure(TypedDict):
    code: Literal["unsupported_media_type"]
    message: str
    request_id: str


class UnsupportedMediaTypeFailure(_UnsupportedMediaTypeFailure, total=False):
    details: Sequence[Fault]


class PayloadTooLargeError(TypedDict):
    """The body is larger than 64 KiB."""

    success: Literal[False]
    error: PayloadTooLargeFailure


class _PayloadTooLargeFailure(TypedDict):
    code: Literal["payload_too_large"]
    message: str
    request_id: str


class PayloadTooLargeFailure(_PayloadTooLargeFailure, total=False):
    details: Sequence[Fault]


class MalformedError(TypedDict):
    """The body is empty, not UTF-8 or not JSON."""

    success: Literal[False]
    error: MalformedFailure


class _MalformedFailure(TypedDict):
    code: Literal["malformed_json"]
    message: str
    request_id: str


class MalformedFailure(_MalformedFailure, total=False):
    details: Sequence[Fault]


class NotFoundError(TypedDict):
    """It does not exist, or belongs to another account."""

    success: Literal[False]
    error: NotFoundFailure


class _NotFoundFailure(TypedDict):
    code: Literal["not_found", "report_not_found", "competitor_not_found", "keyword_not_found", "company_not_found", "key_not_found", "source_not_found", "signal_not_found", "story_not_found", "watch_not_found", "endpoint_not_found", "delivery_not_found", "view_not_found"]
    message: str
    request_id: str


class NotFoundFailure(_NotFoundFailure, total=False):
    details: Sequence[Fault]


class ConflictError(TypedDict):
    """The current state does not allow this."""

    success: Literal[False]
    error: ConflictFailure


class _ConflictFailure(TypedDict):
    code: Literal["key_limit_reached", "key_not_active", "competitor_archived", "already_exists", "idempotency_in_progress", "watch_limit_reached", "report_not_completed", "endpoint_limit_reached", "endpoint_unsigned", "source_not_alone", "view_limit_reached"]
    message: str
    request_id: str


class ConflictFailure(_ConflictFailure, total=False):
    details: Sequence[Fault]


class SavedView(TypedDict):
    id: int
    name: str
    search: ViewSearch
    created_at: str


class ViewSearch(TypedDict, total=False):
    """parameters of GET /signals, as they are named there"""

    q: str
    sort: Literal["relevance", "newest"]
    since: str
    before: str
    source: Sequence[str]
    language: str
    tag: Sequence[str]


class SavedViewRename(TypedDict):
    name: str


class NewSavedView(TypedDict):
    name: str
    search: ViewSearch


class ClaimCheckReasonsItem(TypedDict):
    code: str
    message: str


class ClaimCheckFactsItemSpansItem(TypedDict):
    evidence: str
    text: str


class _ClaimCheckFactsItem(TypedDict):
    fact: str
    verdict: Literal["supported", "contradicted", "not_stated"]
    spans: Sequence[ClaimCheckFactsItemSpansItem]


class ClaimCheckFactsItem(_ClaimCheckFactsItem, total=False):
    calculation: str


class ClaimCheck(TypedDict):
    verdict: Literal["supported", "contradicted", "not_supported", "undecided"]
    reasons: Sequence[ClaimCheckReasonsItem]
    rests_on: Sequence[str]
    judge: Union[str, None]
    facts: Sequence[ClaimCheckFactsItem]


class Claim(TypedDict):
    sentence: str
    evidence: Sequence[str]


class Delivery(TypedDict):
    event: int
    title: str
    attempts: int
    last_attempt: Union[Attempt, None]
    log: Sequence[Attempt]
    delivered_at: Union[str, None]
    given_up_at: Union[str, None]
    next_attempt_at: Union[str, None]


class Attempt(TypedDict):
    at: str
    delivered: bool
    status: Union[int, None]
    error: Union[str, None]
    took_ms: int
    answer: Union[str, None]


class Redelivery(TypedDict):
    events: Sequence[int]


class EndpointWithSecretTarget1(TypedDict):
    kind: Literal["webhook"]
    url: str


class EndpointWithSecretTarget2(TypedDict):
    kind: Literal["json"]
    url: str


class EndpointWithSecretTarget3(TypedDict):
    kind: Literal["slack"]
    url: str


class EndpointWithSecretTarget4(TypedDict):
    kind: Literal["discord"]
    url: str


class EndpointWithSecretTarget5(TypedDict):
    kind: Literal["teams"]
    url: str


class EndpointWithSecretTarget6(TypedDict):
    kind: Literal["ntfy"]
    url: str


class _EndpointWithSecretTarget7(TypedDict):
    kind: Literal["mail"]
    address: str


class EndpointWithSecretTarget7(_EndpointWithSecretTarget7, total=False):
    digest: Digest


class EndpointWithSecret(TypedDict):
    id: int
    name: str
    target: Union[EndpointWithSecretTarget1, EndpointWithSecretTarget2, EndpointWithSecretTarget3, EndpointWithSecretTarget4, EndpointWithSecretTarget5, EndpointWithSecretTarget6, EndpointWithSecretTarget7]
    status: Literal["active", "paused", "disabled"]
    notice: Union[str, None]
    confirmed: bool
    previous_secret_until: Union[str, None]
    created_at: str
    secret: Union[str, None]


class Digest(TypedDict):
    """gathers events into one mail, whatever the quiet hours of their watches; without it each event is a mail of its own"""

    every: Literal["daily", "weekly"]
    at: str
    zone: str


class Rotation(TypedDict, total=False):
    overlap_hours: Union[int, None]


class TestEvent(TypedDict, total=False):
    title: Union[str, None]


class EndpointTarget1(TypedDict):
    kind: Literal["webhook"]
    url: str


class EndpointTarget2(TypedDict):
    kind: Literal["json"]
    url: str


class EndpointTarget3(TypedDict):
    kind: Literal["slack"]
    url: str


class EndpointTarget4(TypedDict):
    kind: Literal["discord"]
    url: str


class EndpointTarget5(TypedDict):
    kind: Literal["teams"]
    url: str


class EndpointTarget6(TypedDict):
    kind: Literal["ntfy"]
    url: str


class _EndpointTarget7(TypedDict):
    kind: Literal["mail"]
    address: str


class EndpointTarget7(_EndpointTarget7, total=False):
    digest: Digest


class Endpoint(TypedDict):
    id: int
    name: str
    target: Union[EndpointTarget1, EndpointTarget2, EndpointTarget3, EndpointTarget4, EndpointTarget5, EndpointTarget6, EndpointTarget7]
    status: Literal["active", "paused", "disabled"]
    notice: Union[str, None]
    confirmed: bool
    previous_secret_until: Union[str, None]
    created_at: str


class EndpointChangeTarget1(TypedDict):
    kind: Literal["webhook"]
    url: str


class EndpointChangeTarget2(TypedDict):
    kind: Literal["json"]
    url: str


class EndpointChangeTarget3(TypedDict):
    kind: Literal["slack"]
    url: str


class EndpointChangeTarget4(TypedDict):
    kind: Literal["discord"]
    url: str


class EndpointChangeTarget5(TypedDict):
    kind: Literal["teams"]
    url: str


class EndpointChangeTarget6(TypedDict):
    kind: Literal["ntfy"]
    url: str


class _EndpointChangeTarget7(TypedDict):
    kind: Literal["mail"]
    address: str


class EndpointChangeTarget7(_EndpointChangeTarget7, total=False):
    digest: Digest


class EndpointChange(TypedDict, total=False):
    name: Union[str, None]
    target: Union[EndpointChangeTarget1, EndpointChangeTarget2, EndpointChangeTarget3, EndpointChangeTarget4, EndpointChangeTarget5, EndpointChangeTarget6, EndpointChangeTarget7, None]
    status: Union[Literal["active", "paused"], None]


class NewEndpointTarget1(TypedDict):
    kind: Literal["webhook"]
    url: str


class NewEndpointTarget2(TypedDict):
    kind: Literal["json"]
    url: str


class NewEndpointTarget3(TypedDict):
    kind: Literal["slack"]
    url: str


class NewEndpointTarget4(TypedDict):
    kind: Literal["discord"]
    url: str


class NewEndpointTarget5(TypedDict):
    kind: Literal["teams"]
    url: str


class NewEndpointTarget6(TypedDict):
    kind: Literal["ntfy"]
    url: str


class _NewEndpointTarget7(TypedDict):
    kind: Literal["mail"]
    address: str


class NewEndpointTarget7(_NewEndpointTarget7, total=False):
    digest: Digest


class NewEndpoint(TypedDict):
    name: str
    target: Union[NewEndpointTarget1, NewEndpointTarget2, NewEndpointTarget3, NewEndpointTarget4, NewEndpointTarget5, NewEndpointTarget6, NewEndpointTarget7]


class WatchEventWatch(TypedDict):
    id: int
    name: str


class WatchEventWhyChange(TypedDict):
    what: str
    before: Union[float, str, None]
    after: Union[float, str, None]


class WatchEventWhy(TypedDict):
    terms: Sequence[str]
    highlights: Sequence[Highlight]
    change: Union[WatchEventWhyChange, None]


class _WatchEventLink(TypedDict):
    kind: Literal["signal", "report", "company", "keyword", "trending", "social", "source", "key", "watch"]
    id: Union[int, str]
    url: Union[str, None]


class WatchEventLink(_WatchEventLink, total=False):
    """what it is about"""

    page: str


class _WatchEvent(TypedDict):
    id: int
    watch: WatchEventWatch
    kind: Literal["search", "competitor", "keyword", "trending", "social", "company", "report", "source", "key", "test"]
    title: str
    text: Union[str, None]
    source: Union[str, None]
    story_id: Union[int, None]
    why: WatchEventWhy
    link: WatchEventLink
    at: str
    send_at: Union[str, None]


class WatchEvent(_WatchEvent, total=False):
    read: bool


class Highlight(TypedDict):
    field: Literal["title", "snippet"]
    fragment: str
    offsets: Sequence[Sequence[Any]]


class ReadEvents(TypedDict, total=False):
    ids: Union[Sequence[int], None]
    up_to: Union[int, None]


class WatchFeedUrls(TypedDict):
    rss: str
    atom: str
    json: str


class Watch(TypedDict):
    id: int
    name: str
    subject: WatchSubject
    conditions: WatchConditions
    endpoints: Sequence[int]
    status: Literal["active", "paused"]
    has_feed: bool
    created_at: str
    last_event_at: Union[str, None]
    events_last_7_days: int


class WatchConditions(TypedDict):
    min_publishers: int
    cooldown_minutes: int
    quiet_hours: Union[QuietHours, None]


QuietHours = TypedDict("QuietHours", {"from": "str", "to": "str", "zone": "str"}, total=True)


class KeySubject(TypedDict):
    kind: Literal["key"]
    days: int


class _SourceSubject(TypedDict):
    kind: Literal["source"]


class SourceSubject(_SourceSubject, total=False):
    source: str
    failures: int


class _ReportSubject(TypedDict):
    kind: Literal["report"]
    niche: str
    schedule: str


class ReportSubject(_ReportSubject, total=False):
    report_type: Literal["comprehensive_analysis", "decision_brief", "competitor_analysis", "trend_report"]
    context: str


class _CompanySubject(TypedDict):
    kind: Literal["company"]
    company_id: int


class CompanySubject(_CompanySubject, total=False):
    changes: Sequence[Literal["filing", "revenue", "news"]]
    tags: Sequence[str]


class _SocialSubject(TypedDict):
    kind: Literal["social"]


class SocialSubject(_SocialSubject, total=False):
    about: str
    share: float
    platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]
    states: Sequence[Literal["new", "rising"]]
    above: int


class _TrendingSubject(TypedDict):
    kind: Literal["trending"]


class TrendingSubject(_TrendingSubject, total=False):
    about: str
    share: float
    country: str
    states: Sequence[Literal["new", "rising"]]
    above: int


class _KeywordSubject(TypedDict):
    kind: Literal["keyword"]
    keyword_id: int


class KeywordSubject(_KeywordSubject, total=False):
    moved_by: int
    top: int


class _CompetitorSubject(TypedDict):
    kind: Literal["competitor"]
    competitor_id: int


class CompetitorSubject(_CompetitorSubject, total=False):
    tags: Sequence[str]


class _SearchSubject(TypedDict):
    kind: Literal["search"]
    q: str


class SearchSubject(_SearchSubject, total=False):
    share: float
    sources: Sequence[str]
    language: str
    tags: Sequence[str]


class WatchChangeConditions(TypedDict, total=False):
    min_publishers: Union[int, None]
    cooldown_minutes: Union[int, None]
    quiet_hours: Union[QuietHours, None]


class WatchChange(TypedDict, total=False):
    name: Union[str, None]
    subject: Union[SearchSubject, CompetitorSubject, KeywordSubject, TrendingSubject, SocialSubject, CompanySubject, ReportSubject, SourceSubject, KeySubject, None]
    conditions: Union[WatchChangeConditions, None]
    endpoints: Union[Sequence[int], None]
    status: Union[Literal["active", "paused"], None]


class EventPreview(TypedDict):
    events: Sequence[PreviewedEvent]
    total: int
    sent: int
    note: Union[str, None]


class PreviewedEventWhyChange(TypedDict):
    what: str
    before: Union[float, str, None]
    after: Union[float, str, None]


class PreviewedEventWhy(TypedDict):
    terms: Sequence[str]
    highlights: Sequence[Highlight]
    change: Union[PreviewedEventWhyChange, None]


class _PreviewedEventLink(TypedDict):
    kind: Literal["signal", "report", "company", "keyword", "trending", "social", "source", "key", "watch"]
    id: Union[int, str]
    url: Union[str, None]


class PreviewedEventLink(_PreviewedEventLink, total=False):
    """what it is about"""

    page: str


class PreviewedEvent(TypedDict):
    day: str
    at: Union[str, None]
    sent: bool
    send_at: Union[str, None]
    kind: Literal["search", "competitor", "keyword", "trending", "social", "company", "report", "source", "key", "test"]
    title: str
    source: Union[str, None]
    story_id: Union[int, None]
    why: PreviewedEventWhy
    link: PreviewedEventLink


class WatchDraftConditions(TypedDict, total=False):
    min_publishers: Union[int, None]
    cooldown_minutes: Union[int, None]
    quiet_hours: Union[QuietHours, None]


class _WatchDraft(TypedDict):
    subject: WatchSubject


class WatchDraft(_WatchDraft, total=False):
    conditions: Union[WatchDraftConditions, None]


class NewWatchConditions(TypedDict, total=False):
    min_publishers: Union[int, None]
    cooldown_minutes: Union[int, None]
    quiet_hours: Union[QuietHours, None]


class _NewWatch(TypedDict):
    name: str
    subject: WatchSubject


class NewWatch(_NewWatch, total=False):
    conditions: Union[NewWatchConditions, None]
    endpoints: Union[Sequence[int], None]


class SourceRun(TypedDict):
    name: str
    outcome: Literal["finished", "skipped", "running"]
    state: Union[Literal["ok", "stale", "empty", "blocked", "not_configured", "error"], None]
    new: Union[int, None]
    changed: Union[int, None]
    message: Union[str, None]


class ListExport(TypedDict):
    format: Literal["json", "opml"]
    document: str


class ImportedListLeftOutItem(TypedDict):
    line: int
    reason: str


class ImportedList(TypedDict):
    added: Sequence[str]
    changed: Sequence[str]
    removed: Sequence[str]
    known: int
    left_out: Sequence[ImportedListLeftOutItem]


class _ListImport(TypedDict):
    document: str


class ListImport(_ListImport, total=False):
    replace: Union[bool, None]


class FoundFeed(TypedDict):
    url: str
    title: str
    items: Sequence[FoundItem]
    source: Union[str, None]


class FoundItem(TypedDict):
    title: str
    url: str
    published_at: Union[str, None]


class SiteAddress(TypedDict):
    url: str


class Source(TypedDict):
    name: str
    kind: Literal["signals", "keywords", "social", "companies"]
    state: Literal["ok", "stale", "empty", "blocked", "not_configured", "error"]
    last_success_at: Union[str, None]
    next_check_at: Union[str, None]
    failures: int
    items: int
    idle: Union[str, None]
    last_error: Union[str, None]
    moved_to: Union[str, None]
    offline_since: Union[str, None]
    title: str
    missing: Union[str, None]
    listed: bool
    service: Union[str, None]
    paused: bool
    tags: Sequence[str]
    interval_seconds: Union[int, None]
    cron: Union[str, None]


class SourcePatch(TypedDict, total=False):
    paused: Union[bool, None]
    every: Union[str, None]
    tags: Union[Sequence[str], None]


class _NewListEntry(TypedDict):
    entry: Mapping[str, Any]


class NewListEntry(_NewListEntry, total=False):
    service: Union[str, None]
    tags: Union[Sequence[str], None]


class AuditEventKey(TypedDict):
    id: int
    name: str
    last4: str


class AuditEvent(TypedDict):
    id: int
    at: str
    action: Literal["signed_in", "signed_out", "key_created", "key_rotated", "key_deactivated", "key_deleted", "source_added", "source_removed", "source_paused", "source_resumed", "source_changed", "source_retimed", "source_tagged", "sources_imported"]
    by: Literal["dashboard", "token", "command_line", "first_start"]
    address: Union[str, None]
    user_agent: Union[str, None]
    key: Union[AuditEventKey, None]
    source: Union[str, None]
    detail: Union[str, None]


class AccountSummaryKeys(TypedDict):
    active: int
    limit: int


class AccountSummaryReports(TypedDict):
    last_hour: int
    limit: Union[int, None]


class AccountSummaryEvents(TypedDict):
    unread: int


class AccountSummary(TypedDict):
    account: str
    sign_in: Literal["link", "identity_provider", "token"]
    operator: bool
    scopes: Sequence[Literal["reports", "competitors", "seo", "signals", "market_data", "social_trends", "watches", "keys"]]
    keys: AccountSummaryKeys
    reports: AccountSummaryReports
    events: AccountSummaryEvents


class KeyActivityDaysItem(TypedDict):
    date: str
    calls: int


class KeyActivityEndpointsItem(TypedDict):
    endpoint: str
    calls: int


class KeyActivity(TypedDict):
    days: Sequence[KeyActivityDaysItem]
    endpoints: Sequence[KeyActivityEndpointsItem]


class CreatedKeyUsage(TypedDict):
    total: int
    last_24h: int
    by_endpoint: Mapping[str, int]


class CreatedKey(TypedDict):
    id: int
    name: str
    prefix: str
    last4: str
    scopes: Sequence[Literal["reports", "competitors", "seo", "signals", "market_data", "social_trends", "watches"]]
    status: Literal["active", "expired", "deactivated"]
    expires_at: Union[str, None]
    created_at: str
    last_used_at: Union[str, None]
    usage: CreatedKeyUsage
    key: str


class _NewKey(TypedDict):
    name: str
    scopes: Sequence[Literal["reports", "competitors", "seo", "signals", "market_data", "social_trends", "watches"]]


class NewKey(_NewKey, total=False):
    expires_at: Union[str, None]


class _ServiceUnavailableComponentsIngestion(TypedDict):
    fresh: int
    stale: int
    failed: int
    not_configured: int


class ServiceUnavailableComponentsIngestion(_ServiceUnavailableComponentsIngestion, total=False):
    offline_since: str


class ServiceUnavailableComponentsSearchMeaning(TypedDict):
    """search by meaning, if a model is configured for it"""

    model: str
    pending: int
    available: bool


class ServiceUnavailableComponentsSearchCluster(TypedDict):
    """the search cluster, if one is configured"""

    available: bool
    behind: int
    behind_seconds: float
    building: Union[int, None]


class _ServiceUnavailableComponentsSearch(TypedDict):
    engine: Literal["bm25", "gin", "memory"]
    pending: int


class ServiceUnavailableComponentsSearch(_ServiceUnavailableComponentsSearch, total=False):
    """left out when the database cannot be reached"""

    meaning: ServiceUnavailableComponentsSearchMeaning
    cluster: ServiceUnavailableComponentsSearchCluster


class ServiceUnavailableComponentsStandbys(TypedDict):
    """servers that follow the database and are read from; left out without any"""

    configured: int
    in_use: int
    lag_seconds: Union[float, None]


class _ServiceUnavailableComponents(TypedDict):
    database: Literal["unavailable"]
    ingestion: ServiceUnavailableComponentsIngestion
    report_writer: str


class ServiceUnavailableComponents(_ServiceUnavailableComponents, total=False):
    search: ServiceUnavailableComponentsSearch
    standbys: ServiceUnavailableComponentsStandbys


class ServiceUnavailable(TypedDict):
    status: Literal["degraded"]
    version: Literal["v1"]
    time: str
    components: ServiceUnavailableComponents


class _ServiceStatusComponentsIngestion(TypedDict):
    fresh: int
    stale: int
    failed: int
    not_configured: int


class ServiceStatusComponentsIngestion(_ServiceStatusComponentsIngestion, total=False):
    offline_since: str


class ServiceStatusComponentsSearchMeaning(TypedDict):
    """search by meaning, if a model is configured for it"""

    model: str
    pending: int
    available: bool


class ServiceStatusComponentsSearchCluster(TypedDict):
    """the search cluster, if one is configured"""

    available: bool
    behind: int
    behind_seconds: float
    building: Union[int, None]


class _ServiceStatusComponentsSearch(TypedDict):
    engine: Literal["bm25", "gin", "memory"]
    pending: int


class ServiceStatusComponentsSearch(_ServiceStatusComponentsSearch, total=False):
    """left out when the database cannot be reached"""

    meaning: ServiceStatusComponentsSearchMeaning
    cluster: ServiceStatusComponentsSearchCluster


class ServiceStatusComponentsStandbys(TypedDict):
    """servers that follow the database and are read from; left out without any"""

    configured: int
    in_use: int
    lag_seconds: Union[float, None]


class _ServiceStatusComponents(TypedDict):
    database: Literal["ok"]
    ingestion: ServiceStatusComponentsIngestion
    report_writer: str


class ServiceStatusComponents(_ServiceStatusComponents, total=False):
    search: ServiceStatusComponentsSearch
    standbys: ServiceStatusComponentsStandbys


class ServiceStatus(TypedDict):
    status: Literal["ok", "degraded"]
    version: Literal["v1"]
    time: str
    components: ServiceStatusComponents


class Sector(TypedDict):
    industry: str
    companies: int


class Company(TypedDict):
    id: int
    name: str
    ticker: Union[str, None]
    industry: Union[str, None]
    revenue: Union[int, None]
    market_cap: Union[int, None]
    currency: str
    revenue_period_end: Union[str, None]
    source_url: Union[str, None]


class SocialHistoryTopicsItemDaysItem(TypedDict):
    date: str
    score: int


class SocialHistoryTopicsItem(TypedDict):
    title: str
    platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]
    score_kind: Literal["points", "searches", "posts", "views", "rank"]
    url: Union[str, None]
    days: Sequence[SocialHistoryTopicsItemDaysItem]


class SocialHistory(TypedDict):
    topics: Sequence[SocialHistoryTopicsItem]
    days: Sequence[SocialDay]


class SocialDay(TypedDict):
    date: str
    score_kind: Literal["points", "searches", "posts", "views", "rank"]
    topics: int
    score: int


class _SocialTrend(TypedDict):
    title: str
    score: int
    platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]
    score_kind: Literal["points", "searches", "posts", "views", "rank"]
    url: Union[str, None]
    rank: int


class SocialTrend(_SocialTrend, total=False):
    subreddit: str
    source: str


class StoryTimelineFirst(TypedDict):
    """who was first, by the dates of publication"""

    source: str
    url: str
    published_at: str


class StoryTimeline(TypedDict):
    id: int
    title: str
    first: StoryTimelineFirst
    last_published_at: str
    publishers: int
    languages: Sequence[str]
    signals_total: int
    signals: Sequence[Signal]


class SignalAlsoInItem(TypedDict):
    source: str
    url: str


class _Signal(TypedDict):
    id: int
    title: str
    snippet: str
    url: str
    source: str
    published_at: str
    published_at_estimated: bool
    language: Union[str, None]
    also_in: Sequence[SignalAlsoInItem]
    story_id: Union[int, None]
    story_signals: int


class Signal(_Signal, total=False):
    article: Union[SignalArticle, None]
    highlights: Sequence[Highlight]


class SignalArticle(TypedDict):
    state: Literal["queued", "read", "robots", "consent", "paywall", "index", "gone", "unreadable", "failed"]
    reason: Union[str, None]
    quotations: Sequence[str]
    author: Union[str, None]
    language: Union[str, None]
    published_at: Union[str, None]
    fetched_at: Union[str, None]
    sha256: Union[str, None]


class TrendingHistoryDaysItem(TypedDict):
    date: str
    volume: Union[int, None]


class TrendingHistory(TypedDict):
    keyword: str
    country: str
    days: Sequence[TrendingHistoryDaysItem]


class TrendingKeyword(TypedDict):
    keyword: str
    volume: Union[int, None]
    trend: Literal["new", "rising", "stable", "falling"]
    country: str


class TrackedKeyword(TypedDict):
    id: int
    keyword: str
    target_url: str
    current_position: Union[int, None]
    search_volume: Union[int, None]
    position_history: Sequence[Position]
    created_at: str


class Position(TypedDict):
    date: str
    position: Union[int, None]
    url: Union[str, None]


class NewPositionsPositionsItem(TypedDict):
    date: str
    position: Union[int, None]
    url: Union[str, None]


class NewPositions(TypedDict):
    positions: Sequence[NewPositionsPositionsItem]


class NewKeyword(TypedDict):
    keyword: str
    target_url: str


class Competitor(TypedDict):
    id: int
    name: str
    domain: str
    status: Literal["active", "paused", "archived"]
    aliases: Sequence[str]
    exclude: Sequence[str]
    created_at: str


class CompetitorChange(TypedDict, total=False):
    name: Union[str, None]
    status: Union[Literal["active", "paused", "archived"], None]
    aliases: Union[Sequence[str], None]
    exclude: Union[Sequence[str], None]


class _NewCompetitor(TypedDict):
    name: str
    domain: str


class NewCompetitor(_NewCompetitor, total=False):
    aliases: Union[Sequence[str], None]
    exclude: Union[Sequence[str], None]


class ReportItem(TypedDict):
    id: int
    niche: str
    report_type: Literal["comprehensive_analysis", "decision_brief", "competitor_analysis", "trend_report"]
    title: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    confidence: Union[float, None]
    created_at: str


class ReportDiffSources(TypedDict):
    """sources that the other report does not cite, nor any that tells the same story"""

    new: Sequence[CitedSource]
    gone: Sequence[CitedSource]


class ReportDiff(TypedDict):
    report: ComparedReport
    against: Union[ComparedReport, None]
    counts: ChangeCounts
    changes: Sequence[ReportChange]
    sources: ReportDiffSources
    exhibits: Sequence[ExhibitChange]


class ExhibitChange(TypedDict):
    exhibit: str
    row: str
    column: str
    unit: Union[str, None]
    before: Union[float, None]
    after: Union[float, None]


class _CitedSource(TypedDict):
    n: int
    kind: Literal["signal", "trending_keyword", "social_trend", "competitor", "tracked_keyword", "company"]
    title: str
    url: Union[str, None]
    publisher: Union[str, None]
    published_at: Union[str, None]
    quote: str


class CitedSource(_CitedSource, total=False):
    hash: str


class ReportChange(TypedDict):
    kind: Literal["contradicted", "changed", "new", "gone"]
    before: Union[ReportClaim, None]
    after: Union[ReportClaim, None]
    figures: Sequence[ChangedFigure]


class ChangedFigure(TypedDict):
    of: Union[str, None]
    before: Union[str, None]
    after: Union[str, None]


class ReportClaim(TypedDict):
    section: str
    sentence: str
    citations: Sequence[CitedSource]


class ChangeCounts(TypedDict):
    new: int
    gone: int
    changed: int
    contradicted: int
    unchanged: int


class ComparedReport(TypedDict):
    id: int
    title: str
    report_type: Literal["comprehensive_analysis", "decision_brief", "competitor_analysis", "trend_report"]
    created_at: str


class Report(TypedDict):
    id: int
    niche: str
    report_type: Literal["comprehensive_analysis", "decision_brief", "competitor_analysis", "trend_report"]
    title: str
    status: Literal["queued", "processing", "completed", "failed", "cancelled"]
    confidence: Union[float, None]
    created_at: str
    executive_summary: str
    sections: ReportSections
    completed_at: Union[str, None]
    step: Union[Literal["searching", "reading", "gathering", "writing", "checking"], None]
    research: Union[ReportResearch, None]
    error: Union[str, None]


class ReportResearchPagesUnreadItem(TypedDict):
    host: str
    why: str


class ReportResearchPages(TypedDict):
    of: int
    done: int
    read: int
    unread: Sequence[ReportResearchPagesUnreadItem]


class ReportResearch(TypedDict):
    searches: Sequence[ReportSearch]
    pages: ReportResearchPages


class ReportSearch(TypedDict):
    source: str
    state: Literal["waiting", "answered", "late", "failed"]
    found: int
    reason: Union[str, None]


class _NewReport(TypedDict):
    niche: str


class NewReport(_NewReport, total=False):
    report_type: Union[Literal["comprehensive_analysis", "decision_brief", "competitor_analysis", "trend_report"], None]
    context: Union[str, None]
    since: Union[str, None]
    research: Union[bool, None]


class ApiError(TypedDict):
    """Every answer that is not a success."""

    success: Literal[False]
    error: Failure


class ReportsListAnswerData(TypedDict):
    reports: Sequence[ReportItem]
    total: int


class ReportsListAnswer(TypedDict):
    success: Literal[True]
    data: ReportsListAnswerData


class ReportsCreateAnswer1Data(TypedDict):
    id: int
    title: str
    status: Literal["completed", "failed", "cancelled"]


class ReportsCreateAnswer1(TypedDict):
    success: Literal[True]
    data: ReportsCreateAnswer1Data


class ReportsCreateAnswer2Data(TypedDict):
    id: int
    title: str
    status: Literal["queued", "processing"]


class ReportsCreateAnswer2(TypedDict):
    success: Literal[True]
    data: ReportsCreateAnswer2Data


class ReportsGetAnswer(TypedDict):
    success: Literal[True]
    data: Report


class ReportsRemoveAnswer(TypedDict):
    success: Literal[True]
    data: ReportItem


class ReportsDiffAnswer(TypedDict):
    success: Literal[True]
    data: ReportDiff


class CompetitorsListAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Competitor]


class CompetitorsCreateAnswer(TypedDict):
    success: Literal[True]
    data: Competitor


class CompetitorsSignalsAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Signal]


class CompetitorsUpdateAnswer(TypedDict):
    success: Literal[True]
    data: Competitor


class CompetitorsRemoveAnswer(TypedDict):
    success: Literal[True]
    data: Competitor


class SeoKeywordsAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[TrackedKeyword]


class SeoCreateAnswer(TypedDict):
    success: Literal[True]
    data: TrackedKeyword


class SeoPositionsAnswer(TypedDict):
    success: Literal[True]
    data: TrackedKeyword


class SeoPositionsPositionsItem(TypedDict):
    date: str
    position: Union[int, None]
    url: Union[str, None]


class SeoTrendingAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[TrendingKeyword]


class SeoHistoryAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[TrendingHistory]


class SignalsListAnswerFacetsSourceItem(TypedDict):
    value: str
    count: int


class SignalsListAnswerFacetsLanguageItem(TypedDict):
    value: str
    count: int


class SignalsListAnswerFacetsDayItem(TypedDict):
    value: str
    count: int


class SignalsListAnswerFacetsTagItem(TypedDict):
    value: str
    count: int


class _SignalsListAnswerFacets(TypedDict):
    counted: int


class SignalsListAnswerFacets(_SignalsListAnswerFacets, total=False):
    source: Sequence[SignalsListAnswerFacetsSourceItem]
    language: Sequence[SignalsListAnswerFacetsLanguageItem]
    day: Sequence[SignalsListAnswerFacetsDayItem]
    tag: Sequence[SignalsListAnswerFacetsTagItem]


class _SignalsListAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Signal]
    next_cursor: Union[str, None]
    total: int
    total_is_exact: bool


class SignalsListAnswer(_SignalsListAnswer, total=False):
    meaning: Literal["used", "unavailable"]
    search_cluster: Literal["used", "unavailable"]
    did_you_mean: str
    facets: SignalsListAnswerFacets


class SignalsGetAnswer(TypedDict):
    success: Literal[True]
    data: Signal


class SignalsRelatedAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Signal]


class SignalsStoryAnswer(TypedDict):
    success: Literal[True]
    data: StoryTimeline


class SocialTrendsListAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[SocialTrend]
    updated_at: Union[str, None]
    source_status: Literal["ok", "stale", "empty", "not_configured", "error"]


class SocialTrendsHistoryAnswer(TypedDict):
    success: Literal[True]
    data: SocialHistory


class MarketDataSearchAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Company]


class MarketDataCompanyAnswer(TypedDict):
    success: Literal[True]
    data: Company


class MarketDataSectorsAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Sector]


class StatusGetAnswer(TypedDict):
    success: Literal[True]
    data: ServiceStatus


class KeysListAnswerDataItemUsage(TypedDict):
    total: int
    last_24h: int
    by_endpoint: Mapping[str, int]


class KeysListAnswerDataItem(TypedDict):
    id: int
    name: str
    prefix: str
    last4: str
    scopes: Sequence[Literal["reports", "competitors", "seo", "signals", "market_data", "social_trends", "watches"]]
    status: Literal["active", "expired", "deactivated"]
    expires_at: Union[str, None]
    created_at: str
    last_used_at: Union[str, None]
    usage: KeysListAnswerDataItemUsage


class KeysListAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[KeysListAnswerDataItem]


class KeysCreateAnswer(TypedDict):
    success: Literal[True]
    data: CreatedKey


class KeysDeactivateAnswerDataUsage(TypedDict):
    total: int
    last_24h: int
    by_endpoint: Mapping[str, int]


class KeysDeactivateAnswerData(TypedDict):
    id: int
    name: str
    prefix: str
    last4: str
    scopes: Sequence[Literal["reports", "competitors", "seo", "signals", "market_data", "social_trends", "watches"]]
    status: Literal["active", "expired", "deactivated"]
    expires_at: Union[str, None]
    created_at: str
    last_used_at: Union[str, None]
    usage: KeysDeactivateAnswerDataUsage


class KeysDeactivateAnswer(TypedDict):
    success: Literal[True]
    data: KeysDeactivateAnswerData


class KeysRotateAnswer(TypedDict):
    success: Literal[True]
    data: CreatedKey


class KeysUsageAnswer(TypedDict):
    success: Literal[True]
    data: KeyActivity


class AccountGetAnswer(TypedDict):
    success: Literal[True]
    data: AccountSummary


class AccountAuditAnswerData(TypedDict):
    events: Sequence[AuditEvent]
    total: int


class AccountAuditAnswer(TypedDict):
    success: Literal[True]
    data: AccountAuditAnswerData


class SourcesListAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Source]


class SourcesAddAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Source]


class SourcesChangeAnswer(TypedDict):
    success: Literal[True]
    data: Source


class SourcesDiscoverAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[FoundFeed]


class SourcesImportAnswer(TypedDict):
    success: Literal[True]
    data: ImportedList


class SourcesExportAnswer(TypedDict):
    success: Literal[True]
    data: ListExport


class SourcesRunAnswer(TypedDict):
    success: Literal[True]
    data: SourceRun


class WatchesListAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Watch]


class WatchesCreateAnswer(TypedDict):
    success: Literal[True]
    data: Watch


class WatchesCreateConditions(TypedDict, total=False):
    min_publishers: Union[int, None]
    cooldown_minutes: Union[int, None]
    quiet_hours: Union[QuietHours, None]


class WatchesPreviewAnswer(TypedDict):
    success: Literal[True]
    data: EventPreview


class WatchesPreviewConditions(TypedDict, total=False):
    min_publishers: Union[int, None]
    cooldown_minutes: Union[int, None]
    quiet_hours: Union[QuietHours, None]


class WatchesGetAnswer(TypedDict):
    success: Literal[True]
    data: Watch


class WatchesUpdateAnswer(TypedDict):
    success: Literal[True]
    data: Watch


class WatchesUpdateConditions(TypedDict, total=False):
    min_publishers: Union[int, None]
    cooldown_minutes: Union[int, None]
    quiet_hours: Union[QuietHours, None]


class WatchesFeedAnswer(TypedDict):
    success: Literal[True]
    data: WatchFeedUrls


class WatchesEventsAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[WatchEvent]
    last_id: int


class EndpointsListAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Endpoint]


class EndpointsCreateAnswer(TypedDict):
    success: Literal[True]
    data: EndpointWithSecret


class EndpointsCreateTarget1(TypedDict):
    kind: Literal["webhook"]
    url: str


class EndpointsCreateTarget2(TypedDict):
    kind: Literal["json"]
    url: str


class EndpointsCreateTarget3(TypedDict):
    kind: Literal["slack"]
    url: str


class EndpointsCreateTarget4(TypedDict):
    kind: Literal["discord"]
    url: str


class EndpointsCreateTarget5(TypedDict):
    kind: Literal["teams"]
    url: str


class EndpointsCreateTarget6(TypedDict):
    kind: Literal["ntfy"]
    url: str


class _EndpointsCreateTarget7(TypedDict):
    kind: Literal["mail"]
    address: str


class EndpointsCreateTarget7(_EndpointsCreateTarget7, total=False):
    digest: Digest


class EndpointsGetAnswer(TypedDict):
    success: Literal[True]
    data: Endpoint


class EndpointsUpdateAnswer(TypedDict):
    success: Literal[True]
    data: Endpoint


class EndpointsUpdateTarget1(TypedDict):
    kind: Literal["webhook"]
    url: str


class EndpointsUpdateTarget2(TypedDict):
    kind: Literal["json"]
    url: str


class EndpointsUpdateTarget3(TypedDict):
    kind: Literal["slack"]
    url: str


class EndpointsUpdateTarget4(TypedDict):
    kind: Literal["discord"]
    url: str


class EndpointsUpdateTarget5(TypedDict):
    kind: Literal["teams"]
    url: str


class EndpointsUpdateTarget6(TypedDict):
    kind: Literal["ntfy"]
    url: str


class _EndpointsUpdateTarget7(TypedDict):
    kind: Literal["mail"]
    address: str


class EndpointsUpdateTarget7(_EndpointsUpdateTarget7, total=False):
    digest: Digest


class EndpointsTestAnswer(TypedDict):
    success: Literal[True]
    data: Attempt


class EndpointsRotateAnswer(TypedDict):
    success: Literal[True]
    data: EndpointWithSecret


class EndpointsDeliveriesAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Delivery]


class EndpointsRedeliverAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Delivery]


class EndpointsSkipAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[Delivery]


class ClaimsCheckAnswer(TypedDict):
    success: Literal[True]
    data: ClaimCheck


class ViewsListAnswer(TypedDict):
    success: Literal[True]
    data: Sequence[SavedView]


class ViewsCreateAnswer(TypedDict):
    success: Literal[True]
    data: SavedView


class ViewsRenameAnswer(TypedDict):
    success: Literal[True]
    data: SavedView


WatchEventEncoded: TypeAlias = "str"

WatchSubject: TypeAlias = "Union[SearchSubject, CompetitorSubject, KeywordSubject, TrendingSubject, SocialSubject, CompanySubject, ReportSubject, SourceSubject, KeySubject]"

Failure: TypeAlias = "Union[RefusedFailure, InternalFailure, NotAcceptableFailure, MethodNotAllowedFailure, UnavailableFailure, UnauthorizedFailure, RateLimitedFailure, ForbiddenFailure, InvalidFailure, UnsupportedMediaTypeFailure, PayloadTooLargeFailure, MalformedFailure, NotFoundFailure, ConflictFailure]"

_REPORTS_LIST = Operation("GET", "/api/v1/public/reports", query=("skip", "limit", "all",))

_REPORTS_CREATE = Operation("POST", "/api/v1/public/reports", headers=("prefer",), body=("niche", "report_type", "context", "since", "research",), required=("niche",), idempotent=True)

_REPORTS_GET = Operation("GET", "/api/v1/public/reports/{report_id}")

_REPORTS_REMOVE = Operation("DELETE", "/api/v1/public/reports/{report_id}")

_REPORTS_DIFF = Operation("GET", "/api/v1/public/reports/{report_id}/diff", query=("against",))

_COMPETITORS_LIST = Operation("GET", "/api/v1/public/competitors", query=("status",))

_COMPETITORS_CREATE = Operation("POST", "/api/v1/public/competitors", body=("name", "domain", "aliases", "exclude",), required=("name", "domain",), idempotent=True)

_COMPETITORS_SIGNALS = Operation("GET", "/api/v1/public/competitors/{competitor_id}/signals", query=("limit",))

_COMPETITORS_UPDATE = Operation("PATCH", "/api/v1/public/competitors/{competitor_id}", body=("name", "status", "aliases", "exclude",), required=())

_COMPETITORS_REMOVE = Operation("DELETE", "/api/v1/public/competitors/{competitor_id}")

_SEO_KEYWORDS = Operation("GET", "/api/v1/public/seo/keywords")

_SEO_CREATE = Operation("POST", "/api/v1/public/seo/keywords", body=("keyword", "target_url",), required=("keyword", "target_url",), idempotent=True)

_SEO_REMOVE = Operation("DELETE", "/api/v1/public/seo/keywords/{keyword_id}")

_SEO_POSITIONS = Operation("POST", "/api/v1/public/seo/keywords/{keyword_id}/positions", body=("positions",), required=("positions",), idempotent=True)

_SEO_TRENDING = Operation("GET", "/api/v1/public/seo/trending", query=("country",))

_SEO_HISTORY = Operation("GET", "/api/v1/public/seo/trending/history", query=("country",))

_SIGNALS_LIST = Operation("GET", "/api/v1/public/signals", query=("q", "limit", "sort", "since", "before", "source", "language", "cursor", "highlight", "facets", "all", "tag",))

_SIGNALS_GET = Operation("GET", "/api/v1/public/signals/{signal_id}")

_SIGNALS_RELATED = Operation("GET", "/api/v1/public/signals/{signal_id}/related", query=("limit",))

_SIGNALS_STORY = Operation("GET", "/api/v1/public/stories/{story_id}")

_SOCIAL_TRENDS_LIST = Operation("GET", "/api/v1/public/social-trends/{platform}")

_SOCIAL_TRENDS_HISTORY = Operation("GET", "/api/v1/public/social-trends/{platform}/history")

_MARKET_DATA_SEARCH = Operation("GET", "/api/v1/public/market-data/search", query=("q", "limit",))

_MARKET_DATA_COMPANY = Operation("GET", "/api/v1/public/market-data/companies/{company_id}")

_MARKET_DATA_SECTORS = Operation("GET", "/api/v1/public/market-data/sectors")

_STATUS_GET = Operation("GET", "/api/v1/public/status")

_KEYS_LIST = Operation("GET", "/api/v1/dashboard/keys")

_KEYS_CREATE = Operation("POST", "/api/v1/dashboard/keys", body=("name", "scopes", "expires_at",), required=("name", "scopes",))

_KEYS_DEACTIVATE = Operation("POST", "/api/v1/dashboard/keys/{key_id}/deactivate")

_KEYS_ROTATE = Operation("POST", "/api/v1/dashboard/keys/{key_id}/rotate")

_KEYS_USAGE = Operation("GET", "/api/v1/dashboard/keys/{key_id}/usage")

_KEYS_REMOVE = Operation("DELETE", "/api/v1/dashboard/keys/{key_id}")

_ACCOUNT_GET = Operation("GET", "/api/v1/dashboard/account")

_ACCOUNT_AUDIT = Operation("GET", "/api/v1/dashboard/audit", query=("skip", "limit", "all",))

_SOURCES_LIST = Operation("GET", "/api/v1/dashboard/sources")

_SOURCES_ADD = Operation("POST", "/api/v1/dashboard/sources", body=("entry", "service", "tags",), required=("entry",))

_SOURCES_CHANGE = Operation("PATCH", "/api/v1/dashboard/sources/{source_name}", body=("paused", "every", "tags",), required=())

_SOURCES_REMOVE = Operation("DELETE", "/api/v1/dashboard/sources/{source_name}")

_SOURCES_DISCOVER = Operation("POST", "/api/v1/dashboard/sources/discover", body=("url",), required=("url",))

_SOURCES_IMPORT = Operation("POST", "/api/v1/dashboard/sources/import", body=("document", "replace",), required=("document",))

_SOURCES_EXPORT = Operation("GET", "/api/v1/dashboard/sources/export", query=("format",))

_SOURCES_RUN = Operation("POST", "/api/v1/dashboard/sources/{source_name}/run")

_WATCHES_LIST = Operation("GET", "/api/v1/public/watches")

_WATCHES_CREATE = Operation("POST", "/api/v1/public/watches", body=("name", "subject", "conditions", "endpoints",), required=("name", "subject",), idempotent=True)

_WATCHES_PREVIEW = Operation("POST", "/api/v1/public/watches/preview", body=("subject", "conditions",), required=("subject",), idempotent=True)

_WATCHES_GET = Operation("GET", "/api/v1/public/watches/{watch_id}")

_WATCHES_UPDATE = Operation("PATCH", "/api/v1/public/watches/{watch_id}", body=("name", "subject", "conditions", "endpoints", "status",), required=())

_WATCHES_REMOVE = Operation("DELETE", "/api/v1/public/watches/{watch_id}")

_WATCHES_FEED = Operation("POST", "/api/v1/public/watches/{watch_id}/feed")

_WATCHES_REMOVE_FEED = Operation("DELETE", "/api/v1/public/watches/{watch_id}/feed")

_WATCHES_EVENTS = Operation("GET", "/api/v1/public/events", query=("after", "watch", "limit", "before", "all",))

_WATCHES_READ = Operation("POST", "/api/v1/public/events/read", body=("ids", "up_to",), required=(), idempotent=True)

_WATCHES_STREAM = Operation("GET", "/api/v1/public/events/stream", query=("after", "watch",), headers=("last_event_id",))

_ENDPOINTS_LIST = Operation("GET", "/api/v1/public/endpoints")

_ENDPOINTS_CREATE = Operation("POST", "/api/v1/public/endpoints", body=("name", "target",), required=("name", "target",), idempotent=True)

_ENDPOINTS_GET = Operation("GET", "/api/v1/public/endpoints/{endpoint_id}")

_ENDPOINTS_UPDATE = Operation("PATCH", "/api/v1/public/endpoints/{endpoint_id}", body=("name", "target", "status",), required=())

_ENDPOINTS_REMOVE = Operation("DELETE", "/api/v1/public/endpoints/{endpoint_id}")

_ENDPOINTS_TEST = Operation("POST", "/api/v1/public/endpoints/{endpoint_id}/test", body=("title",), required=(), idempotent=True)

_ENDPOINTS_ROTATE = Operation("POST", "/api/v1/public/endpoints/{endpoint_id}/rotate", body=("overlap_hours",), required=(), idempotent=True)

_ENDPOINTS_DELIVERIES = Operation("GET", "/api/v1/public/endpoints/{endpoint_id}/deliveries", query=("skip", "limit", "all",))

_ENDPOINTS_REDELIVER = Operation("POST", "/api/v1/public/endpoints/{endpoint_id}/redeliver", body=("events",), required=("events",), idempotent=True)

_ENDPOINTS_SKIP = Operation("POST", "/api/v1/public/endpoints/{endpoint_id}/skip", body=("events",), required=("events",), idempotent=True)

_CLAIMS_CHECK = Operation("POST", "/api/v1/public/claims/check", body=("sentence", "evidence",), required=("sentence", "evidence",))

_VIEWS_LIST = Operation("GET", "/api/v1/dashboard/views")

_VIEWS_CREATE = Operation("POST", "/api/v1/dashboard/views", body=("name", "search",), required=("name", "search",))

_VIEWS_RENAME = Operation("PATCH", "/api/v1/dashboard/views/{view_id}", body=("name",), required=("name",))

_VIEWS_REMOVE = Operation("DELETE", "/api/v1/dashboard/views/{view_id}")


class ReportsApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self, *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> ReportsListAnswer:
        """List your reports. Newest first. `total` counts all of your reports, not the page."""
        return cast("ReportsListAnswer", self._core.json(_REPORTS_LIST, {"skip": skip, "limit": limit, "all": all}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"], *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> str:
        """List your reports, in another form than JSON."""
        return self._core.text(_REPORTS_LIST, form, {"skip": skip, "limit": limit, "all": all})

    def list_all(self, *, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> Iterator[ReportItem]:
        """List your reports: every one, page after page as they are asked for."""
        return self._core.all(_REPORTS_LIST, "skip", "reports", {"limit": limit, "all": all})

    def create(self, *, niche: str, prefer: Optional[str] = None, report_type: Optional[Union[Literal["comprehensive_analysis", "decision_brief", "competitor_analysis", "trend_report"], None]] = None, context: Optional[Union[str, None]] = None, since: Optional[Union[str, None]] = None, research: Optional[Union[bool, None]] = None, idempotency_key: Optional[str] = None) -> Union[ReportsCreateAnswer1, ReportsCreateAnswer2]:
        """Generate a report. Waits until the report is written and answers 201. When that takes too long, when the service is stopped, or with `Prefer: respond-async`, answers 202: read the report at `Location` after `Retry-After` seconds."""
        return cast("Union[ReportsCreateAnswer1, ReportsCreateAnswer2]", self._core.json(_REPORTS_CREATE, {"niche": niche, "prefer": prefer, "report_type": report_type, "context": context, "since": since, "research": research}, idempotency_key))

    def get(self, report_id: int) -> ReportsGetAnswer:
        """Read a report. With full content once its status is `completed`; `step` tells how far one is that is `processing`. With `Accept: text/markdown` or `text/html` the same report as a document with numbered sources."""
        return cast("ReportsGetAnswer", self._core.json(_REPORTS_GET, {"report_id": report_id}))

    def get_as(self, form: Literal["text/markdown", "text/html"], report_id: int) -> str:
        """Read a report, in another form than JSON."""
        return self._core.text(_REPORTS_GET, form, {"report_id": report_id})

    def remove(self, report_id: int) -> ReportsRemoveAnswer:
        """Cancel or delete a report. A queued or processing report is cancelled and stays listed; a final one is deleted."""
        return cast("ReportsRemoveAnswer", self._core.json(_REPORTS_REMOVE, {"report_id": report_id}))

    def diff(self, report_id: int, *, against: Optional[int] = None) -> ReportsDiffAnswer:
        """Compare a report with an earlier one. Which claims are new, gone, changed in their figures, or contradicted, with the sources of both sides; made from what is stored with the two reports, without a model. `against` is null where there is no earlier report on the niche. 409 unless both reports are completed."""
        return cast("ReportsDiffAnswer", self._core.json(_REPORTS_DIFF, {"report_id": report_id, "against": against}))


class CompetitorsApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self, *, status: Optional[Literal["active", "paused", "archived"]] = None) -> CompetitorsListAnswer:
        """List your competitors. Active and paused ones; `status` narrows the list, or shows the archived."""
        return cast("CompetitorsListAnswer", self._core.json(_COMPETITORS_LIST, {"status": status}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"], *, status: Optional[Literal["active", "paused", "archived"]] = None) -> str:
        """List your competitors, in another form than JSON."""
        return self._core.text(_COMPETITORS_LIST, form, {"status": status})

    def create(self, *, name: str, domain: str, aliases: Optional[Union[Sequence[str], None]] = None, exclude: Optional[Union[Sequence[str], None]] = None, idempotency_key: Optional[str] = None) -> CompetitorsCreateAnswer:
        """Watch a competitor. One entry for each domain."""
        return cast("CompetitorsCreateAnswer", self._core.json(_COMPETITORS_CREATE, {"name": name, "domain": domain, "aliases": aliases, "exclude": exclude}, idempotency_key))

    def signals(self, competitor_id: int, *, limit: Optional[int] = None) -> CompetitorsSignalsAnswer:
        """List signals about a competitor. Newest first: what searches for its name found, what names it in its title or snippet, and what is on its domain. Those of a paused competitor stay."""
        return cast("CompetitorsSignalsAnswer", self._core.json(_COMPETITORS_SIGNALS, {"competitor_id": competitor_id, "limit": limit}))

    def signals_as(self, form: Literal["text/csv", "application/x-ndjson"], competitor_id: int, *, limit: Optional[int] = None) -> str:
        """List signals about a competitor, in another form than JSON."""
        return self._core.text(_COMPETITORS_SIGNALS, form, {"competitor_id": competitor_id, "limit": limit})

    def update(self, competitor_id: int, *, name: Optional[Union[str, None]] = None, status: Optional[Union[Literal["active", "paused", "archived"], None]] = None, aliases: Optional[Union[Sequence[str], None]] = None, exclude: Optional[Union[Sequence[str], None]] = None) -> CompetitorsUpdateAnswer:
        """Rename, pause or resume. A paused competitor is not searched for. An archived entry no longer changes: 409 `competitor_archived`."""
        return cast("CompetitorsUpdateAnswer", self._core.json(_COMPETITORS_UPDATE, {"competitor_id": competitor_id, "name": name, "status": status, "aliases": aliases, "exclude": exclude}))

    def remove(self, competitor_id: int) -> CompetitorsRemoveAnswer:
        """Stop watching. The entry becomes `archived`, for good; its domain is free again."""
        return cast("CompetitorsRemoveAnswer", self._core.json(_COMPETITORS_REMOVE, {"competitor_id": competitor_id}))


class SeoApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def keywords(self) -> SeoKeywordsAnswer:
        """List your tracked keywords. With up to 90 days of positions, oldest first. A `null` position was looked for and not found."""
        return cast("SeoKeywordsAnswer", self._core.json(_SEO_KEYWORDS, {}))

    def keywords_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your tracked keywords, in another form than JSON."""
        return self._core.text(_SEO_KEYWORDS, form, {})

    def create(self, *, keyword: str, target_url: str, idempotency_key: Optional[str] = None) -> SeoCreateAnswer:
        """Track a keyword. Once for each keyword and URL."""
        return cast("SeoCreateAnswer", self._core.json(_SEO_CREATE, {"keyword": keyword, "target_url": target_url}, idempotency_key))

    def remove(self, keyword_id: int) -> None:
        """Stop tracking a keyword. Its history is deleted with it."""
        self._core.json(_SEO_REMOVE, {"keyword_id": keyword_id})

    def positions(self, keyword_id: int, *, positions: Sequence[SeoPositionsPositionsItem], idempotency_key: Optional[str] = None) -> SeoPositionsAnswer:
        """Import positions. At most one a day, none after today (UTC); a known day is replaced."""
        return cast("SeoPositionsAnswer", self._core.json(_SEO_POSITIONS, {"keyword_id": keyword_id, "positions": positions}, idempotency_key))

    def trending(self, *, country: Optional[str] = None) -> SeoTrendingAnswer:
        """List trending keywords. By volume. `new`: first seen under 24 hours ago; `rising`, `falling`: 20 % or more against the day before."""
        return cast("SeoTrendingAnswer", self._core.json(_SEO_TRENDING, {"country": country}))

    def trending_as(self, form: Literal["text/csv", "application/x-ndjson"], *, country: Optional[str] = None) -> str:
        """List trending keywords, in another form than JSON."""
        return self._core.text(_SEO_TRENDING, form, {"country": country})

    def history(self, *, country: Optional[str] = None) -> SeoHistoryAnswer:
        """Read how trending keywords fared. Of the first 100 of the list: the highest volume of each of the last 30 UTC days on which they were seen, oldest first."""
        return cast("SeoHistoryAnswer", self._core.json(_SEO_HISTORY, {"country": country}))

    def history_as(self, form: Literal["text/csv", "application/x-ndjson"], *, country: Optional[str] = None) -> str:
        """Read how trending keywords fared, in another form than JSON."""
        return self._core.text(_SEO_HISTORY, form, {"country": country})


class SignalsApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self, *, q: Optional[str] = None, limit: Optional[int] = None, sort: Optional[Literal["relevance", "newest"]] = None, since: Optional[str] = None, before: Optional[str] = None, source: Optional[Sequence[str]] = None, language: Optional[str] = None, cursor: Optional[str] = None, highlight: Optional[Literal["true", "false"]] = None, facets: Optional[str] = None, all: Optional[Literal["true", "false"]] = None, tag: Optional[Sequence[str]] = None) -> SignalsListAnswer:
        """List or search market signals. Newest first. With `q` best first: any word may match, what has all words comes before what has some, titles count more, and what is new more than what is old. `"Quoted phrases"` must match, `-word` and `-"phrase"` exclude. Words are found in any of their forms, with and without accents."""
        return cast("SignalsListAnswer", self._core.json(_SIGNALS_LIST, {"q": q, "limit": limit, "sort": sort, "since": since, "before": before, "source": source, "language": language, "cursor": cursor, "highlight": highlight, "facets": facets, "all": all, "tag": tag}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"], *, q: Optional[str] = None, limit: Optional[int] = None, sort: Optional[Literal["relevance", "newest"]] = None, since: Optional[str] = None, before: Optional[str] = None, source: Optional[Sequence[str]] = None, language: Optional[str] = None, cursor: Optional[str] = None, highlight: Optional[Literal["true", "false"]] = None, facets: Optional[str] = None, all: Optional[Literal["true", "false"]] = None, tag: Optional[Sequence[str]] = None) -> str:
        """List or search market signals, in another form than JSON."""
        return self._core.text(_SIGNALS_LIST, form, {"q": q, "limit": limit, "sort": sort, "since": since, "before": before, "source": source, "language": language, "cursor": cursor, "highlight": highlight, "facets": facets, "all": all, "tag": tag})

    def list_all(self, *, q: Optional[str] = None, limit: Optional[int] = None, sort: Optional[Literal["relevance", "newest"]] = None, since: Optional[str] = None, before: Optional[str] = None, source: Optional[Sequence[str]] = None, language: Optional[str] = None, highlight: Optional[Literal["true", "false"]] = None, facets: Optional[str] = None, all: Optional[Literal["true", "false"]] = None, tag: Optional[Sequence[str]] = None) -> Iterator[Signal]:
        """List or search market signals: every one, page after page as they are asked for."""
        return self._core.all(_SIGNALS_LIST, "cursor", None, {"q": q, "limit": limit, "sort": sort, "since": since, "before": before, "source": source, "language": language, "highlight": highlight, "facets": facets, "all": all, "tag": tag})

    def get(self, signal_id: int) -> SignalsGetAnswer:
        """Read a signal. By its id from the list. `article` says what is known about the page behind it, with its opening words but not its text."""
        return cast("SignalsGetAnswer", self._core.json(_SIGNALS_GET, {"signal_id": signal_id}))

    def related(self, signal_id: int, *, limit: Optional[int] = None) -> SignalsRelatedAnswer:
        """List signals like one. Those that share the words that tell it best from all others, the likest first."""
        return cast("SignalsRelatedAnswer", self._core.json(_SIGNALS_RELATED, {"signal_id": signal_id, "limit": limit}))

    def related_as(self, form: Literal["text/csv", "application/x-ndjson"], signal_id: int, *, limit: Optional[int] = None) -> str:
        """List signals like one, in another form than JSON."""
        return self._core.text(_SIGNALS_RELATED, form, {"signal_id": signal_id, "limit": limit})

    def story(self, story_id: int) -> SignalsStoryAnswer:
        """Read a story. The signals that tell one story, in one language or several: who was first, how many publishers carried it, and when. A signal leaves its story when its title changes and no longer fits."""
        return cast("SignalsStoryAnswer", self._core.json(_SIGNALS_STORY, {"story_id": story_id}))


class SocialTrendsApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self, platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]) -> SocialTrendsListAnswer:
        """List a platform's trending topics. `feed` holds all platforms, interleaved by percentile. `source_status` tells how fresh the answer is, and `not_configured` where a platform needs credentials that the operator has not set."""
        return cast("SocialTrendsListAnswer", self._core.json(_SOCIAL_TRENDS_LIST, {"platform": platform}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"], platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]) -> str:
        """List a platform's trending topics, in another form than JSON."""
        return self._core.text(_SOCIAL_TRENDS_LIST, form, {"platform": platform})

    def history(self, platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]) -> SocialTrendsHistoryAnswer:
        """Read how a platform's topics fared. Of the topics of the list: the highest score, of the kind that they have now, of each of the last 30 UTC days on which they were on it, oldest first. `days` adds up all topics of the platform, each kind of score by itself."""
        return cast("SocialTrendsHistoryAnswer", self._core.json(_SOCIAL_TRENDS_HISTORY, {"platform": platform}))


class MarketDataApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def search(self, *, q: str, limit: Optional[int] = None) -> MarketDataSearchAnswer:
        """Search companies. By ticker, name or industry: exact ticker first, then ticker prefix, name, name prefix, words of the name (a typo forgiven), industry."""
        return cast("MarketDataSearchAnswer", self._core.json(_MARKET_DATA_SEARCH, {"q": q, "limit": limit}))

    def search_as(self, form: Literal["text/csv", "application/x-ndjson"], *, q: str, limit: Optional[int] = None) -> str:
        """Search companies, in another form than JSON."""
        return self._core.text(_MARKET_DATA_SEARCH, form, {"q": q, "limit": limit})

    def company(self, company_id: int) -> MarketDataCompanyAnswer:
        """Read a company. By the id that search gave."""
        return cast("MarketDataCompanyAnswer", self._core.json(_MARKET_DATA_COMPANY, {"company_id": company_id}))

    def sectors(self) -> MarketDataSectorsAnswer:
        """List industries. With the number of companies in each."""
        return cast("MarketDataSectorsAnswer", self._core.json(_MARKET_DATA_SECTORS, {}))

    def sectors_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List industries, in another form than JSON."""
        return self._core.text(_MARKET_DATA_SECTORS, form, {})


class StatusApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def get(self) -> StatusGetAnswer:
        """Check availability. No credential needed. 503, with the same body, when the database cannot be reached."""
        return cast("StatusGetAnswer", self._core.json(_STATUS_GET, {}))


class KeysApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self) -> KeysListAnswer:
        """List your API keys. Newest first, with their usage."""
        return cast("KeysListAnswer", self._core.json(_KEYS_LIST, {}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your API keys, in another form than JSON."""
        return self._core.text(_KEYS_LIST, form, {})

    def create(self, *, name: str, scopes: Sequence[Literal["reports", "competitors", "seo", "signals", "market_data", "social_trends", "watches"]], expires_at: Optional[Union[str, None]] = None) -> KeysCreateAnswer:
        """Create an API key. Its value is in this answer only. At most five active keys for an account. Made with a token, it gets at most the token's scopes (403 `insufficient_scope`), and `expires_at` must be set and not be too far off (422). An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("KeysCreateAnswer", self._core.json(_KEYS_CREATE, {"name": name, "scopes": scopes, "expires_at": expires_at}))

    def deactivate(self, key_id: int) -> KeysDeactivateAnswer:
        """Deactivate a key. For good; it stays listed. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("KeysDeactivateAnswer", self._core.json(_KEYS_DEACTIVATE, {"key_id": key_id}))

    def rotate(self, key_id: int) -> KeysRotateAnswer:
        """Rotate a key. A new key with the same name, scopes and expiry; the old one is deactivated at the same moment. A token replaces only what it could have created. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("KeysRotateAnswer", self._core.json(_KEYS_ROTATE, {"key_id": key_id}))

    def usage(self, key_id: int) -> KeysUsageAnswer:
        """Read a key's usage. Calls of each of the last 30 UTC days, oldest first, and of each endpoint over all of them."""
        return cast("KeysUsageAnswer", self._core.json(_KEYS_USAGE, {"key_id": key_id}))

    def remove(self, key_id: int) -> None:
        """Delete a key. With its usage."""
        self._core.json(_KEYS_REMOVE, {"key_id": key_id})


class AccountApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def get(self) -> AccountGetAnswer:
        """Read your account. Who you are here, and what is left."""
        return cast("AccountGetAnswer", self._core.json(_ACCOUNT_GET, {}))

    def audit(self, *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> AccountAuditAnswer:
        """Read the audit trail. Newest first: sign-ins and sign-outs, and what was done to keys and to the list of sources, by whom and from where. A token needs the scope `keys`."""
        return cast("AccountAuditAnswer", self._core.json(_ACCOUNT_AUDIT, {"skip": skip, "limit": limit, "all": all}))

    def audit_as(self, form: Literal["text/csv", "application/x-ndjson"], *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> str:
        """Read the audit trail, in another form than JSON."""
        return self._core.text(_ACCOUNT_AUDIT, form, {"skip": skip, "limit": limit, "all": all})

    def audit_all(self, *, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> Iterator[AuditEvent]:
        """Read the audit trail: every one, page after page as they are asked for."""
        return self._core.all(_ACCOUNT_AUDIT, "skip", "events", {"limit": limit, "all": all})


class SourcesApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self) -> SourcesListAnswer:
        """List the sources. In the order of the operator's list, each with how it is and when it is read next."""
        return cast("SourcesListAnswer", self._core.json(_SOURCES_LIST, {}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List the sources, in another form than JSON."""
        return self._core.text(_SOURCES_LIST, form, {})

    def add(self, *, entry: Mapping[str, Any], service: Optional[Union[str, None]] = None, tags: Optional[Union[Sequence[str], None]] = None) -> SourcesAddAnswer:
        """Add to the list of sources. For operators. Answers the sources that the entry makes; they are read within a minute. A feed that is on the list already is 409. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("SourcesAddAnswer", self._core.json(_SOURCES_ADD, {"entry": entry, "service": service, "tags": tags}))

    def change(self, source_name: str, *, paused: Optional[Union[bool, None]] = None, every: Optional[Union[str, None]] = None, tags: Optional[Union[Sequence[str], None]] = None) -> SourcesChangeAnswer:
        """Pause, resume, retime or tag a source. For operators. All processes follow within a second."""
        return cast("SourcesChangeAnswer", self._core.json(_SOURCES_CHANGE, {"source_name": source_name, "paused": paused, "every": every, "tags": tags}))

    def remove(self, source_name: str) -> None:
        """Remove from the list of sources. For operators: a feed, or a service by its name in the list. What it has brought stays. One of several sources of a service is 409; pause it."""
        self._core.json(_SOURCES_REMOVE, {"source_name": source_name})

    def discover(self, *, url: str) -> SourcesDiscoverAnswer:
        """Find the feeds of a site. For operators. Those that its page names, or else those in usual places, each with its newest items. Nothing is saved. May take half a minute. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("SourcesDiscoverAnswer", self._core.json(_SOURCES_DISCOVER, {"url": url}))

    def import_(self, *, document: str, replace: Optional[Union[bool, None]] = None) -> SourcesImportAnswer:
        """Import a list of sources. For operators. What it names is added, or put in the place of what is there; all of it or nothing. Larger lists than a body holds come by `sonde sources import`. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("SourcesImportAnswer", self._core.json(_SOURCES_IMPORT, {"document": document, "replace": replace}))

    def export(self, *, format: Optional[Literal["json", "opml"]] = None) -> SourcesExportAnswer:
        """Export the list of sources. For operators, since addresses of private feeds may be secrets."""
        return cast("SourcesExportAnswer", self._core.json(_SOURCES_EXPORT, {"format": format}))

    def run(self, source_name: str) -> SourcesRunAnswer:
        """Run a source now. For operators, whether it is due or not. Answers how it went; after five seconds, that it is running. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("SourcesRunAnswer", self._core.json(_SOURCES_RUN, {"source_name": source_name}))


class WatchesApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self) -> WatchesListAnswer:
        """List your watches. Oldest first, paused ones included, with how many events each had in the last 7 days."""
        return cast("WatchesListAnswer", self._core.json(_WATCHES_LIST, {}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your watches, in another form than JSON."""
        return self._core.text(_WATCHES_LIST, form, {})

    def create(self, *, name: str, subject: WatchSubject, conditions: Optional[Union[WatchesCreateConditions, None]] = None, endpoints: Optional[Union[Sequence[int], None]] = None, idempotency_key: Optional[str] = None) -> WatchesCreateAnswer:
        """Watch something. A search, a competitor, the position of a tracked keyword, trending searches, social topics, a company, a source that fails, keys that expire, or a report that is made again. `subject.kind` says which. News counts from now on."""
        return cast("WatchesCreateAnswer", self._core.json(_WATCHES_CREATE, {"name": name, "subject": subject, "conditions": conditions, "endpoints": endpoints}, idempotency_key))

    def preview(self, *, subject: WatchSubject, conditions: Optional[Union[WatchesPreviewConditions, None]] = None, idempotency_key: Optional[str] = None) -> WatchesPreviewAnswer:
        """Preview a watch. What it would have told in the last 30 days, by the same rules, from what is stored; nothing is saved. Of each event it says whether it would have been sent, and when: cooldown and quiet hours count."""
        return cast("WatchesPreviewAnswer", self._core.json(_WATCHES_PREVIEW, {"subject": subject, "conditions": conditions}, idempotency_key))

    def get(self, watch_id: int) -> WatchesGetAnswer:
        """Read a watch."""
        return cast("WatchesGetAnswer", self._core.json(_WATCHES_GET, {"watch_id": watch_id}))

    def update(self, watch_id: int, *, name: Optional[Union[str, None]] = None, subject: Optional[Union[SearchSubject, CompetitorSubject, KeywordSubject, TrendingSubject, SocialSubject, CompanySubject, ReportSubject, SourceSubject, KeySubject, None]] = None, conditions: Optional[Union[WatchesUpdateConditions, None]] = None, endpoints: Optional[Union[Sequence[int], None]] = None, status: Optional[Union[Literal["active", "paused"], None]] = None) -> WatchesUpdateAnswer:
        """Change, pause or resume a watch. `conditions` are replaced as a whole. What comes in while a watch is paused makes no event."""
        return cast("WatchesUpdateAnswer", self._core.json(_WATCHES_UPDATE, {"watch_id": watch_id, "name": name, "subject": subject, "conditions": conditions, "endpoints": endpoints, "status": status}))

    def remove(self, watch_id: int) -> None:
        """Delete a watch. With its events, for good."""
        self._core.json(_WATCHES_REMOVE, {"watch_id": watch_id})

    def feed(self, watch_id: int) -> WatchesFeedAnswer:
        """Make a watch's feed. Gives its events to feed readers, at addresses with a secret that are in this answer only. Making it again ends the earlier addresses. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("WatchesFeedAnswer", self._core.json(_WATCHES_FEED, {"watch_id": watch_id}))

    def remove_feed(self, watch_id: int) -> None:
        """End a watch's feed. Its addresses are 404 from then on."""
        self._core.json(_WATCHES_REMOVE_FEED, {"watch_id": watch_id})

    def events(self, *, after: Optional[int] = None, watch: Optional[int] = None, limit: Optional[int] = None, before: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> WatchesEventsAnswer:
        """List events. What your watches were waiting for. Ids grow in the order in which events become visible, so you miss none if you read on after the last id."""
        return cast("WatchesEventsAnswer", self._core.json(_WATCHES_EVENTS, {"after": after, "watch": watch, "limit": limit, "before": before, "all": all}))

    def events_as(self, form: Literal["text/csv", "application/x-ndjson"], *, after: Optional[int] = None, watch: Optional[int] = None, limit: Optional[int] = None, before: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> str:
        """List events, in another form than JSON."""
        return self._core.text(_WATCHES_EVENTS, form, {"after": after, "watch": watch, "limit": limit, "before": before, "all": all})

    def events_all(self, *, after: Optional[int] = None, watch: Optional[int] = None, limit: Optional[int] = None, before: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> Iterator[WatchEvent]:
        """List events: every one, page after page as they are asked for."""
        return self._core.all(_WATCHES_EVENTS, "after", None, {"after": after, "watch": watch, "limit": limit, "before": before, "all": all})

    def read(self, *, ids: Optional[Union[Sequence[int], None]] = None, up_to: Optional[Union[int, None]] = None, idempotency_key: Optional[str] = None) -> None:
        """Mark events as read. For everybody of the account. Nothing is sent less for it."""
        self._core.json(_WATCHES_READ, {"ids": ids, "up_to": up_to}, idempotency_key)

    def stream(self, *, last_event_id: Optional[int] = None, after: Optional[int] = None, watch: Optional[int] = None) -> Iterator[WatchEvent]:
        """Stream events. Server-Sent Events, each as soon as it is stored. The first block has an `id` alone, so that who connects again misses nothing even before the first event. A comment comes every 15 seconds in which there is no event. The stream ends when your credential does, after an hour, and when the service stops: connect again with `Last-Event-ID`, as browsers do by themselves. An account may have 20 streams open, over all processes of the service; more are 429. The client connects again by itself."""
        return self._core.events(_WATCHES_STREAM, {"last_event_id": last_event_id, "after": after, "watch": watch})


class EndpointsApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self) -> EndpointsListAnswer:
        """List your endpoints. Oldest first."""
        return cast("EndpointsListAnswer", self._core.json(_ENDPOINTS_LIST, {}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your endpoints, in another form than JSON."""
        return self._core.text(_ENDPOINTS_LIST, form, {})

    def create(self, *, name: str, target: Union[EndpointsCreateTarget1, EndpointsCreateTarget2, EndpointsCreateTarget3, EndpointsCreateTarget4, EndpointsCreateTarget5, EndpointsCreateTarget6, EndpointsCreateTarget7], idempotency_key: Optional[str] = None) -> EndpointsCreateAnswer:
        """Add an endpoint. A webhook (signed by Standard Webhooks), plain JSON, Slack, Discord, Teams, ntfy or mail. It gets the events of the watches that name it, in order and at least once: the same event has the same `webhook-id`, and the same mail the same `Message-ID`. The secret of a webhook is in this answer only. An address of mail is asked whether it wants the mail, and gets nothing else before it is `confirmed`."""
        return cast("EndpointsCreateAnswer", self._core.json(_ENDPOINTS_CREATE, {"name": name, "target": target}, idempotency_key))

    def get(self, endpoint_id: int) -> EndpointsGetAnswer:
        """Read an endpoint."""
        return cast("EndpointsGetAnswer", self._core.json(_ENDPOINTS_GET, {"endpoint_id": endpoint_id}))

    def update(self, endpoint_id: int, *, name: Optional[Union[str, None]] = None, target: Optional[Union[EndpointsUpdateTarget1, EndpointsUpdateTarget2, EndpointsUpdateTarget3, EndpointsUpdateTarget4, EndpointsUpdateTarget5, EndpointsUpdateTarget6, EndpointsUpdateTarget7, None]] = None, status: Optional[Union[Literal["active", "paused"], None]] = None) -> EndpointsUpdateAnswer:
        """Change, pause or resume an endpoint. Its kind stays. What comes in while it is paused or disabled waits, and is sent when it is active again. What waits is sent at once to another address; one of mail has to be confirmed first."""
        return cast("EndpointsUpdateAnswer", self._core.json(_ENDPOINTS_UPDATE, {"endpoint_id": endpoint_id, "name": name, "target": target, "status": status}))

    def remove(self, endpoint_id: int) -> None:
        """Delete an endpoint. With what waits for it. Watches that named it no longer do."""
        self._core.json(_ENDPOINTS_REMOVE, {"endpoint_id": endpoint_id})

    def test(self, endpoint_id: int, *, title: Optional[Union[str, None]] = None, idempotency_key: Optional[str] = None) -> EndpointsTestAnswer:
        """Send a test event. Once and at once, also to an endpoint that is paused or disabled; the answer says how it went. An address of mail that is not confirmed is asked once more to confirm. The body may be left out."""
        return cast("EndpointsTestAnswer", self._core.json(_ENDPOINTS_TEST, {"endpoint_id": endpoint_id, "title": title}, idempotency_key))

    def rotate(self, endpoint_id: int, *, overlap_hours: Optional[Union[int, None]] = None, idempotency_key: Optional[str] = None) -> EndpointsRotateAnswer:
        """Rotate the secret of a webhook. Requests are signed with both secrets for 24 hours, unless told otherwise. The body may be left out."""
        return cast("EndpointsRotateAnswer", self._core.json(_ENDPOINTS_ROTATE, {"endpoint_id": endpoint_id, "overlap_hours": overlap_hours}, idempotency_key))

    def deliveries(self, endpoint_id: int, *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> EndpointsDeliveriesAnswer:
        """List deliveries. What was sent to the endpoint and what waits for it, newest events first, each with its last 10 attempts."""
        return cast("EndpointsDeliveriesAnswer", self._core.json(_ENDPOINTS_DELIVERIES, {"endpoint_id": endpoint_id, "skip": skip, "limit": limit, "all": all}))

    def deliveries_as(self, form: Literal["text/csv", "application/x-ndjson"], endpoint_id: int, *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> str:
        """List deliveries, in another form than JSON."""
        return self._core.text(_ENDPOINTS_DELIVERIES, form, {"endpoint_id": endpoint_id, "skip": skip, "limit": limit, "all": all})

    def deliveries_all(self, endpoint_id: int, *, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> Iterator[Delivery]:
        """List deliveries: every one, page after page as they are asked for."""
        return self._core.all(_ENDPOINTS_DELIVERIES, "skip", None, {"endpoint_id": endpoint_id, "limit": limit, "all": all})

    def redeliver(self, endpoint_id: int, *, events: Sequence[int], idempotency_key: Optional[str] = None) -> EndpointsRedeliverAnswer:
        """Send events once more. With the same `webhook-id` or `Message-ID` as before. All or none: 404 if one of them was never for this endpoint."""
        return cast("EndpointsRedeliverAnswer", self._core.json(_ENDPOINTS_REDELIVER, {"endpoint_id": endpoint_id, "events": events}, idempotency_key))

    def skip(self, endpoint_id: int, *, events: Sequence[int], idempotency_key: Optional[str] = None) -> EndpointsSkipAnswer:
        """Skip events that wait. They are given up, so that those behind them go on. What was delivered stays so; `redeliver` sends them after all. All or none: 404 if one was never for this endpoint."""
        return cast("EndpointsSkipAnswer", self._core.json(_ENDPOINTS_SKIP, {"endpoint_id": endpoint_id, "events": events}, idempotency_key))


class ClaimsApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def check(self, *, sentence: str, evidence: Sequence[str]) -> ClaimsCheckAnswer:
        """Check a claim. Whether stored evidence bears a sentence out, by the rules to which reports are held: every number, name and quotation must be in it, and one passage must say the same in the same direction. A configured judge decides about the rest, for 60 checks per hour; then rules alone do. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("ClaimsCheckAnswer", self._core.json(_CLAIMS_CHECK, {"sentence": sentence, "evidence": evidence}))


class ViewsApi:
    def __init__(self, core: Core) -> None:
        self._core = core

    def list(self) -> ViewsListAnswer:
        """List your saved views. By name. Send the members of `search` to GET /signals to see one."""
        return cast("ViewsListAnswer", self._core.json(_VIEWS_LIST, {}))

    def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your saved views, in another form than JSON."""
        return self._core.text(_VIEWS_LIST, form, {})

    def create(self, *, name: str, search: ViewSearch) -> ViewsCreateAnswer:
        """Save a view. A search with its filters and order, under a name that no other view of the account has. 50 at most. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("ViewsCreateAnswer", self._core.json(_VIEWS_CREATE, {"name": name, "search": search}))

    def rename(self, view_id: int, *, name: str) -> ViewsRenameAnswer:
        """Rename a saved view."""
        return cast("ViewsRenameAnswer", self._core.json(_VIEWS_RENAME, {"view_id": view_id, "name": name}))

    def remove(self, view_id: int) -> None:
        """Remove a saved view."""
        self._core.json(_VIEWS_REMOVE, {"view_id": view_id})


class Sonde:
    """A client of a Sonde service."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        token: Optional[str] = None,
        retries: int = 2,
        timeout: float = 120.0,
        http: Optional[httpx.Client] = None,
    ) -> None:
        self._core = Core(base_url, api_key=api_key, token=token, retries=retries, timeout=timeout, http=http)
        self.reports = ReportsApi(self._core)
        self.competitors = CompetitorsApi(self._core)
        self.seo = SeoApi(self._core)
        self.signals = SignalsApi(self._core)
        self.social_trends = SocialTrendsApi(self._core)
        self.market_data = MarketDataApi(self._core)
        self.status = StatusApi(self._core)
        self.keys = KeysApi(self._core)
        self.account = AccountApi(self._core)
        self.sources = SourcesApi(self._core)
        self.watches = WatchesApi(self._core)
        self.endpoints = EndpointsApi(self._core)
        self.claims = ClaimsApi(self._core)
        self.views = ViewsApi(self._core)

    def close(self) -> None:
        self._core.close()

    def __enter__(self) -> "Sonde":
        return self

    def __exit__(self, *_: object) -> None:
        self._core.close()


class AsyncReportsApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self, *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> ReportsListAnswer:
        """List your reports. Newest first. `total` counts all of your reports, not the page."""
        return cast("ReportsListAnswer", await self._core.json(_REPORTS_LIST, {"skip": skip, "limit": limit, "all": all}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"], *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> str:
        """List your reports, in another form than JSON."""
        return await self._core.text(_REPORTS_LIST, form, {"skip": skip, "limit": limit, "all": all})

    def list_all(self, *, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> AsyncIterator[ReportItem]:
        """List your reports: every one, page after page as they are asked for."""
        return self._core.all(_REPORTS_LIST, "skip", "reports", {"limit": limit, "all": all})

    async def create(self, *, niche: str, prefer: Optional[str] = None, report_type: Optional[Union[Literal["comprehensive_analysis", "decision_brief", "competitor_analysis", "trend_report"], None]] = None, context: Optional[Union[str, None]] = None, since: Optional[Union[str, None]] = None, research: Optional[Union[bool, None]] = None, idempotency_key: Optional[str] = None) -> Union[ReportsCreateAnswer1, ReportsCreateAnswer2]:
        """Generate a report. Waits until the report is written and answers 201. When that takes too long, when the service is stopped, or with `Prefer: respond-async`, answers 202: read the report at `Location` after `Retry-After` seconds."""
        return cast("Union[ReportsCreateAnswer1, ReportsCreateAnswer2]", await self._core.json(_REPORTS_CREATE, {"niche": niche, "prefer": prefer, "report_type": report_type, "context": context, "since": since, "research": research}, idempotency_key))

    async def get(self, report_id: int) -> ReportsGetAnswer:
        """Read a report. With full content once its status is `completed`; `step` tells how far one is that is `processing`. With `Accept: text/markdown` or `text/html` the same report as a document with numbered sources."""
        return cast("ReportsGetAnswer", await self._core.json(_REPORTS_GET, {"report_id": report_id}))

    async def get_as(self, form: Literal["text/markdown", "text/html"], report_id: int) -> str:
        """Read a report, in another form than JSON."""
        return await self._core.text(_REPORTS_GET, form, {"report_id": report_id})

    async def remove(self, report_id: int) -> ReportsRemoveAnswer:
        """Cancel or delete a report. A queued or processing report is cancelled and stays listed; a final one is deleted."""
        return cast("ReportsRemoveAnswer", await self._core.json(_REPORTS_REMOVE, {"report_id": report_id}))

    async def diff(self, report_id: int, *, against: Optional[int] = None) -> ReportsDiffAnswer:
        """Compare a report with an earlier one. Which claims are new, gone, changed in their figures, or contradicted, with the sources of both sides; made from what is stored with the two reports, without a model. `against` is null where there is no earlier report on the niche. 409 unless both reports are completed."""
        return cast("ReportsDiffAnswer", await self._core.json(_REPORTS_DIFF, {"report_id": report_id, "against": against}))


class AsyncCompetitorsApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self, *, status: Optional[Literal["active", "paused", "archived"]] = None) -> CompetitorsListAnswer:
        """List your competitors. Active and paused ones; `status` narrows the list, or shows the archived."""
        return cast("CompetitorsListAnswer", await self._core.json(_COMPETITORS_LIST, {"status": status}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"], *, status: Optional[Literal["active", "paused", "archived"]] = None) -> str:
        """List your competitors, in another form than JSON."""
        return await self._core.text(_COMPETITORS_LIST, form, {"status": status})

    async def create(self, *, name: str, domain: str, aliases: Optional[Union[Sequence[str], None]] = None, exclude: Optional[Union[Sequence[str], None]] = None, idempotency_key: Optional[str] = None) -> CompetitorsCreateAnswer:
        """Watch a competitor. One entry for each domain."""
        return cast("CompetitorsCreateAnswer", await self._core.json(_COMPETITORS_CREATE, {"name": name, "domain": domain, "aliases": aliases, "exclude": exclude}, idempotency_key))

    async def signals(self, competitor_id: int, *, limit: Optional[int] = None) -> CompetitorsSignalsAnswer:
        """List signals about a competitor. Newest first: what searches for its name found, what names it in its title or snippet, and what is on its domain. Those of a paused competitor stay."""
        return cast("CompetitorsSignalsAnswer", await self._core.json(_COMPETITORS_SIGNALS, {"competitor_id": competitor_id, "limit": limit}))

    async def signals_as(self, form: Literal["text/csv", "application/x-ndjson"], competitor_id: int, *, limit: Optional[int] = None) -> str:
        """List signals about a competitor, in another form than JSON."""
        return await self._core.text(_COMPETITORS_SIGNALS, form, {"competitor_id": competitor_id, "limit": limit})

    async def update(self, competitor_id: int, *, name: Optional[Union[str, None]] = None, status: Optional[Union[Literal["active", "paused", "archived"], None]] = None, aliases: Optional[Union[Sequence[str], None]] = None, exclude: Optional[Union[Sequence[str], None]] = None) -> CompetitorsUpdateAnswer:
        """Rename, pause or resume. A paused competitor is not searched for. An archived entry no longer changes: 409 `competitor_archived`."""
        return cast("CompetitorsUpdateAnswer", await self._core.json(_COMPETITORS_UPDATE, {"competitor_id": competitor_id, "name": name, "status": status, "aliases": aliases, "exclude": exclude}))

    async def remove(self, competitor_id: int) -> CompetitorsRemoveAnswer:
        """Stop watching. The entry becomes `archived`, for good; its domain is free again."""
        return cast("CompetitorsRemoveAnswer", await self._core.json(_COMPETITORS_REMOVE, {"competitor_id": competitor_id}))


class AsyncSeoApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def keywords(self) -> SeoKeywordsAnswer:
        """List your tracked keywords. With up to 90 days of positions, oldest first. A `null` position was looked for and not found."""
        return cast("SeoKeywordsAnswer", await self._core.json(_SEO_KEYWORDS, {}))

    async def keywords_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your tracked keywords, in another form than JSON."""
        return await self._core.text(_SEO_KEYWORDS, form, {})

    async def create(self, *, keyword: str, target_url: str, idempotency_key: Optional[str] = None) -> SeoCreateAnswer:
        """Track a keyword. Once for each keyword and URL."""
        return cast("SeoCreateAnswer", await self._core.json(_SEO_CREATE, {"keyword": keyword, "target_url": target_url}, idempotency_key))

    async def remove(self, keyword_id: int) -> None:
        """Stop tracking a keyword. Its history is deleted with it."""
        await self._core.json(_SEO_REMOVE, {"keyword_id": keyword_id})

    async def positions(self, keyword_id: int, *, positions: Sequence[SeoPositionsPositionsItem], idempotency_key: Optional[str] = None) -> SeoPositionsAnswer:
        """Import positions. At most one a day, none after today (UTC); a known day is replaced."""
        return cast("SeoPositionsAnswer", await self._core.json(_SEO_POSITIONS, {"keyword_id": keyword_id, "positions": positions}, idempotency_key))

    async def trending(self, *, country: Optional[str] = None) -> SeoTrendingAnswer:
        """List trending keywords. By volume. `new`: first seen under 24 hours ago; `rising`, `falling`: 20 % or more against the day before."""
        return cast("SeoTrendingAnswer", await self._core.json(_SEO_TRENDING, {"country": country}))

    async def trending_as(self, form: Literal["text/csv", "application/x-ndjson"], *, country: Optional[str] = None) -> str:
        """List trending keywords, in another form than JSON."""
        return await self._core.text(_SEO_TRENDING, form, {"country": country})

    async def history(self, *, country: Optional[str] = None) -> SeoHistoryAnswer:
        """Read how trending keywords fared. Of the first 100 of the list: the highest volume of each of the last 30 UTC days on which they were seen, oldest first."""
        return cast("SeoHistoryAnswer", await self._core.json(_SEO_HISTORY, {"country": country}))

    async def history_as(self, form: Literal["text/csv", "application/x-ndjson"], *, country: Optional[str] = None) -> str:
        """Read how trending keywords fared, in another form than JSON."""
        return await self._core.text(_SEO_HISTORY, form, {"country": country})


class AsyncSignalsApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self, *, q: Optional[str] = None, limit: Optional[int] = None, sort: Optional[Literal["relevance", "newest"]] = None, since: Optional[str] = None, before: Optional[str] = None, source: Optional[Sequence[str]] = None, language: Optional[str] = None, cursor: Optional[str] = None, highlight: Optional[Literal["true", "false"]] = None, facets: Optional[str] = None, all: Optional[Literal["true", "false"]] = None, tag: Optional[Sequence[str]] = None) -> SignalsListAnswer:
        """List or search market signals. Newest first. With `q` best first: any word may match, what has all words comes before what has some, titles count more, and what is new more than what is old. `"Quoted phrases"` must match, `-word` and `-"phrase"` exclude. Words are found in any of their forms, with and without accents."""
        return cast("SignalsListAnswer", await self._core.json(_SIGNALS_LIST, {"q": q, "limit": limit, "sort": sort, "since": since, "before": before, "source": source, "language": language, "cursor": cursor, "highlight": highlight, "facets": facets, "all": all, "tag": tag}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"], *, q: Optional[str] = None, limit: Optional[int] = None, sort: Optional[Literal["relevance", "newest"]] = None, since: Optional[str] = None, before: Optional[str] = None, source: Optional[Sequence[str]] = None, language: Optional[str] = None, cursor: Optional[str] = None, highlight: Optional[Literal["true", "false"]] = None, facets: Optional[str] = None, all: Optional[Literal["true", "false"]] = None, tag: Optional[Sequence[str]] = None) -> str:
        """List or search market signals, in another form than JSON."""
        return await self._core.text(_SIGNALS_LIST, form, {"q": q, "limit": limit, "sort": sort, "since": since, "before": before, "source": source, "language": language, "cursor": cursor, "highlight": highlight, "facets": facets, "all": all, "tag": tag})

    def list_all(self, *, q: Optional[str] = None, limit: Optional[int] = None, sort: Optional[Literal["relevance", "newest"]] = None, since: Optional[str] = None, before: Optional[str] = None, source: Optional[Sequence[str]] = None, language: Optional[str] = None, highlight: Optional[Literal["true", "false"]] = None, facets: Optional[str] = None, all: Optional[Literal["true", "false"]] = None, tag: Optional[Sequence[str]] = None) -> AsyncIterator[Signal]:
        """List or search market signals: every one, page after page as they are asked for."""
        return self._core.all(_SIGNALS_LIST, "cursor", None, {"q": q, "limit": limit, "sort": sort, "since": since, "before": before, "source": source, "language": language, "highlight": highlight, "facets": facets, "all": all, "tag": tag})

    async def get(self, signal_id: int) -> SignalsGetAnswer:
        """Read a signal. By its id from the list. `article` says what is known about the page behind it, with its opening words but not its text."""
        return cast("SignalsGetAnswer", await self._core.json(_SIGNALS_GET, {"signal_id": signal_id}))

    async def related(self, signal_id: int, *, limit: Optional[int] = None) -> SignalsRelatedAnswer:
        """List signals like one. Those that share the words that tell it best from all others, the likest first."""
        return cast("SignalsRelatedAnswer", await self._core.json(_SIGNALS_RELATED, {"signal_id": signal_id, "limit": limit}))

    async def related_as(self, form: Literal["text/csv", "application/x-ndjson"], signal_id: int, *, limit: Optional[int] = None) -> str:
        """List signals like one, in another form than JSON."""
        return await self._core.text(_SIGNALS_RELATED, form, {"signal_id": signal_id, "limit": limit})

    async def story(self, story_id: int) -> SignalsStoryAnswer:
        """Read a story. The signals that tell one story, in one language or several: who was first, how many publishers carried it, and when. A signal leaves its story when its title changes and no longer fits."""
        return cast("SignalsStoryAnswer", await self._core.json(_SIGNALS_STORY, {"story_id": story_id}))


class AsyncSocialTrendsApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self, platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]) -> SocialTrendsListAnswer:
        """List a platform's trending topics. `feed` holds all platforms, interleaved by percentile. `source_status` tells how fresh the answer is, and `not_configured` where a platform needs credentials that the operator has not set."""
        return cast("SocialTrendsListAnswer", await self._core.json(_SOCIAL_TRENDS_LIST, {"platform": platform}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"], platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]) -> str:
        """List a platform's trending topics, in another form than JSON."""
        return await self._core.text(_SOCIAL_TRENDS_LIST, form, {"platform": platform})

    async def history(self, platform: Literal["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"]) -> SocialTrendsHistoryAnswer:
        """Read how a platform's topics fared. Of the topics of the list: the highest score, of the kind that they have now, of each of the last 30 UTC days on which they were on it, oldest first. `days` adds up all topics of the platform, each kind of score by itself."""
        return cast("SocialTrendsHistoryAnswer", await self._core.json(_SOCIAL_TRENDS_HISTORY, {"platform": platform}))


class AsyncMarketDataApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def search(self, *, q: str, limit: Optional[int] = None) -> MarketDataSearchAnswer:
        """Search companies. By ticker, name or industry: exact ticker first, then ticker prefix, name, name prefix, words of the name (a typo forgiven), industry."""
        return cast("MarketDataSearchAnswer", await self._core.json(_MARKET_DATA_SEARCH, {"q": q, "limit": limit}))

    async def search_as(self, form: Literal["text/csv", "application/x-ndjson"], *, q: str, limit: Optional[int] = None) -> str:
        """Search companies, in another form than JSON."""
        return await self._core.text(_MARKET_DATA_SEARCH, form, {"q": q, "limit": limit})

    async def company(self, company_id: int) -> MarketDataCompanyAnswer:
        """Read a company. By the id that search gave."""
        return cast("MarketDataCompanyAnswer", await self._core.json(_MARKET_DATA_COMPANY, {"company_id": company_id}))

    async def sectors(self) -> MarketDataSectorsAnswer:
        """List industries. With the number of companies in each."""
        return cast("MarketDataSectorsAnswer", await self._core.json(_MARKET_DATA_SECTORS, {}))

    async def sectors_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List industries, in another form than JSON."""
        return await self._core.text(_MARKET_DATA_SECTORS, form, {})


class AsyncStatusApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def get(self) -> StatusGetAnswer:
        """Check availability. No credential needed. 503, with the same body, when the database cannot be reached."""
        return cast("StatusGetAnswer", await self._core.json(_STATUS_GET, {}))


class AsyncKeysApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self) -> KeysListAnswer:
        """List your API keys. Newest first, with their usage."""
        return cast("KeysListAnswer", await self._core.json(_KEYS_LIST, {}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your API keys, in another form than JSON."""
        return await self._core.text(_KEYS_LIST, form, {})

    async def create(self, *, name: str, scopes: Sequence[Literal["reports", "competitors", "seo", "signals", "market_data", "social_trends", "watches"]], expires_at: Optional[Union[str, None]] = None) -> KeysCreateAnswer:
        """Create an API key. Its value is in this answer only. At most five active keys for an account. Made with a token, it gets at most the token's scopes (403 `insufficient_scope`), and `expires_at` must be set and not be too far off (422). An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("KeysCreateAnswer", await self._core.json(_KEYS_CREATE, {"name": name, "scopes": scopes, "expires_at": expires_at}))

    async def deactivate(self, key_id: int) -> KeysDeactivateAnswer:
        """Deactivate a key. For good; it stays listed. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("KeysDeactivateAnswer", await self._core.json(_KEYS_DEACTIVATE, {"key_id": key_id}))

    async def rotate(self, key_id: int) -> KeysRotateAnswer:
        """Rotate a key. A new key with the same name, scopes and expiry; the old one is deactivated at the same moment. A token replaces only what it could have created. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("KeysRotateAnswer", await self._core.json(_KEYS_ROTATE, {"key_id": key_id}))

    async def usage(self, key_id: int) -> KeysUsageAnswer:
        """Read a key's usage. Calls of each of the last 30 UTC days, oldest first, and of each endpoint over all of them."""
        return cast("KeysUsageAnswer", await self._core.json(_KEYS_USAGE, {"key_id": key_id}))

    async def remove(self, key_id: int) -> None:
        """Delete a key. With its usage."""
        await self._core.json(_KEYS_REMOVE, {"key_id": key_id})


class AsyncAccountApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def get(self) -> AccountGetAnswer:
        """Read your account. Who you are here, and what is left."""
        return cast("AccountGetAnswer", await self._core.json(_ACCOUNT_GET, {}))

    async def audit(self, *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> AccountAuditAnswer:
        """Read the audit trail. Newest first: sign-ins and sign-outs, and what was done to keys and to the list of sources, by whom and from where. A token needs the scope `keys`."""
        return cast("AccountAuditAnswer", await self._core.json(_ACCOUNT_AUDIT, {"skip": skip, "limit": limit, "all": all}))

    async def audit_as(self, form: Literal["text/csv", "application/x-ndjson"], *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> str:
        """Read the audit trail, in another form than JSON."""
        return await self._core.text(_ACCOUNT_AUDIT, form, {"skip": skip, "limit": limit, "all": all})

    def audit_all(self, *, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> AsyncIterator[AuditEvent]:
        """Read the audit trail: every one, page after page as they are asked for."""
        return self._core.all(_ACCOUNT_AUDIT, "skip", "events", {"limit": limit, "all": all})


class AsyncSourcesApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self) -> SourcesListAnswer:
        """List the sources. In the order of the operator's list, each with how it is and when it is read next."""
        return cast("SourcesListAnswer", await self._core.json(_SOURCES_LIST, {}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List the sources, in another form than JSON."""
        return await self._core.text(_SOURCES_LIST, form, {})

    async def add(self, *, entry: Mapping[str, Any], service: Optional[Union[str, None]] = None, tags: Optional[Union[Sequence[str], None]] = None) -> SourcesAddAnswer:
        """Add to the list of sources. For operators. Answers the sources that the entry makes; they are read within a minute. A feed that is on the list already is 409. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("SourcesAddAnswer", await self._core.json(_SOURCES_ADD, {"entry": entry, "service": service, "tags": tags}))

    async def change(self, source_name: str, *, paused: Optional[Union[bool, None]] = None, every: Optional[Union[str, None]] = None, tags: Optional[Union[Sequence[str], None]] = None) -> SourcesChangeAnswer:
        """Pause, resume, retime or tag a source. For operators. All processes follow within a second."""
        return cast("SourcesChangeAnswer", await self._core.json(_SOURCES_CHANGE, {"source_name": source_name, "paused": paused, "every": every, "tags": tags}))

    async def remove(self, source_name: str) -> None:
        """Remove from the list of sources. For operators: a feed, or a service by its name in the list. What it has brought stays. One of several sources of a service is 409; pause it."""
        await self._core.json(_SOURCES_REMOVE, {"source_name": source_name})

    async def discover(self, *, url: str) -> SourcesDiscoverAnswer:
        """Find the feeds of a site. For operators. Those that its page names, or else those in usual places, each with its newest items. Nothing is saved. May take half a minute. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("SourcesDiscoverAnswer", await self._core.json(_SOURCES_DISCOVER, {"url": url}))

    async def import_(self, *, document: str, replace: Optional[Union[bool, None]] = None) -> SourcesImportAnswer:
        """Import a list of sources. For operators. What it names is added, or put in the place of what is there; all of it or nothing. Larger lists than a body holds come by `sonde sources import`. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("SourcesImportAnswer", await self._core.json(_SOURCES_IMPORT, {"document": document, "replace": replace}))

    async def export(self, *, format: Optional[Literal["json", "opml"]] = None) -> SourcesExportAnswer:
        """Export the list of sources. For operators, since addresses of private feeds may be secrets."""
        return cast("SourcesExportAnswer", await self._core.json(_SOURCES_EXPORT, {"format": format}))

    async def run(self, source_name: str) -> SourcesRunAnswer:
        """Run a source now. For operators, whether it is due or not. Answers how it went; after five seconds, that it is running. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("SourcesRunAnswer", await self._core.json(_SOURCES_RUN, {"source_name": source_name}))


class AsyncWatchesApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self) -> WatchesListAnswer:
        """List your watches. Oldest first, paused ones included, with how many events each had in the last 7 days."""
        return cast("WatchesListAnswer", await self._core.json(_WATCHES_LIST, {}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your watches, in another form than JSON."""
        return await self._core.text(_WATCHES_LIST, form, {})

    async def create(self, *, name: str, subject: WatchSubject, conditions: Optional[Union[WatchesCreateConditions, None]] = None, endpoints: Optional[Union[Sequence[int], None]] = None, idempotency_key: Optional[str] = None) -> WatchesCreateAnswer:
        """Watch something. A search, a competitor, the position of a tracked keyword, trending searches, social topics, a company, a source that fails, keys that expire, or a report that is made again. `subject.kind` says which. News counts from now on."""
        return cast("WatchesCreateAnswer", await self._core.json(_WATCHES_CREATE, {"name": name, "subject": subject, "conditions": conditions, "endpoints": endpoints}, idempotency_key))

    async def preview(self, *, subject: WatchSubject, conditions: Optional[Union[WatchesPreviewConditions, None]] = None, idempotency_key: Optional[str] = None) -> WatchesPreviewAnswer:
        """Preview a watch. What it would have told in the last 30 days, by the same rules, from what is stored; nothing is saved. Of each event it says whether it would have been sent, and when: cooldown and quiet hours count."""
        return cast("WatchesPreviewAnswer", await self._core.json(_WATCHES_PREVIEW, {"subject": subject, "conditions": conditions}, idempotency_key))

    async def get(self, watch_id: int) -> WatchesGetAnswer:
        """Read a watch."""
        return cast("WatchesGetAnswer", await self._core.json(_WATCHES_GET, {"watch_id": watch_id}))

    async def update(self, watch_id: int, *, name: Optional[Union[str, None]] = None, subject: Optional[Union[SearchSubject, CompetitorSubject, KeywordSubject, TrendingSubject, SocialSubject, CompanySubject, ReportSubject, SourceSubject, KeySubject, None]] = None, conditions: Optional[Union[WatchesUpdateConditions, None]] = None, endpoints: Optional[Union[Sequence[int], None]] = None, status: Optional[Union[Literal["active", "paused"], None]] = None) -> WatchesUpdateAnswer:
        """Change, pause or resume a watch. `conditions` are replaced as a whole. What comes in while a watch is paused makes no event."""
        return cast("WatchesUpdateAnswer", await self._core.json(_WATCHES_UPDATE, {"watch_id": watch_id, "name": name, "subject": subject, "conditions": conditions, "endpoints": endpoints, "status": status}))

    async def remove(self, watch_id: int) -> None:
        """Delete a watch. With its events, for good."""
        await self._core.json(_WATCHES_REMOVE, {"watch_id": watch_id})

    async def feed(self, watch_id: int) -> WatchesFeedAnswer:
        """Make a watch's feed. Gives its events to feed readers, at addresses with a secret that are in this answer only. Making it again ends the earlier addresses. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("WatchesFeedAnswer", await self._core.json(_WATCHES_FEED, {"watch_id": watch_id}))

    async def remove_feed(self, watch_id: int) -> None:
        """End a watch's feed. Its addresses are 404 from then on."""
        await self._core.json(_WATCHES_REMOVE_FEED, {"watch_id": watch_id})

    async def events(self, *, after: Optional[int] = None, watch: Optional[int] = None, limit: Optional[int] = None, before: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> WatchesEventsAnswer:
        """List events. What your watches were waiting for. Ids grow in the order in which events become visible, so you miss none if you read on after the last id."""
        return cast("WatchesEventsAnswer", await self._core.json(_WATCHES_EVENTS, {"after": after, "watch": watch, "limit": limit, "before": before, "all": all}))

    async def events_as(self, form: Literal["text/csv", "application/x-ndjson"], *, after: Optional[int] = None, watch: Optional[int] = None, limit: Optional[int] = None, before: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> str:
        """List events, in another form than JSON."""
        return await self._core.text(_WATCHES_EVENTS, form, {"after": after, "watch": watch, "limit": limit, "before": before, "all": all})

    def events_all(self, *, after: Optional[int] = None, watch: Optional[int] = None, limit: Optional[int] = None, before: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> AsyncIterator[WatchEvent]:
        """List events: every one, page after page as they are asked for."""
        return self._core.all(_WATCHES_EVENTS, "after", None, {"after": after, "watch": watch, "limit": limit, "before": before, "all": all})

    async def read(self, *, ids: Optional[Union[Sequence[int], None]] = None, up_to: Optional[Union[int, None]] = None, idempotency_key: Optional[str] = None) -> None:
        """Mark events as read. For everybody of the account. Nothing is sent less for it."""
        await self._core.json(_WATCHES_READ, {"ids": ids, "up_to": up_to}, idempotency_key)

    def stream(self, *, last_event_id: Optional[int] = None, after: Optional[int] = None, watch: Optional[int] = None) -> AsyncIterator[WatchEvent]:
        """Stream events. Server-Sent Events, each as soon as it is stored. The first block has an `id` alone, so that who connects again misses nothing even before the first event. A comment comes every 15 seconds in which there is no event. The stream ends when your credential does, after an hour, and when the service stops: connect again with `Last-Event-ID`, as browsers do by themselves. An account may have 20 streams open, over all processes of the service; more are 429. The client connects again by itself."""
        return self._core.events(_WATCHES_STREAM, {"last_event_id": last_event_id, "after": after, "watch": watch})


class AsyncEndpointsApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self) -> EndpointsListAnswer:
        """List your endpoints. Oldest first."""
        return cast("EndpointsListAnswer", await self._core.json(_ENDPOINTS_LIST, {}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your endpoints, in another form than JSON."""
        return await self._core.text(_ENDPOINTS_LIST, form, {})

    async def create(self, *, name: str, target: Union[EndpointsCreateTarget1, EndpointsCreateTarget2, EndpointsCreateTarget3, EndpointsCreateTarget4, EndpointsCreateTarget5, EndpointsCreateTarget6, EndpointsCreateTarget7], idempotency_key: Optional[str] = None) -> EndpointsCreateAnswer:
        """Add an endpoint. A webhook (signed by Standard Webhooks), plain JSON, Slack, Discord, Teams, ntfy or mail. It gets the events of the watches that name it, in order and at least once: the same event has the same `webhook-id`, and the same mail the same `Message-ID`. The secret of a webhook is in this answer only. An address of mail is asked whether it wants the mail, and gets nothing else before it is `confirmed`."""
        return cast("EndpointsCreateAnswer", await self._core.json(_ENDPOINTS_CREATE, {"name": name, "target": target}, idempotency_key))

    async def get(self, endpoint_id: int) -> EndpointsGetAnswer:
        """Read an endpoint."""
        return cast("EndpointsGetAnswer", await self._core.json(_ENDPOINTS_GET, {"endpoint_id": endpoint_id}))

    async def update(self, endpoint_id: int, *, name: Optional[Union[str, None]] = None, target: Optional[Union[EndpointsUpdateTarget1, EndpointsUpdateTarget2, EndpointsUpdateTarget3, EndpointsUpdateTarget4, EndpointsUpdateTarget5, EndpointsUpdateTarget6, EndpointsUpdateTarget7, None]] = None, status: Optional[Union[Literal["active", "paused"], None]] = None) -> EndpointsUpdateAnswer:
        """Change, pause or resume an endpoint. Its kind stays. What comes in while it is paused or disabled waits, and is sent when it is active again. What waits is sent at once to another address; one of mail has to be confirmed first."""
        return cast("EndpointsUpdateAnswer", await self._core.json(_ENDPOINTS_UPDATE, {"endpoint_id": endpoint_id, "name": name, "target": target, "status": status}))

    async def remove(self, endpoint_id: int) -> None:
        """Delete an endpoint. With what waits for it. Watches that named it no longer do."""
        await self._core.json(_ENDPOINTS_REMOVE, {"endpoint_id": endpoint_id})

    async def test(self, endpoint_id: int, *, title: Optional[Union[str, None]] = None, idempotency_key: Optional[str] = None) -> EndpointsTestAnswer:
        """Send a test event. Once and at once, also to an endpoint that is paused or disabled; the answer says how it went. An address of mail that is not confirmed is asked once more to confirm. The body may be left out."""
        return cast("EndpointsTestAnswer", await self._core.json(_ENDPOINTS_TEST, {"endpoint_id": endpoint_id, "title": title}, idempotency_key))

    async def rotate(self, endpoint_id: int, *, overlap_hours: Optional[Union[int, None]] = None, idempotency_key: Optional[str] = None) -> EndpointsRotateAnswer:
        """Rotate the secret of a webhook. Requests are signed with both secrets for 24 hours, unless told otherwise. The body may be left out."""
        return cast("EndpointsRotateAnswer", await self._core.json(_ENDPOINTS_ROTATE, {"endpoint_id": endpoint_id, "overlap_hours": overlap_hours}, idempotency_key))

    async def deliveries(self, endpoint_id: int, *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> EndpointsDeliveriesAnswer:
        """List deliveries. What was sent to the endpoint and what waits for it, newest events first, each with its last 10 attempts."""
        return cast("EndpointsDeliveriesAnswer", await self._core.json(_ENDPOINTS_DELIVERIES, {"endpoint_id": endpoint_id, "skip": skip, "limit": limit, "all": all}))

    async def deliveries_as(self, form: Literal["text/csv", "application/x-ndjson"], endpoint_id: int, *, skip: Optional[int] = None, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> str:
        """List deliveries, in another form than JSON."""
        return await self._core.text(_ENDPOINTS_DELIVERIES, form, {"endpoint_id": endpoint_id, "skip": skip, "limit": limit, "all": all})

    def deliveries_all(self, endpoint_id: int, *, limit: Optional[int] = None, all: Optional[Literal["true", "false"]] = None) -> AsyncIterator[Delivery]:
        """List deliveries: every one, page after page as they are asked for."""
        return self._core.all(_ENDPOINTS_DELIVERIES, "skip", None, {"endpoint_id": endpoint_id, "limit": limit, "all": all})

    async def redeliver(self, endpoint_id: int, *, events: Sequence[int], idempotency_key: Optional[str] = None) -> EndpointsRedeliverAnswer:
        """Send events once more. With the same `webhook-id` or `Message-ID` as before. All or none: 404 if one of them was never for this endpoint."""
        return cast("EndpointsRedeliverAnswer", await self._core.json(_ENDPOINTS_REDELIVER, {"endpoint_id": endpoint_id, "events": events}, idempotency_key))

    async def skip(self, endpoint_id: int, *, events: Sequence[int], idempotency_key: Optional[str] = None) -> EndpointsSkipAnswer:
        """Skip events that wait. They are given up, so that those behind them go on. What was delivered stays so; `redeliver` sends them after all. All or none: 404 if one was never for this endpoint."""
        return cast("EndpointsSkipAnswer", await self._core.json(_ENDPOINTS_SKIP, {"endpoint_id": endpoint_id, "events": events}, idempotency_key))


class AsyncClaimsApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def check(self, *, sentence: str, evidence: Sequence[str]) -> ClaimsCheckAnswer:
        """Check a claim. Whether stored evidence bears a sentence out, by the rules to which reports are held: every number, name and quotation must be in it, and one passage must say the same in the same direction. A configured judge decides about the rest, for 60 checks per hour; then rules alone do. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("ClaimsCheckAnswer", await self._core.json(_CLAIMS_CHECK, {"sentence": sentence, "evidence": evidence}))


class AsyncViewsApi:
    def __init__(self, core: AsyncCore) -> None:
        self._core = core

    async def list(self) -> ViewsListAnswer:
        """List your saved views. By name. Send the members of `search` to GET /signals to see one."""
        return cast("ViewsListAnswer", await self._core.json(_VIEWS_LIST, {}))

    async def list_as(self, form: Literal["text/csv", "application/x-ndjson"]) -> str:
        """List your saved views, in another form than JSON."""
        return await self._core.text(_VIEWS_LIST, form, {})

    async def create(self, *, name: str, search: ViewSearch) -> ViewsCreateAnswer:
        """Save a view. A search with its filters and order, under a name that no other view of the account has. 50 at most. An `Idempotency-Key` is refused here (422): the answer is not kept, for it may hold a key's value."""
        return cast("ViewsCreateAnswer", await self._core.json(_VIEWS_CREATE, {"name": name, "search": search}))

    async def rename(self, view_id: int, *, name: str) -> ViewsRenameAnswer:
        """Rename a saved view."""
        return cast("ViewsRenameAnswer", await self._core.json(_VIEWS_RENAME, {"view_id": view_id, "name": name}))

    async def remove(self, view_id: int) -> None:
        """Remove a saved view."""
        await self._core.json(_VIEWS_REMOVE, {"view_id": view_id})


class AsyncSonde:
    """A client of a Sonde service for asyncio."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        token: Optional[str] = None,
        retries: int = 2,
        timeout: float = 120.0,
        http: Optional[httpx.AsyncClient] = None,
    ) -> None:
        self._core = AsyncCore(base_url, api_key=api_key, token=token, retries=retries, timeout=timeout, http=http)
        self.reports = AsyncReportsApi(self._core)
        self.competitors = AsyncCompetitorsApi(self._core)
        self.seo = AsyncSeoApi(self._core)
        self.signals = AsyncSignalsApi(self._core)
        self.social_trends = AsyncSocialTrendsApi(self._core)
        self.market_data = AsyncMarketDataApi(self._core)
        self.status = AsyncStatusApi(self._core)
        self.keys = AsyncKeysApi(self._core)
        self.account = AsyncAccountApi(self._core)
        self.sources = AsyncSourcesApi(self._core)
        self.watches = AsyncWatchesApi(self._core)
        self.endpoints = AsyncEndpointsApi(self._core)
        self.claims = AsyncClaimsApi(self._core)
        self.views = AsyncViewsApi(self._core)

    async def aclose(self) -> None:
        await self._core.close()

    async def __aenter__(self) -> "AsyncSonde":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._core.close()
