import { Cache, Duration, Effect, Exit } from "effect"
import { Fetch } from "../fetch/Fetch.ts"
import { failed, type FetchFailed } from "../fetch/FetchFailed.ts"
import { Parser } from "../parse/Parser.ts"
import type { SourceFailed } from "../Source.ts"
import { maxRobotsBytes, permission, rules } from "./RobotsFile.ts"

/** Hosts whose rules are kept. With at most 100,000 code units each that is 20 MB, in practice less than 1 MB. */
const maxHosts = 200

/** How long rules are kept (RFC 9309, section 2.4), and how long a failure to get them. */
const life = { had: Duration.hours(24), notHad: Duration.minutes(5) }

/** A reader that died or timed out says nothing about the rules, so the next request reads them again. */
const unchecked = ({ message }: SourceFailed): FetchFailed => failed("unchecked", `robots.txt: ${message}`)

/**
 * The robots.txt rules of hosts (RFC 9309). A host without robots.txt allows everything; a host that cannot be asked
 * allows nothing for now.
 */
export const makeRobots = Effect.gen(function* () {
  const fetch = yield* Fetch
  const parser = yield* Parser

  /** The rules of `found <origin>`, or `own <origin>` if it is the operator's; null if they are too many. */
  const rulesOf = Effect.fnUntraced(function* (key: string): Effect.fn.Return<string | null, FetchFailed> {
    const [whose, origin] = key.split(" ")
    return yield* Effect.scoped(
      Effect.gen(function* () {
        const fetched = yield* fetch.get(`${origin}/robots.txt`, {
          accept: "text/plain, */*;q=0.5",
          maxBytes: maxRobotsBytes,
          found: whose === "found"
        })
        return yield* parser.read(rules, fetched)
      })
    ).pipe(
      Effect.catchIf(
        (failure) =>
          failure._tag === "FetchFailed" &&
          (failure.reason === "gone" ||
            (failure.reason === "http_status" && failure.status! >= 400 && failure.status! < 500)),
        () => Effect.succeed("")
      ),
      Effect.mapError((failure) =>
        failure._tag === "FetchFailed"
          ? failed(failure.reason, `robots.txt: ${failure.message}`, {
              ...(failure.status !== null && { status: failure.status }),
              retryAfter: failure.retryAfter
            })
          : unchecked(failure)
      )
    )
  })

  const known = yield* Cache.makeWith(rulesOf, {
    capacity: maxHosts,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? life.had : Exit.hasInterrupts(exit) ? 0 : life.notHad)
  })

  /** Fails with `disallowed` if the host forbids the page, and with what is in the way if its rules are not known. */
  return Effect.fnUntraced(function* (page: string, found: boolean): Effect.fn.Return<void, FetchFailed> {
    const { origin } = new URL(page)
    const text = yield* Cache.get(known, `${found ? "found" : "own"} ${origin}`)
    if (text === "") return
    if (text === null) return yield* failed("disallowed", "its robots.txt has too many rules")
    const document = { bytes: new TextEncoder().encode(text), contentType: null, url: `${origin}/robots.txt` }
    const allowed = yield* Effect.mapError(parser.read(permission, document, page), unchecked)
    if (!allowed) return yield* failed("disallowed", "robots.txt forbids it")
  })
})
