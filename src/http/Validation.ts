import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { Forms } from "../api/Forms.ts"
import { Validation } from "../api/Security.ts"
import { Malformed, NotAcceptable, UnsupportedMediaType } from "../domain/Failure.ts"
import { toResponse } from "./Failures.ts"
import { allFaults, isRequestSlot } from "./Faults.ts"
import { keyFault } from "./Idempotency.ts"
import { preferred } from "./Negotiation.ts"

const isMalformed = (error: HttpApiError.HttpApiSchemaError): boolean =>
  error.kind === "Payload" &&
  error.cause.issue._tag === "InvalidValue" &&
  error.cause.message.includes("Expected a valid JSON body")

const hasBody = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

const malformed = new Malformed({ code: "malformed_json", message: "The body is not valid JSON." })

const notAcceptable = (forms: ReadonlyArray<string>) =>
  new NotAcceptable({ code: "not_acceptable", message: `This resource is ${forms.join(", or ")}.` })

const unsupported = new UnsupportedMediaType({
  code: "unsupported_media_type",
  message: "The body must be application/json."
})

/** Refuses what the contract does not allow, with all faults listed. */
export const validationLayer = Layer.succeed(
  Validation,
  Validation.of(
    Effect.fnUntraced(function* (handler, { endpoint }) {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const forms = Context.get(endpoint.annotations, Forms)
      if (preferred(headers.accept, forms) === undefined) return yield* toResponse(notAcceptable(forms))
      const takesBody = endpoint.payload.size > 0
      if (takesBody && hasBody(headers) && !/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) {
        return yield* toResponse(unsupported)
      }
      const useless = keyFault(endpoint, headers["idempotency-key"])
      if (useless !== undefined) return yield* toResponse(useless)
      return yield* Effect.catch(handler, (error) => {
        if (!HttpApiError.HttpApiSchemaError.is(error) || !isRequestSlot(error.kind)) return Effect.fail(error)
        return Effect.flatMap(isMalformed(error) ? Effect.succeed(malformed) : allFaults(endpoint), toResponse)
      })
    })
  )
)
