import type { Failure } from "./generated.ts"

/** Where the service is, and who asks. */
export interface SondeOptions {
  /** `http://127.0.0.1:4646` */
  readonly baseUrl: string
  /** A key (`sonde_live_…`); sent as `X-API-Key`. */
  readonly apiKey?: string
  /** A token of the service's identity provider; sent as `Authorization: Bearer`. */
  readonly token?: string
  /** How often a call that failed for a passing reason is made again: 2 times unless told. */
  readonly retries?: number
  /** For how long a call may go on, without its retries: 120 seconds unless told, since reports take their time. */
  readonly timeoutMillis?: number
  /** Another `fetch` than the runtime's. */
  readonly fetch?: typeof globalThis.fetch
  /** Headers that go with every call. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What holds for one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  readonly retries?: number
  readonly timeoutMillis?: number
  /**
   * Of a call that changes something: the same key with the same body is done once. Without one, the client makes one
   * up for the call and its retries.
   */
  readonly idempotencyKey?: string
}

/** A way to ask: what the generated methods are made from. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly query?: ReadonlyArray<string>
  readonly headers?: ReadonlyArray<string>
  readonly body?: ReadonlyArray<string>
  /** It takes an `Idempotency-Key`. */
  readonly idempotent?: true
}

/** A page of a list, as answers hold it. */
export interface Paging {
  readonly by: "cursor" | "skip" | "after"
  /** Member of `data` that has the items; null where `data` is the list. */
  readonly member: string | null
}

type Values = object

/** An answer that is no success. `failure` is its `error`, told apart by `code`. */
export class SondeError extends Error {
  override readonly name: string = "SondeError"
  readonly status: number
  readonly failure: Failure
  /** Seconds to wait, where the answer says so. */
  readonly retryAfter: number | null

  constructor(status: number, failure: Failure, retryAfter: number | null) {
    super(`${status} ${failure.code}: ${failure.message} (request ${failure.request_id})`)
    this.status = status
    this.failure = failure
    this.retryAfter = retryAfter
  }

  get code(): Failure["code"] {
    return this.failure.code
  }

  get requestId(): string {
    return this.failure.request_id
  }
}

/** No answer has come: refused, broken off or too late. `cause` is what `fetch` says of it, `status` is 0. */
export class SondeUnreachable extends SondeError {
  override readonly name = "SondeUnreachable"

  constructor(url: string, cause: unknown) {
    const { code, message, name }: { code?: unknown; message?: string; name?: string } =
      (cause instanceof Error ? (cause.cause ?? cause) : null) ?? {}
    const why = (typeof code === "string" && code) || message || name || String(cause)
    super(0, { code: "unavailable", message: `${url} cannot be reached (${why})`, request_id: "unknown" }, null)
    this.message = this.failure.message
    this.cause = cause
  }
}

/** Statuses of failures that pass; 0 is no answer at all. */
export const passing: ReadonlySet<number> = new Set([0, 408, 429, 502, 503, 504])

/** The longest time that a call waits for its turn; who is told to wait for longer gets the error. */
const mostWaitMillis = 60_000

export const wait = (millis: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop)
      resolve()
    }, millis)
    signal?.addEventListener("abort", stop, { once: true })
  })

/** Half a second, one, two…, and up to a quarter more, so that clients don't come back all at once. */
export const backoff = (attempt: number): number => Math.min(500 * 2 ** attempt, 30_000) * (1 + Math.random() / 4)

const retryAfterOf = (headers: Headers): number | null => {
  const text = headers.get("retry-after")
  if (text === null) return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(seconds, 0)
}

/** The failure in an answer, which may be that of something on the way and no failure of Sonde. */
export const errorOf = async (response: Response): Promise<SondeError> => {
  const text = await response.text()
  const retryAfter = retryAfterOf(response.headers)
  try {
    const { error } = JSON.parse(text) as { readonly error?: Failure }
    if (typeof error?.code === "string") return new SondeError(response.status, error, retryAfter)
  } catch {
    // Not JSON: what it says stands in the message.
  }
  const message = text.slice(0, 200) || response.statusText
  const request_id = response.headers.get("x-request-id") ?? "unknown"
  return new SondeError(
    response.status,
    { code: response.status < 500 ? "malformed_request" : "unavailable", message, request_id },
    retryAfter
  )
}

