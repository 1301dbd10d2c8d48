/** One example for each shape, by the name of its schema in the document. */
export const examples: Record<string, unknown> = {
  ReportItem: {
    id: 17,
    niche: "electric vehicle charging",
    report_type: "comprehensive_analysis",
    title: "Comprehensive analysis: electric vehicle charging",
    status: "completed",
    confidence: 0.97,
    created_at: "2026-11-20T09:30:00"
  },
  Competitor: {
    id: 3,
    name: "Acme",
    domain: "acme.example",
    aliases: ["Acme Energy"],
    exclude: ["acme of perfection"],
    status: "active",
    created_at: "2026-11-02T08:00:00"
  },
  TrackedKeyword: {
    id: 5,
    keyword: "market research api",
    target_url: "https://www.acme.example/",
    current_position: 4,
    search_volume: null,
    position_history: [
      { date: "2026-11-19", position: null, url: null },
      { date: "2026-11-20", position: 4, url: "https://www.acme.example/" }
    ],
    created_at: "2026-11-02T08:00:00"
  },
  TrendingKeyword: { keyword: "heat pump", volume: 20000, trend: "rising", country: "US" },
  Signal: {
    id: 101,
    title: "Charging network doubles its sites in Spain",
    snippet: "The operator opened its two hundredth site and expects as many again next year.",
    url: "https://news.example/charging-spain",
    source: "Example News",
    published_at: "2026-11-20",
    published_at_estimated: false,
    language: "en",
    also_in: [{ source: "Example Wire", url: "https://wire.example/2026/11/charging-network-doubles" }],
    story_id: 58,
    story_signals: 3
  },
  SocialTrend: {
    title: "Which charger did you install at home?",
    score: 812,
    platform: "reddit",
    subreddit: "electricvehicles",
    score_kind: "points",
    url: "https://www.reddit.com/r/electricvehicles/comments/abc/",
    rank: 1
  },
  SocialHistory: {
    topics: [
      {
        title: "Which charger did you install at home?",
        platform: "reddit",
        score_kind: "points",
        url: "https://www.reddit.com/r/electricvehicles/comments/abc/",
        days: [
          { date: "2026-11-19", score: 240 },
          { date: "2026-11-20", score: 812 }
        ]
      }
    ],
    days: [
      { date: "2026-11-19", score_kind: "points", topics: 31, score: 6240 },
      { date: "2026-11-20", score_kind: "points", topics: 28, score: 7115 }
    ]
  },
  Company: {
    id: 42,
    name: "Acme Corporation",
    ticker: "ACME",
    industry: "Electric Services",
    revenue: 1250000000,
    market_cap: null,
    currency: "USD",
    revenue_period_end: "2025-12-31",
    source_url: "https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=0000000042"
  },
  Sector: { industry: "Electric Services", companies: 58 },
  ServiceStatus: {
    status: "ok",
    version: "v1",
    time: "2026-11-20T09:30:00",
    components: {
      database: "ok",
      ingestion: { fresh: 38, stale: 1, failed: 1, not_configured: 2 },
      report_writer: "extractive",
      search: { engine: "bm25", pending: 0 }
    }
  },
  KeyActivity: {
    days: [
      { date: "2026-11-19", calls: 0 },
      { date: "2026-11-20", calls: 128 }
    ],
    endpoints: [{ endpoint: "GET /api/v1/public/signals", calls: 128 }]
  },
  AccountSummary: {
    account: "local",
    sign_in: "link",
    operator: true,
    scopes: ["reports", "competitors", "seo", "signals", "market_data", "social_trends"],
    keys: { active: 2, limit: 5 },
    reports: { last_hour: 1, limit: 10 },
    events: { unread: 3 }
  },
  AuditEvent: {
    id: 12,
    at: "2026-11-20T09:30:00",
    action: "key_rotated",
    by: "dashboard",
    address: "192.0.2.7",
    user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    key: { id: 4, name: "ci", last4: "9a0c" },
    source: null,
    detail: null
  },
  Source: {
    name: "feed:news.example",
    kind: "signals",
    state: "ok",
    last_success_at: "2026-11-20T09:20:00",
    next_check_at: "2026-11-20T09:50:00",
    failures: 0,
    items: 24,
    idle: null,
    offline_since: null,
    last_error: null,
    moved_to: null,
    title: "Example News",
    missing: null,
    listed: true,
    service: "feeds",
    paused: false,
    tags: ["rivals"],
    interval_seconds: 1_800,
    cron: null
  },
  SourceRun: { name: "feed:news.example", outcome: "finished", state: "ok", new: 3, changed: 1, message: null },
  ReadEvents: { up_to: 17 },
  NotFoundError: {
    success: false,
    error: {
      code: "report_not_found",
      message: "There is no such report.",
      request_id: "0b8f4a5e-7a52-4f2b-9a52-3f9f0f1a2b3c"
    }
  },
  InvalidError: {
    success: false,
    error: {
      code: "validation_error",
      message: "limit must be an integer between 1 and 100",
      details: [{ location: ["query", "limit"], message: "must be an integer between 1 and 100" }],
      request_id: "0b8f4a5e-7a52-4f2b-9a52-3f9f0f1a2b3c"
    }
  }
}
