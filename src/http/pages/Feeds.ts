import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { hashSecret } from "../../access/Secret.ts"
import { Limits } from "../../access/Limits.ts"
import { missing } from "../../domain/Missing.ts"
import { WatchEvents } from "../../storage/watches/WatchEvents.ts"
import { Watches } from "../../storage/watches/Watches.ts"
import { answerFailures } from "../middleware/Failures.ts"
import { RequestOrigin } from "../middleware/RequestOrigin.ts"
import { type FeedFormat, feedFormats } from "./FeedFormats.ts"

/** As many events as a feed has: readers come again before there are more. */
const mostEvents = 50

const endings = new RegExp(`^(.+)\\.(${Object.keys(feedFormats).join("|")})$`)

/**
 * The events of a watch for feed readers, at an address that its owner alone knows: the secret in it is the credential.
 * It is looked up by its digest, so the time tells nothing, and whoever tries many is refused.
 */
export const feedsLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const events = yield* WatchEvents
    const limits = yield* Limits
    const origin = yield* RequestOrigin
    const watches = yield* Watches

    const answer = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      yield* limits.feed(origin.address(request))
      const { file = "" } = yield* HttpRouter.params
      const [, secret, ending] = endings.exec(file) ?? []
      if (secret === undefined) return yield* missing("not_found")
      const owned = yield* watches.ofFeed(hashSecret(secret))
      if (owned === null) return yield* missing("not_found")
      const { account, watch } = owned
      const { contentType, write } = feedFormats[ending as FeedFormat]
      const newest = yield* events.newest(account, { watch: watch.id, limit: mostEvents })
      return HttpServerResponse.text(write({ watch, events: newest, home: origin.origin(request) }), {
        contentType,
        headers: { "x-robots-tag": "noindex" }
      })
    })

    yield* router.add("GET", "/feeds/:file", answerFailures(answer))
  })
)