/** Makes calls: address, credential, retries, errors. */
export class Core {
  readonly #options: SondeOptions
  readonly #base: string

  constructor(options: SondeOptions) {
    this.#options = options
    this.#base = options.baseUrl.replace(/\/+$/, "")
  }

  /** What is read of the answer to a call that is no failure. A stream's has no end, and so no time. */
  async ask<A>(
    operation: Operation,
    values: Values,
    accept: string,
    options: CallOptions,
    read: (response: Response) => Promise<A> | A,
    isStream = false
  ): Promise<A> {
    const { apiKey, fetch = globalThis.fetch, headers: always, token } = this.#options
    const given = values as Readonly<Record<string, unknown>>
    const url = new URL(
      this.#base + operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])))
    )
    for (const name of operation.query ?? []) {
      const value = given[name]
      if (value === undefined || value === null) continue
      for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
    }
    const headers = new Headers({ ...always, accept })
    if (apiKey !== undefined) headers.set("x-api-key", apiKey)
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
    for (const name of operation.headers ?? []) {
      const value = given[name.replaceAll("-", "_")]
      if (value !== undefined && value !== null) headers.set(name, String(value))
    }
    if (operation.idempotent) headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID())
    const body =
      operation.body === undefined
        ? null
        : JSON.stringify(Object.fromEntries(operation.body.map((name) => [name, given[name]])))
    if (body !== null) headers.set("content-type", "application/json")

    // What is done twice when it is sent twice is sent again only if it was surely not done.
    const isRepeatable = operation.method === "GET" || operation.method === "DELETE" || operation.idempotent === true
    const retries = options.retries ?? this.#options.retries ?? 2
    const timeout = options.timeoutMillis ?? this.#options.timeoutMillis ?? 120_000
    for (let attempt = 0; ; attempt++) {
      const limits = [options.signal, isStream ? undefined : AbortSignal.timeout(timeout)]
      const signal = AbortSignal.any(limits.filter((limit) => limit !== undefined))
      let failed: SondeError
      try {
        const response = await fetch(url, { method: operation.method, headers, body, signal })
        if (response.ok) return await read(response)
        failed = await errorOf(response)
      } catch (error) {
        if (error instanceof SyntaxError || options.signal?.aborted) throw error
        failed = new SondeUnreachable(this.#base, error)
      }
      const isPassing = failed.status === 429 || (isRepeatable && passing.has(failed.status))
      const millis = Math.max(backoff(attempt), (failed.retryAfter ?? 0) * 1000)
      if (!isPassing || attempt >= retries || millis > mostWaitMillis) throw failed
      await wait(millis, options.signal)
    }
  }

  /** The body of an answer, as JSON. */
  json<A>(operation: Operation, values: Values, options: CallOptions = {}): Promise<A> {
    const read = async (response: Response) => (response.status === 204 ? undefined : await response.json()) as A
    return this.ask(operation, values, "application/json", options, read)
  }

  /** The body of an answer in another form. */
  text(operation: Operation, form: string, values: Values, options: CallOptions = {}): Promise<string> {
    return this.ask(operation, values, form, options, (response) => response.text())
  }

  /** Every item of a list, page after page as they are asked for. */
  async *all<Item>(operation: Operation, { by, member }: Paging, values: Values, options?: CallOptions) {
    const given: Record<string, unknown> = { limit: 100, ...(by === "after" && { after: 0 }), ...values }
    for (;;) {
      const page = await this.json<Record<string, any>>(operation, given, options)
      const items: ReadonlyArray<Item> = member === null ? page["data"] : page["data"][member]
      yield* items
      if (by === "cursor") {
        given["cursor"] = page["next_cursor"]
        if (typeof given["cursor"] !== "string") return
      } else {
        if (items.length === 0) return
        if (by === "after") given["after"] = (items.at(-1) as { readonly id: number }).id
        else given["skip"] = Number(given["skip"] ?? 0) + items.length
      }
    }
  }
}
