import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import { loopback } from "./Loopback.ts"

/** A request for vectors as the server sees it. */
export interface EmbeddingsRequest {
  readonly authorization: string | undefined
  readonly model: string
  readonly input: ReadonlyArray<string>
  /** Whether its sender went away before it had the answer. */
  aborted: boolean
}

/** How a server deals with a request. */
export type EmbeddingsMode = (request: EmbeddingsRequest, response: ServerResponse) => void

/** Words that mean the same, for whoever has to find one by the other. */
const meanings = [
  ["car", "cars", "automobile", "automobiles", "auto"],
  ["price", "prices", "cost", "costs"],
  ["strike", "walkout", "streik"],
  ["copper", "kupfer"],
  ["wheat", "grain"]
]

/** A text's vector: a direction for each meaning, and one for texts that have none of them. */
export const vectorOf = (text: string): ReadonlyArray<number> => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = meanings.map((group) => words.filter((word) => group.includes(word)).length)
  return [...counts, counts.every((count) => count === 0) ? 1 : 0]
}

const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}

/** An answer with these vectors, 10 tokens for each text. */
export const embeddings = (vectors: ReadonlyArray<unknown>) => ({
  object: "list",
  data: vectors.map((embedding, index) => ({ object: "embedding", index, embedding })),
  model: "fake",
  usage: { prompt_tokens: 10 * vectors.length, total_tokens: 10 * vectors.length }
})

/** Answers with each text's vector, as it is or changed. */
export const embeds =
  (change: (vector: ReadonlyArray<number>, n: number) => unknown = (vector) => vector): EmbeddingsMode =>
  ({ input }, response) =>
    sendJson(response, 200, embeddings(input.map((text, n) => change(vectorOf(text), n))))

/** Answers with this body, whatever was asked. */
export const answers =
  (body: (request: EmbeddingsRequest) => unknown): EmbeddingsMode =>
  (request, response) =>
    sendJson(response, 200, body(request))

export const refuses =
  (status: number, headers: Record<string, string> = {}): EmbeddingsMode =>
  (_, response) =>
    sendJson(response, status, { error: { message: "no", type: "error", code: null, param: null } }, headers)

/** Never answers. */
export const silent: EmbeddingsMode = () => undefined

/** Ends the connection in the midst of the answer. */
export const dropsOut: EmbeddingsMode = (_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
  response.write('{"data":[', () => response.destroy())
}

/**
 * A server with `/v1/embeddings` on loopback, which deals with every request by `server.mode`; `requests` is what it
 * was sent.
 */
export const fakeEmbeddings = Effect.fnUntraced(function* (mode: EmbeddingsMode = embeds()) {
  const requests: Array<EmbeddingsRequest> = []
  const server = { mode, requests, baseUrl: "" }
  const { origin } = yield* loopback((incoming, response) => {
    let text = ""
    incoming.on("data", (chunk: Buffer) => (text += chunk.toString()))
    incoming.on("end", () => {
      const { input, model } = JSON.parse(text)
      const request: EmbeddingsRequest = {
        authorization: incoming.headers.authorization,
        model,
        input,
        aborted: false
      }
      response.on("close", () => (request.aborted = !response.writableFinished))
      requests.push(request)
      server.mode(request, response)
    })
  })
  server.baseUrl = `${origin}/v1`
  return server
})
