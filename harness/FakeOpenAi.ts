import { Effect } from "effect"
import type { IncomingHttpHeaders, ServerResponse } from "node:http"
import type { ReportCall } from "../src/domain/ReportCall.ts"
import { loopback } from "./Loopback.ts"

/** One piece of evidence as the model is shown it. */
export interface ShownPiece {
  readonly n: number
  readonly text: string
}

/** A request as the server sees it. */
export interface ModelRequest {
  readonly headers: IncomingHttpHeaders
  readonly url: string
  readonly body: any
  /** All that the model reads. */
  readonly prompt: string
  /** The evidence between the fences. */
  readonly pieces: ReadonlyArray<ShownPiece>
  /** What the answer is for: null if the request does not say. */
  readonly step: ReportCall | null
  /** The sections that a plan may have, or the statements that are to be replaced. */
  readonly slugs: ReadonlyArray<string>
  readonly rejected: ReadonlyArray<number>
  /** Whether its sender went away before it had the answer. */
  aborted: boolean
}

/** How a server deals with a request. */
export type Mode = (request: ModelRequest, response: ServerResponse) => void

const piecesIn = (prompt: string): ReadonlyArray<ShownPiece> =>
  prompt.split("\n").flatMap((line) => {
    if (!line.startsWith('{"n":')) return []
    return [JSON.parse(line) as ShownPiece]
  })

/** What a member may be; a single value is an alternative by itself. */
const literals = (schema: any): ReadonlyArray<any> => schema?.enum ?? schema?.anyOf?.flatMap(literals) ?? []

const askedBy = ({ response_format }: any) => {
  const { name = null, schema = {} } = response_format?.json_schema ?? {}
  const { replacements, sections } = schema.properties ?? {}
  return {
    step: name as ReportCall | null,
    slugs: literals(sections?.items.properties.slug) as ReadonlyArray<string>,
    rejected: literals(replacements?.items.properties.statement) as ReadonlyArray<number>
  }
}

/** A chat completion with this content; 1,000 tokens in and 200 out. */
export const completion = (content: string | null, more: Record<string, unknown> = {}, finish_reason = "stop") => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_770_000_000,
  model: "fake",
  choices: [
    { index: 0, message: { role: "assistant", content, refusal: null, ...more }, finish_reason, logprobs: null }
  ],
  usage: { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 }
})

export const sendJson = (
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {}
) => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

interface Statement {
  readonly text: string
  readonly citations: ReadonlyArray<number>
  readonly formula?: string
  readonly form?: string
  readonly conflict?: boolean
}

type Answers = Partial<Record<ReportCall, (request: ModelRequest) => unknown>>

/**
 * Answers each step by its own, in JSON. Those that are not given: nothing is off topic, all evidence is for the first
 * section, nothing is replaced, the summary says nothing, the recommendation is open.
 */
export const answers =
  (given: Answers): Mode =>
  (request, response) => {
    const { pieces, slugs, step } = request
    const all: Answers = {
      topic: () => ({ off_topic: [] }),
      plan: () => ({ questions: [], sections: [{ slug: slugs[0], evidence: pieces.map(({ n }) => n), point: "" }] }),
      repair: () => ({ replacements: [] }),
      recommendation: () => ({ for: [], against: [], decision: "undecided" }),
      summary: () => ({ layout: "list", statements: [] }),
      ...given
    }
    sendJson(response, 200, completion(JSON.stringify(all[step ?? "section"]?.(request) ?? {})))
  }

/** Deals with each step by its own mode, and with the others as an honest model does. */
export const modes =
  (given: Partial<Record<ReportCall, Mode>>): Mode =>
  (request, response) =>
    (given[request.step ?? "section"] ?? honest)(request, response)

/** Writes these statements, and nothing else when it is asked for other words. */
export const says = (write: (request: ModelRequest) => ReadonlyArray<Statement>): Mode =>
  answers({ section: (request) => ({ layout: "prose", statements: write(request) }) })

/** The same for other words: one replacement for each statement that does not hold, in their order. */
export const mends = (write: (request: ModelRequest) => ReadonlyArray<Statement>): Mode =>
  answers({
    repair: (request) => ({
      replacements: write(request).map((statement, index) => ({
        statement: request.rejected[index] ?? 1_000 + index,
        ...statement
      }))
    })
  })

/** Says of each piece of evidence its first sentence, and cites it. */
export const honest = says(({ pieces }) =>
  pieces.map(({ n, text }) => ({ text: `${text.split("\n")[0]!.replace(/\.$/, "")}.`, citations: [n] }))
)

export const fails =
  (status: number, headers: Record<string, string> = {}, message = "no"): Mode =>
  (_, response) =>
    sendJson(response, status, { error: { message, type: "error", code: null, param: null } }, headers)

/** What is asked about a niche while evidence is gathered: its words, or which texts are about it. */
const isAboutNiche = ({ body }: ModelRequest): boolean => {
  const { about, terms } = body.response_format?.json_schema?.schema?.properties ?? {}
  return about !== undefined || terms !== undefined
}

/** Knows no other words for any niche, and takes every text to be about it. */
const agrees: Mode = ({ body }, response) => {
  const { about } = body.response_format.json_schema.schema.properties
  const answer = about === undefined ? { terms: [], exclude: [] } : { about: about.items.enum, bears_on: [] }
  sendJson(response, 200, completion(JSON.stringify(answer)))
}

/** Never answers. */
export const hangs: Mode = () => undefined

/**
 * An OpenAI-compatible server on loopback. Each request is dealt with by the next mode, and the last one stays;
 * `requests` is what it was sent. Questions about niches are answered beside that.
 */
export const fakeOpenAi = Effect.fnUntraced(function* (...modes: ReadonlyArray<Mode>) {
  const requests: Array<ModelRequest> = []
  const { origin } = yield* loopback((incoming, response) => {
    let text = ""
    incoming.on("data", (chunk: Buffer) => (text += chunk.toString()))
    incoming.on("end", () => {
      // Whoever gave up before the question was sent has asked nothing.
      if (!incoming.complete) return
      const body = JSON.parse(text)
      const prompt = (body.messages as ReadonlyArray<{ content: string }>).map(({ content }) => content).join("\n\n")
      const request: ModelRequest = {
        headers: incoming.headers,
        url: incoming.url!,
        body,
        prompt,
        pieces: piecesIn(prompt),
        ...askedBy(body),
        aborted: false
      }
      if (isAboutNiche(request)) return agrees(request, response)
      response.on("close", () => (request.aborted = !response.writableFinished))
      requests.push(request)
      modes[Math.min(requests.length, modes.length) - 1]!(request, response)
    })
  })
  return { baseUrl: `${origin}/v1`, requests }
})
