import { Context } from "effect"

/** The request's id: on every answer as `X-Request-Id`, in every error, in every log line of the request. */
export const RequestId = Context.Reference<string>("sonde/api/RequestId", { defaultValue: () => "" })
