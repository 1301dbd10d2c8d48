import { Config, Context, Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import { HttpUrl } from "../text/Text.ts"
import {
  accounts,
  clusterUrls,
  flag,
  indexName,
  integer,
  list,
  longToken,
  mailFrom,
  postgresUrl,
  postgresUrls,
  price,
  retention,
  secret,
  setting,
  type Setting,
  smtpUrl,
  text,
  token
} from "./SettingForms.ts"

/*
 * Every setting, once: its name in the environment, its form, its default and what it means. The table in
 * docs/settings.md and .env.example are checked against this list.
 */

/** The settings by their names in the environment. */
export const settings = {
  HOST: setting(text, "127.0.0.1", "address to listen on; `0.0.0.0` for every interface"),
  PORT: setting(integer(0, 65_535), "4646", "port to listen on; `0` picks a free one"),
  DATA_DIR: setting(text, "./data", "directory of the embedded database, unless `DATABASE_URL` is set"),
  DATABASE_URL: secret(postgresUrl, "Postgres 15 or later; without it the embedded database is used"),
  DATABASE_MAX_CONNECTIONS: setting(
    integer(1, 1_000),
    "20",
    "the most connections to Postgres per process, not counting one to listen and two for short reads; Postgres allows 100 in all by default"
  ),
  DATABASE_READ_URL: secret(
    postgresUrls,
    "standbys (streaming replicas) of that Postgres, which lists, searches and evidence are read from: one URL for each server, with commas or spaces between them; see operating.md"
  ),
  DATABASE_READ_MAX_LAG_SECONDS: setting(
    integer(1, 3_600),
    "10",
    "seconds: a standby that is further behind is not read from, nor one of which that is not known"
  ),
  WORKERS: setting(
    integer(1, 64),
    "1",
    "processes that serve together on the port, each with its own connections; more than one needs `DATABASE_URL`"
  ),
  SHUTDOWN_DELAY_SECONDS: setting(
    integer(0, 300),
    "0",
    "how long a process that is asked to stop goes on serving while `/readyz` is 503, so that a balancer takes it out"
  ),
  LOG_FORMAT: setting(Schema.Literals(["pretty", "json", "logfmt"]), "pretty", "`pretty`, `json` or `logfmt`"),
  LOG_LEVEL: setting(
    Schema.Literals(["debug", "info", "warn", "error"]),
    "info",
    "`debug`, `info`, `warn` or `error`: the least severe level that is written"
  ),
  ACCESS_LOG: setting(
    flag,
    "false",
    "`true` writes a line for each request: route, status, time, ids of request and key"
  ),
  METRICS_TOKEN: secret(
    longToken,
    "bearer token (16 characters or more) for `/metrics`, in Prometheus' form; without it there is no such page"
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: secret(HttpUrl, "OpenTelemetry collector that gets traces and logs over HTTP"),
  OTEL_EXPORTER_OTLP_HEADERS: secret(text, "headers for it: `name=value`, comma separated, values percent-encoded"),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    Schema.Literals(["http/protobuf", "http/json"]),
    "http/protobuf",
    "how it is talked to: `http/protobuf` or `http/json`"
  ),
  OTEL_SERVICE_NAME: setting(text, "sonde", "what this service is called there"),
  MAX_REQUESTS: setting(
    integer(1, 100_000),
    "500",
    "requests that are answered at a time; what comes beside them is 503 at once"
  ),
  TRUST_PROXY: setting(flag, "false", "`true` behind a reverse proxy: client addresses come from `X-Forwarded-For`"),
  PUBLIC_URL: setting(
    HttpUrl,
    null,
    "where people reach the service, as `https://sonde.example`; without it the address that a request names"
  ),
  MCP_HOSTS: setting(
    list,
    "",
    "names (comma separated) by which agents may address `/mcp`, beside that of `PUBLIC_URL`, `localhost` and IP addresses"
  ),
  INGEST_ENABLED: setting(flag, "true", "`false` serves only: nothing is fetched"),
  ARTICLES: setting(
    Schema.Literals(["evidence", "all", "off"]),
    "evidence",
    "which pages behind signals are read: `evidence` (those about competitors and niches of reports), `all` or `off`; see articles.md"
  ),
  SOURCES_FILE: setting(text, "./sources.default.json", "fills the list of sources once; see Sources"),
  CONTACT: setting(
    text,
    null,
    "mail address or URL that the User-Agent names, so that publishers can reach you; SEC files need it"
  ),
  ALLOW_PRIVATE_HOSTS: setting(
    list,
    "",
    "hosts (`name` or `name:port`, comma separated) that the list of sources and endpoints of accounts may name although their address is private; a redirect from elsewhere may not"
  ),
  REDDIT_CLIENT_ID: setting(token, null, "id of a reddit app; with its secret, posts come with their points"),
  REDDIT_CLIENT_SECRET: secret(token, "the reddit app's secret"),
  X_BEARER_TOKEN: secret(token, "bearer token of an X app; without it X is not asked"),
  RANK_SOURCE: setting(
    Schema.Literals(["none", "searxng", "serpapi", "google_cse"]),
    "none",
    "who is asked for the search positions of tracked keywords: `none`, `searxng`, `serpapi` or `google_cse`"
  ),
  SEARXNG_URL: setting(
    HttpUrl,
    null,
    "a SearXNG that answers JSON; on a private address, `ALLOW_PRIVATE_HOSTS` must name it"
  ),
  SERPAPI_KEY: secret(token, "key of a SerpApi account"),
  GOOGLE_CSE_KEY: secret(token, "key for Google's Custom Search JSON API"),
  GOOGLE_CSE_ID: setting(token, null, "id (`cx`) of a Programmable Search Engine"),
  RETENTION_SIGNALS_DAYS: retention("0", "signals are kept"),
  RETENTION_ARTICLES_DAYS: retention("90", "texts of articles are kept after the fetch"),
  RETENTION_TRENDING_DAYS: retention(
    "400",
    "trending keywords, their daily volumes and those of social topics are kept"
  ),
  RETENTION_RUNS_DAYS: retention("30", "runs of sources are kept"),
  RETENTION_USAGE_DAYS: retention("400", "the use of keys is kept"),
  RETENTION_AUDIT_DAYS: retention("400", "sign-ins and what was done to keys and sources are remembered"),
  RETENTION_EVENTS_DAYS: retention("90", "events of watches and what is known of their delivery are kept, at least 8"),
  SMTP_URL: secret(
    smtpUrl,
    "mail server for events of watches, `smtps://user:password@host` or `smtp://host:587?requireTLS=true`; needs `MAIL_FROM` and `PUBLIC_URL`"
  ),
  MAIL_FROM: setting(mailFrom, null, "who that mail is from: `sonde@example.com` or `Sonde <sonde@example.com>`"),
  PRICE_SOURCE_URL: secret(
    HttpUrl,
    "file of share prices (CSV or JSON of tickers and prices in US dollars), from which market values are computed"
  ),
  RATE_LIMIT_PER_MINUTE: setting(integer(0, 100_000_000), "120", "requests of an account per minute; `0`: no limit"),
  REPORTS_PER_HOUR: setting(integer(0, 1_000_000), "10", "new reports of an account per hour; `0`: no limit"),
  REPORT_WAIT_SECONDS: setting(
    integer(0, 600),
    "45",
    "how long POST /reports waits before it answers 202; proxies must wait longer"
  ),
  REPORT_WORKERS: setting(integer(0, 64), "2", "reports written at the same time by this process; `0`: none"),
  RESEARCH_SECONDS: setting(
    integer(0, 120),
    "20",
    "how long a report's niche is looked up outside before the report is written; `0`: not at all. The words of the niche go to the sources that search; see sources.md"
  ),
  OPENAI_API_KEY: secret(
    token,
    "key of an OpenAI-compatible server, whose model then helps to find the evidence of reports and writes them; without it they quote their sources"
  ),
  OPENAI_BASE_URL: setting(HttpUrl, "https://api.openai.com/v1", "where that server's API is"),
  OPENAI_MODEL: setting(text, "gpt-4.1-mini", "the model, as that server names it"),
  OPENAI_TIMEOUT_SECONDS: setting(
    integer(1, 300),
    "120",
    "how long the model may take to write a report, retries included; then the report quotes its sources. Before that it may take as long to find the evidence, but a minute at most"
  ),
  OPENAI_MAX_OUTPUT_TOKENS: setting(
    integer(256, 100_000),
    "8000",
    "tokens of an answer, thoughts included, where the model has some"
  ),
  OPENAI_MAX_TOKENS_PER_REPORT: setting(
    integer(0, 10_000_000),
    "200000",
    "tokens that one report may take, input and output, to find the evidence, to write and to judge; then the rest of the report quotes its sources. `0`: any number"
  ),
  OPENAI_INPUT_PRICE: setting(
    price,
    "0",
    "US dollars for a million tokens of input, for the metrics; `0`: cost is not counted"
  ),
  OPENAI_OUTPUT_PRICE: setting(price, "0", "the same for output"),
  JUDGE_MODEL: setting(
    text,
    null,
    "model that judges whether the evidence supports what the model has written; without it `OPENAI_MODEL` does"
  ),
  JUDGE_BASE_URL: setting(HttpUrl, null, "where that model's API is; without it `OPENAI_BASE_URL`"),
  JUDGE_API_KEY: secret(
    token,
    "key of that server; without it `OPENAI_API_KEY`, but only for `OPENAI_BASE_URL`: a server at `JUDGE_BASE_URL` gets no key then"
  ),
  JUDGE_FORM: setting(
    Schema.Literals(["facts", "yes_or_no"]),
    "facts",
    "`facts`: it splits each sentence into facts and names the words that bear them out; `yes_or_no`: for small models that are trained to answer with one word"
  ),
  JUDGE_INPUT_PRICE: setting(
    price,
    null,
    "US dollars for a million tokens of the judge's input; without it `OPENAI_INPUT_PRICE`, but only while `OPENAI_MODEL` judges"
  ),
  JUDGE_OUTPUT_PRICE: setting(price, null, "the same for output"),
  EMBEDDINGS_MODEL: setting(
    text,
    null,
    "model for search by meaning, by its name on a server with `/embeddings`; without it search goes by words alone"
  ),
  EMBEDDINGS_BASE_URL: setting(HttpUrl, null, "where that server's API is; without it `OPENAI_BASE_URL`"),
  EMBEDDINGS_API_KEY: secret(
    token,
    "key of that server; without it `OPENAI_API_KEY`, but only for `OPENAI_BASE_URL`: a server at `EMBEDDINGS_BASE_URL` gets no key then"
  ),
  EMBEDDINGS_PRICE: setting(price, "0", "US dollars for a million tokens, for the metrics; `0`: cost is not counted"),
  SEARCH_URL: secret(
    clusterUrls,
    "OpenSearch cluster that answers searches in the place of the database: the URLs of some of its servers, with user and password before the host if it wants them, with commas or spaces between them; see search.md"
  ),
  SEARCH_INDEX: setting(
    indexName,
    "sonde",
    "what the index is called there; two services with databases of their own need two names on one cluster"
  ),
  SEARCH_SHARDS: setting(
    integer(1, 1_000),
    "3",
    "parts into which an index is divided when it is made; a part wants 10 to 50 GB, and a signal takes 1 to 2 KB"
  ),
  OIDC_ISSUER: setting(
    HttpUrl,
    null,
    "identity provider: its tokens are accepted with `OIDC_AUDIENCE`, its users sign in to the dashboard with `OIDC_CLIENT_ID`"
  ),
  OIDC_AUDIENCE: setting(text, null, "`aud` that tokens must carry; without it tokens are refused"),
  OIDC_JWKS_URL: setting(HttpUrl, null, "the provider's keys, when its discovery document is not to be asked"),
  OIDC_CLIENT_ID: setting(
    text,
    null,
    "the dashboard as the provider knows it; without it one signs in by one-time links"
  ),
  OIDC_CLIENT_SECRET: secret(text, "the secret that goes with it, where the provider has given one"),
  OPERATORS: setting(
    accounts,
    "",
    "accounts (`sub`, comma separated) that may run sources from the dashboard, beside whoever signs in to `local` by link"
  ),
  TOKEN_KEY_MAX_DAYS: setting(
    integer(1, 36_500),
    "90",
    "days that an API key may live which a token with the scope `keys` creates; signed-in users choose freely"
  ),
  SESSION_HOURS: setting(integer(1, 8_760), "12", "hours after which a signed-in user has to sign in again"),
  SESSION_IDLE_MINUTES: setting(integer(1, 525_600), "120", "minutes without a request after which a session ends")
} as const

type Name = keyof typeof settings
type Value<N extends Name> = (typeof settings)[N]["schema"]["Type"]

/** A setting without default is an Option; a secret is Redacted. */
type Values = {
  readonly [N in Name]: (typeof settings)[N] extends { readonly secret: true }
    ? Option.Option<Redacted.Redacted<Value<N>>>
    : (typeof settings)[N]["default"] extends null
      ? Option.Option<Value<N>>
      : Value<N>
}

/** The settings that may be left out. */
type OptionalName = { readonly [N in Name]: (typeof settings)[N]["default"] extends null ? N : never }[Name]

/** Settings that cannot be used: every fault of every variable at once. */
export class InvalidSettings extends Schema.TaggedError<InvalidSettings>()("InvalidSettings", {
  faults: Schema.Array(Schema.String),
  /** A setting itself is wrong; a file, a directory or an address may be mended without another start. */
  hopeless: Schema.Boolean
}) {
  override get message(): string {
    return ["These settings cannot be used:", ...this.faults.map((fault) => `  ${fault}`)].join("\n")
  }
}

const readable = (error: Schema.SchemaError): string =>
  error.message
    .split("\n")[0]!
    .replace(/^Expected /, "must be ")
    .replace(/, got [\s\S]*$/, "")
    .replace(/^must be (?=.* \| )(.*)$/, (_, choices: string) => `must be one of ${choices.replaceAll(" | ", ", ")}`)

const read = Effect.fnUntraced(function* (name: Name) {
  const { default: fallback, schema, secret = false }: Setting<unknown, string | null> = settings[name]
  const given = yield* Config.option(Config.String(name))
  // An empty variable counts as absent: compose files and shells write `NAME=` for "not set".
  const source = Option.getOrElse(
    Option.filter(given, (value) => value !== ""),
    () => fallback
  )
  if (source === null) return Result.succeed(Option.none())
  const decoded = Schema.decodeUnknownResult(schema)(source)
  if (Result.isFailure(decoded)) return Result.fail(`${name} ${readable(decoded.failure)}`)
  if (fallback !== null) return Result.succeed(decoded.success)
  return Result.succeed(Option.some(secret ? Redacted.make(decoded.success) : decoded.success))
})

/** What each rank source cannot do without. */
const rankNeeds = {
  none: [],
  searxng: ["SEARXNG_URL"],
  serpapi: ["SERPAPI_KEY"],
  google_cse: ["GOOGLE_CSE_KEY", "GOOGLE_CSE_ID"]
} as const satisfies Record<Value<"RANK_SOURCE">, ReadonlyArray<Name>>

/** As long as watches may be silent after an event, which has to be known until then. */
const longestCooldownDays = 7

/** What is wrong with settings together, although each may be used; one that is not there has a fault of its own. */
const disagreements = (values: Partial<Values>): ReadonlyArray<string> => {
  const isSet = (name: OptionalName) => !(name in values) || values[name]?._tag === "Some"
  const faults: Array<string> = []
  if (isSet("OIDC_ISSUER") && !isSet("OIDC_AUDIENCE") && !isSet("OIDC_CLIENT_ID"))
    faults.push("OIDC_AUDIENCE or OIDC_CLIENT_ID, or both, must be set when OIDC_ISSUER is")
  if (isSet("OIDC_CLIENT_ID") && !isSet("OIDC_ISSUER")) faults.push("OIDC_ISSUER must be set when OIDC_CLIENT_ID is")
  if (isSet("REDDIT_CLIENT_ID") !== isSet("REDDIT_CLIENT_SECRET"))
    faults.push("REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET must be set together, or neither")
  if (isSet("SMTP_URL") !== isSet("MAIL_FROM")) faults.push("SMTP_URL and MAIL_FROM must be set together, or neither")
  if (isSet("SMTP_URL") && "SMTP_URL" in values && !isSet("PUBLIC_URL"))
    faults.push("PUBLIC_URL must be set when SMTP_URL is: mails lead back to the service")
  const { RETENTION_EVENTS_DAYS: events = 0 } = values
  if (events > 0 && events <= longestCooldownDays)
    faults.push(`RETENTION_EVENTS_DAYS must be 0 or more than ${longestCooldownDays}: a cooldown may last a week`)
  if ((values.WORKERS ?? 1) > 1 && !isSet("DATABASE_URL"))
    faults.push("WORKERS must be 1 without DATABASE_URL: the embedded database is for one process")
  if (isSet("DATABASE_READ_URL") && "DATABASE_READ_URL" in values && !isSet("DATABASE_URL"))
    faults.push("DATABASE_URL must be set when DATABASE_READ_URL is: standbys follow a Postgres")
  if ((values.WORKERS ?? 1) > 1 && "Deno" in globalThis)
    faults.push("WORKERS must be 1 on Deno, whose workers drop requests when they stop: use Node, or several processes")
  if (
    isSet("EMBEDDINGS_MODEL") &&
    !isSet("EMBEDDINGS_API_KEY") &&
    !isSet("EMBEDDINGS_BASE_URL") &&
    !isSet("OPENAI_API_KEY")
  )
    faults.push("EMBEDDINGS_BASE_URL, EMBEDDINGS_API_KEY or OPENAI_API_KEY must be set when EMBEDDINGS_MODEL is")
  for (const name of ["JUDGE_MODEL", "JUDGE_BASE_URL", "JUDGE_API_KEY"] as const)
    if (isSet(name) && name in values && !isSet("OPENAI_API_KEY"))
      faults.push(`OPENAI_API_KEY must be set when ${name} is: the judge reads what a model has written`)
  if (isSet("JUDGE_BASE_URL") && "JUDGE_BASE_URL" in values && !isSet("JUDGE_MODEL"))
    faults.push("JUDGE_MODEL must be set when JUDGE_BASE_URL is")
  const { RANK_SOURCE: ranks = "none" } = values
  for (const name of rankNeeds[ranks]) if (!isSet(name)) faults.push(`${name} must be set when RANK_SOURCE is ${ranks}`)
  return faults
}

/**
 * What is wrong with what settings name outside of this process. A setting that is not there has a fault of its own.
 */
export type Check = (settings: Partial<Values>) => Effect.Effect<ReadonlyArray<string>>

const load = Effect.fnUntraced(function* (check: Check) {
  const values: Record<string, unknown> = {}
  const faults: Array<string> = []
  for (const name of Object.keys(settings) as Array<Name>) {
    const value = yield* read(name)
    if (Result.isSuccess(value)) values[name] = value.success
    else faults.push(value.failure)
  }
  faults.push(...disagreements(values))
  const all = [...faults, ...(yield* check(values))]
  if (all.length > 0) return yield* new InvalidSettings({ faults: all, hopeless: faults.length > 0 })
  return values as unknown as Values
})

/** The settings that the process runs with. */
export class Settings extends Context.Service<Settings, Values>()("sonde/Settings") {
  /**
   * From the environment; fails with every bad variable named, those included whose content does not pass the check.
   */
  static readonly layerChecked = (check: Check) => Layer.effect(Settings, load(check))

  /** From the environment; fails with every bad variable named. */
  static readonly layer = Settings.layerChecked(() => Effect.succeed([]))
}

/** Every secret among the settings, for whoever keeps them out of what is written. */
export const secretsOf = (values: Settings["Service"]): ReadonlyArray<string> =>
  Object.values<unknown>(values).flatMap((value) =>
    Option.isOption(value) && Option.isSome(value) && Redacted.isRedacted(value.value)
      ? [Redacted.value(value.value)].flat().map(String)
      : []
  )
