import { Context } from "effect"

/** The request's id: on every answer as `X-Request-Id`, in every error, in every log line of the request. */
export const RequestId = Context.Reference<string>("sonde/api/RequestId", { defaultValue: () => "" })

/** A caller's own request id is kept when it is plain: it ends up in headers and logs. */
const plainId = /^[\w.:+/=@-]{1,128}$/

/** The id of a request by its `X-Request-Id`: the caller's own, or a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && plainId.test(given) ? given : crypto.randomUUID()
