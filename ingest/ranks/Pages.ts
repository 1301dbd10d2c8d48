import { Effect, Layer } from "effect"
import { bareHost, hostOf } from "../../src/text/Host.ts"
import type { Reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { depth, type Found, RankFailed, rankFailed, type Ranks, RankSource } from "./RankSource.ts"

/** One page of results. */
export interface Page {
  /**
   * Addresses of the results in their order; null for a result without an address, which still counts as one position.
   */
  readonly results: ReadonlyArray<string | null>
  /** Nothing comes after this page. */
  readonly last: boolean
}

/** A search service that answers page by page. */
export interface Paged extends Pick<Ranks, "title" | "url"> {
  /** The request for a page, from 1. It may hold a key, and shows nowhere. */
  readonly address: (keyword: string, page: number) => string
  readonly page: Reader<[], Page>
  /** What a status means here if the keyword is not at fault. */
  readonly words: Readonly<Record<number, string>>
}

const mostPages = depth / 10

/** The longest address that is kept, as for those that clients give. */
const longestUrl = 2_000

const isTooLong = (url: string): boolean => url.length > longestUrl

/**
 * Asks for page after page until the host is found, or enough results have been seen. One that comes again has its
 * first place.
 */
const look = ({ read }: Effect.Success<typeof reading>, { address, page: reader, words }: Paged) =>
  Effect.fnUntraced(function* (keyword: string, host: string): Effect.fn.Return<Found | null, RankFailed> {
    const seen = new Set<string>()
    const wanted = bareHost(host)
    let position = 0
    for (let page = 1; page <= mostPages; page++) {
      const asked = read(reader, address(keyword, page), { accept: "application/json" })
      const {
        value: { last, results }
      } = yield* Effect.mapError(asked, (failure) =>
        failure._tag === "FetchFailed"
          ? rankFailed(failure, words)
          : new RankFailed({ failure, final: failure.state === "blocked" })
      )
      for (const result of results) {
        if (result !== null && seen.has(result)) continue
        if (result !== null) seen.add(result)
        if (++position > depth) return null
        if (result === null || hostOf(result) !== wanted) continue
        const url = new URL(result).href
        return { position, url: isTooLong(url) ? null : url }
      }
      if (last || results.length === 0) return null
    }
    return null
  })

/** The service as a rank source. */
export const pagedRanks = (service: Paged) =>
  Layer.effect(
    RankSource,
    Effect.map(reading, (documents) => ({
      title: service.title,
      url: service.url,
      missing: null,
      look: look(documents, service)
    }))
  )
