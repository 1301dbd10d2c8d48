import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { Forms } from "../../api/Forms.ts"
import { Validation } from "../../api/Security.ts"
import { NotAcceptable } from "../../domain/Failure.ts"
import { bodyFault, malformed } from "./Body.ts"
import { answerFailures, toResponse } from "./Failures.ts"
import { allFaults, isRequestSlot } from "./Faults.ts"
import { keyFault } from "./Idempotency.ts"
import { preferred } from "../headers/Negotiation.ts"

const isMalformed = (error: HttpApiError.HttpApiSchemaError): boolean =>
  error.kind === "Payload" &&
  error.cause.issue._tag === "InvalidValue" &&
  error.cause.message.includes("Expected a valid JSON body")

const notAcceptable = (forms: ReadonlyArray<string>) =>
  new NotAcceptable({ code: "not_acceptable", message: `This resource is ${forms.join(", or ")}.` })

/** Refuses what the contract does not allow, with all faults listed, and answers with what an endpoint fails with. */
export const validationLayer = Layer.succeed(
  Validation,
  Validation.of(
    Effect.fnUntraced(function* (handler, { endpoint }) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const forms = Context.get(endpoint.annotations, Forms)
      if (preferred(request.headers.accept, forms) === undefined) return yield* toResponse(notAcceptable(forms))
      const fault =
        keyFault(endpoint, request.headers["idempotency-key"]) ??
        (endpoint.payload.size > 0 ? yield* bodyFault(request) : undefined)
      if (fault !== undefined) return yield* toResponse(fault)
      return yield* Effect.catch(answerFailures(handler), (error) => {
        if (!HttpApiError.HttpApiSchemaError.is(error) || !isRequestSlot(error.kind)) return Effect.fail(error)
        return Effect.flatMap(isMalformed(error) ? Effect.succeed(malformed) : allFaults(endpoint), toResponse)
      })
    })
  )
)
