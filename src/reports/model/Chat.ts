import { Clock, Context, Duration, Effect, Schedule } from "effect"
import type { OpenAI } from "openai"
import type { ReportCall } from "../../domain/ReportCall.ts"
import { ModelFailed } from "../../outbound/ModelFailed.ts"
import type { Tokens } from "./Tokens.ts"
import { connect, failureOf, type OpenAiServer } from "../../outbound/OpenAiServer.ts"

/** Where the model is, and how much it may answer. */
export interface ChatOptions extends OpenAiServer {
  readonly model: string
  readonly maxOutputTokens: number
  /** How long to wait before the first retry; the second waits twice as long. */
  readonly retryDelay: Duration.Input
}

/** What is said to the model, and the JSON Schema of what it is to answer; null for an answer in words. */
export interface Question {
  /** What the answer is for. */
  readonly step: ReportCall
  /** The name of the fence around what is data in it; empty where there is none. */
  readonly fence: string
  readonly system: string
  readonly user: ReadonlyArray<string>
  readonly schema: Readonly<Record<string, unknown>> | null
}

/** What came back, with the tokens that it cost. */
export interface Reply {
  readonly text: string
  /** Why there is no use in the text; null when there may be. */
  readonly unusable: string | null
  readonly tokens: Tokens
}

/** Retries of one call. With the delays above they take some seconds, which a busy server may need. */
const retries = 2

/**
 * Bytes of an answer for each token that it may have: a token is some 4 characters, and one outside of ASCII is 6 bytes
 * when JSON escapes it. On top of it the envelope, and thoughts that some servers send along.
 */
const bytesPerToken = 32
const bytesOfEnvelope = 64 * 1024

const count = (value: unknown): number => (Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0)

/** An answer of the server, which need not have the form that it should have. */
const replyOf = (completion: OpenAI.ChatCompletion): Reply | ModelFailed => {
  const choice = Array.isArray(completion?.choices) ? completion.choices[0] : undefined
  const { content, refusal } = choice?.message ?? {}
  if (choice === undefined || (content !== null && typeof content !== "string")) {
    return ModelFailed.final("its server answered in another form than the API's")
  }
  const refused = (typeof refusal === "string" && refusal !== "") || choice.finish_reason === "content_filter"
  return {
    text: content ?? "",
    unusable: refused ? "it refused to write" : choice.finish_reason === "length" ? "its answer was cut off" : null,
    tokens: { input: count(completion.usage?.prompt_tokens), output: count(completion.usage?.completion_tokens) }
  }
}

/** Asks; fails at once when the server wants to be left alone beyond `deadline` (milliseconds since 1970). */
export type Chat = (question: Question, deadline: number) => Effect.Effect<Reply, ModelFailed>

/** Servers that lack these answer one of them when asked for an answer bound to a schema. */
const lacksSchemas = new Set([400, 404, 415, 422, 501])

/**
 * Calls one model. Each call is retried twice when the server is busy or fails, not sooner than it wants; interruption
 * ends the request. A server that refuses answers bound to a schema is told the schema in words instead, from then on
 * at once.
 */
const makeChat = Effect.fnUntraced(function* (options: ChatOptions) {
  const { maxOutputTokens, model } = options

  const client = yield* Effect.cached(
    Effect.promise(() => connect(options, bytesOfEnvelope + maxOutputTokens * bytesPerToken))
  )

  const bound = ({ schema, step, system, user }: Question): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
    model,
    messages: [{ role: "system", content: system }, ...user.map((content) => ({ role: "user" as const, content }))],
    max_completion_tokens: maxOutputTokens,
    ...(schema !== null && {
      response_format: { type: "json_schema", json_schema: { name: step, strict: true, schema } }
    })
  })

  const told = ({ schema, system, user }: Question): OpenAI.ChatCompletionCreateParamsNonStreaming => ({
    model,
    messages: [
      {
        role: "system",
        content: schema === null ? system : `${system}\n\nThe JSON Schema of your answer:\n${JSON.stringify(schema)}`
      },
      ...user.map((content) => ({ role: "user" as const, content }))
    ],
    max_tokens: maxOutputTokens,
    ...(schema !== null && { response_format: { type: "json_object" } })
  })

  const send = Effect.fnUntraced(function* (params: OpenAI.ChatCompletionCreateParamsNonStreaming) {
    const { chat } = yield* client
    const now = yield* Clock.currentTimeMillis
    const completion = yield* Effect.tryPromise({
      // The deadline is our caller's, who interrupts.
      try: (signal) => chat.completions.create(params, { signal }),
      catch: (error) => failureOf(error, now)
    })
    const reply = replyOf(completion)
    return reply instanceof ModelFailed ? yield* reply : reply
  })

  const delays = Schedule.exponential(options.retryDelay).pipe(
    Schedule.jittered,
    Schedule.setInputType<ModelFailed>(),
    Schedule.modifyDelay(({ duration, input }) =>
      Effect.succeed(Duration.max(duration, Duration.millis(input.retryAfter)))
    ),
    Schedule.upTo({ times: retries })
  )

  let schemas: "untried" | "known" | "lacking" = "untried"

  const ask = Effect.fnUntraced(function* (question: Question) {
    if (schemas === "lacking") return yield* send(told(question))
    const reply = yield* Effect.result(send(bound(question)))
    if (reply._tag === "Success") {
      schemas = "known"
      return reply.success
    }
    const { failure } = reply
    if (schemas === "known" || failure.status === null || !lacksSchemas.has(failure.status)) return yield* failure
    const other = yield* send(told(question))
    schemas = "lacking"
    return other
  })

  const chat: Chat = (question, deadline) =>
    Effect.retry(ask(question), {
      schedule: delays,
      while: ({ retryAfter, transient }) =>
        transient && Effect.map(Clock.currentTimeMillis, (now) => now + retryAfter < deadline)
    })
  return chat
})

/** How a model is reached. Recordings put themselves in its place. */
export const Chats = Context.Reference<(options: ChatOptions) => Effect.Effect<Chat>>("sonde/reports/Chats", {
  defaultValue: () => makeChat
})
