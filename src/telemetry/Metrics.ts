import { counter, histogram } from "./Series.ts"

/*
 * What the service counts while it works. Each is a function that anyone may call; the values that are looked up when
 * somebody asks are in Readings.ts.
 */

/** From a cached answer (under a millisecond) to a report that is waited for (60 s). */
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** A request that has been answered, by its route's template (never its path), in seconds. */
export const requestAnswered = histogram(
  "sonde_http_request_duration_seconds",
  "How long requests took, by route template and status.",
  ["method", "route", "status"],
  seconds
)

/** Requests that are being answered by this process at the moment. */
export const requests = { inFlight: 0 }

/** A credential that was not accepted, or not for this, by the error's code. */
export const credentialRefused = counter(
  "sonde_credentials_refused_total",
  "Requests refused for their credential, by reason.",
  ["reason"]
)

/** A request over a limit: `account`, `reports`, `failed_credentials`, `sign_in_links`, `status` or `visits`. */
export const rateLimited = counter(
  "sonde_rate_limited_total",
  "Requests refused by a rate limit, by limit.",
  ["limit"],
  ["account", "reports", "failed_credentials", "sign_in_links", "status", "visits"].map((limit) => ({ limit }))
)

/** The limits could not be shared with other processes for a moment. */
export const limitStoreFailed = counter(
  "sonde_rate_limit_store_failures_total",
  "Times that the store of limits could not be asked; a process then holds the limit alone.",
  [],
  [{}]
)

/** A report that reached its end: `completed` or `failed`. */
export const reportEnded = counter(
  "sonde_reports_ended_total",
  "Reports that were written or failed, by outcome.",
  ["outcome"],
  [{ outcome: "completed" }, { outcome: "failed" }]
)

/** A call of the model: `answered`, or `failed` after its retries. */
export const modelCalled = histogram(
  "sonde_model_call_duration_seconds",
  "How long calls of the report model took, retries included, by outcome.",
  ["outcome"],
  seconds
)

/** Tokens of the model: `input` or `output`. */
export const modelTokens = counter("sonde_model_tokens_total", "Tokens that the report model has used, by direction.", [
  "direction"
])

/** What the tokens cost, where prices are set. */
export const modelCost = counter(
  "sonde_model_cost_dollars_total",
  "What the report model's tokens cost in US dollars, by the prices in the settings."
)

/** A call for vectors of texts: for a `question` or for `signals`; `answered` or `failed`. */
export const embeddingsCalled = histogram(
  "sonde_embeddings_call_duration_seconds",
  "How long calls of the embeddings model took, by what for and outcome.",
  ["purpose", "outcome"],
  seconds
)

/** Tokens of the texts that vectors were made of. */
export const embeddingsTokens = counter(
  "sonde_embeddings_tokens_total",
  "Tokens that the embeddings model has read, by what for.",
  ["purpose"]
)

/** What they cost, where the price is set. */
export const embeddingsCost = counter(
  "sonde_embeddings_cost_dollars_total",
  "What the embeddings model's tokens cost in US dollars, by EMBEDDINGS_PRICE."
)

/** A call of the search cluster: a `question`, or a `change` of what it has; `answered` or `failed`. */
export const searchClusterCalled = histogram(
  "sonde_search_cluster_call_duration_seconds",
  "How long calls of the search cluster took, by what for and outcome.",
  ["purpose", "outcome"],
  seconds
)

/** A run of a source that ended, by the state that it ended in. */
export const sourceRun = counter("sonde_source_runs_total", "Runs of sources, by how they ended.", ["source", "state"])

/** Items of a source: `fetched`, of these `new` or `changed`, or `skipped`. */
export const itemsIngested = counter("sonde_items_ingested_total", "Items read from sources, by what became of them.", [
  "source",
  "result"
])
