import * as NodeHttpPlatform from "@effect/platform-node/NodeHttpPlatform"
import { Context, Effect, Layer } from "effect"
import { type HttpBody, HttpPlatform, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { type AcceptedCodings, acceptedCodings } from "../headers/Negotiation.ts"

type Coding = HttpPlatform.CompressionAlgorithm
type Request = Pick<HttpServerRequest.HttpServerRequest, "method" | "headers">
type Response = HttpServerResponse.HttpServerResponse

/** The one that takes the least time comes first. What the platform lacks is not offered. */
const offered = ["zstd", "br", "gzip"] as const satisfies ReadonlyArray<Coding>

/** At these levels all make an answer about as small; twice the time would make it a twentieth smaller. */
const quick: Readonly<Record<Coding, number>> = { zstd: 3, br: 2, gzip: 1, deflate: 1 }

/** For what is compressed once, and loaded by everybody. */
const thorough: Readonly<Record<Coding, number>> = { zstd: 19, br: 11, gzip: 9, deflate: 9 }

/** What is smaller takes one packet in any case. */
const least = 1_024

/** Text in all its forms. Images (but for drawings), fonts and archives are compressed already. */
const compressible = /^(?:text\/|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript))/

/** Nobody has more to say about codings: a longer header is passed over. */
const longestHeader = 1_000

/** Headers whose meaning is kept; browsers and libraries send some dozen. */
const mostHeaders = 100

/**
 * Compresses whole answers to GET and HEAD, whoever makes them: the API, pages, and what pages load. Streams are left
 * alone, and so are answers to other methods: secrets are told by them alone, and the length of a compressed answer
 * tells of a secret what it has in common with the request.
 */
export class Compression extends Context.Service<
  Compression,
  {
    /** What an `Accept-Encoding` comes to. */
    readonly accepted: (header: string | undefined) => AcceptedCodings<Coding>
    /** The answer with the `Vary` and `ETag` that it has in the caller's coding: all that a 304 says of it. */
    readonly announced: (request: Request, response: Response) => Response
    /** The answer in the coding that the caller likes best. */
    readonly encoded: (request: Request, response: Response) => Effect.Effect<Response>
  }
>()("sonde/http/server/Compression") {
  static readonly layer = Layer.effect(
    Compression,
    Effect.map(HttpPlatform.HttpPlatform, ({ compression }) => {
      const codings = offered.filter((coding) => compression.algorithms.has(coding))
      const known = new Map<string, AcceptedCodings<Coding>>()
      /** Compressed bodies by plain ones, as long as those live: what is sent again is not compressed again. */
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
        // Weak: it stands for the answer in any coding, so that whoever has it in one gets 304 for all.
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
