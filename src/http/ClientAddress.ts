import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { Settings } from "../Config.ts"

/** Makes the effect that tells the current caller's address. Behind a proxy it is the last one that the proxy itself added. */
export const makeClientAddress = Effect.map(Settings, ({ TRUST_PROXY }) =>
  Effect.map(Effect.service(HttpServerRequest.HttpServerRequest), (request) => {
    const forwarded = TRUST_PROXY ? request.headers["x-forwarded-for"]?.split(",").at(-1)?.trim() : undefined
    return forwarded ?? Option.getOrElse(request.remoteAddress, () => "unknown")
  })
)
