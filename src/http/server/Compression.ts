import * as NodeHttpPlatform from "@effect/platform-node/NodeHttpPlatform"
import { Context, Effect, Layer } from "effect"
import { type HttpBody, HttpPlatform, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { type AcceptedCodings, acceptedCodings } from "../headers/Negotiation.ts"

type Coding = HttpPlatform.CompressionAlgorithm
type Request = Pick<HttpServerRequest.HttpServerRequest, "method" | "headers">
type Response = HttpServerResponse.HttpServerResponse

/** The fastest coding comes first. Codings that the platform lacks are not offered. */
const offered = ["zstd", "br", "gzip"] as const satisfies ReadonlyArray<Coding>

/** At these levels all codings give about the same size; twice the time would save another twentieth. */
const quick: Readonly<Record<Coding, number>> = { zstd: 3, br: 2, gzip: 1, deflate: 1 }

/** For files that are compressed once and loaded by everybody. */
const thorough: Readonly<Record<Coding, number>> = { zstd: 19, br: 11, gzip: 9, deflate: 9 }

/** A smaller answer fits into one packet anyway. */
const least = 1_024

/** Text in all its forms. Images (but for drawings), fonts and archives are compressed already. */
const compressible = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|x-ndjson))/

/** No honest client needs more: a longer header is ignored. */
const longestHeader = 1_000

/** Parsed headers that are kept; browsers and libraries send about a dozen different ones. */
const mostHeaders = 100

/**
 * Compresses whole answers to GET and HEAD: those of the API, pages, and the files that pages load. Streams are not
 * compressed. Answers to other methods are not either: only they contain secrets, and the length of a compressed
 * answer can reveal what a secret and the request have in common (BREACH).
 */
export class Compression extends Context.Service<
  Compression,
  {
    /** The codings that an `Accept-Encoding` accepts. */
    readonly accepted: (header: string | undefined) => AcceptedCodings<Coding>
    /** The answer with the `Vary` and `ETag` of the caller's coding: a 304 needs no more. */
    readonly announced: (request: Request, response: Response) => Response
    /** The answer in the coding that the caller prefers. */
    readonly encoded: (request: Request, response: Response) => Effect.Effect<Response>
  }
>()("sonde/http/server/Compression") {
  static readonly layer = Layer.effect(
    Compression,
    Effect.map(HttpPlatform.HttpPlatform, ({ compression }) => {
      const codings = offered.filter((coding) => compression.algorithms.has(coding))
      const known = new Map<string, AcceptedCodings<Coding>>()
      /** Compressed bodies by plain ones, as long as these live: a cached answer is compressed only once. */
      const made = new WeakMap<HttpBody.HttpBody, Map<Coding, HttpBody.HttpBody>>()

      const accepted = (header: string | undefined): AcceptedCodings<Coding> => {
        if (header === undefined || header.length > longestHeader) return acceptedCodings(undefined, codings)
        const before = known.get(header)
        if (before !== undefined) return before
        const meant = acceptedCodings(header, codings)
        if (known.size >= mostHeaders) known.clear()
        known.set(header, meant)
        return meant
      }

      /** The coding of the answer, where it has a choice of codings at all. */
      const chosen = (request: Request, response: Response): { readonly coding: Coding | undefined } | undefined => {
        const body = compressibleBody(request, response)
        if (body === undefined) return undefined
        const { coding, plain } = accepted(request.headers["accept-encoding"])
        return { coding: plain && body.contentLength < least ? undefined : coding }
      }

      const labelled = (response: Response, coding: Coding | undefined): Response => {
        const { etag, vary } = response.headers
        const varied = HttpServerResponse.setHeader(
          response,
          "vary",
          vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`
        )
        // Weak: it is the same for all codings, so a client that has one coding gets 304 for any.
        return etag === undefined || coding === undefined
          ? varied
          : HttpServerResponse.setHeader(varied, "etag", `W/${etag}`)
      }

      const announced = (request: Request, response: Response): Response => {
        const choice = chosen(request, response)
        return choice === undefined ? response : labelled(response, choice.coding)
      }

      const bodyIn = (coding: Coding, response: Response): Effect.Effect<HttpBody.HttpBody> => {
        const bodies = made.get(response.body) ?? new Map<Coding, HttpBody.HttpBody>()
        made.set(response.body, bodies)
        const before = bodies.get(coding)
        if (before !== undefined) return Effect.succeed(before)
        const levels = response.headers["cache-control"]?.includes("immutable") === true ? thorough : quick
        return Effect.map(compression.compressResponse(response, coding, { level: levels[coding] }), ({ body }) => {
          bodies.set(coding, body)
          return body
        })
      }

      const encoded = (request: Request, response: Response): Effect.Effect<Response> => {
        const choice = chosen(request, response)
        if (choice === undefined) return Effect.succeed(response)
        const { coding } = choice
        const answer = labelled(response, coding)
        if (coding === undefined) return Effect.succeed(answer)
        return Effect.map(bodyIn(coding, response), (body) =>
          HttpServerResponse.setHeader(HttpServerResponse.setBody(answer, body), "content-encoding", coding)
        )
      }

      return { accepted, announced, encoded }
    })
  ).pipe(Layer.provide(NodeHttpPlatform.layer))
}

const compressibleBody = ({ method }: Request, { body, headers, status }: Response): HttpBody.Uint8Array | undefined =>
  (method === "GET" || method === "HEAD") &&
  status === 200 &&
  body._tag === "Uint8Array" &&
  headers["content-encoding"] === undefined &&
  compressible.test(body.contentType)
    ? body
    : undefined
