import { Context, Effect, Layer, Option, Result } from "effect"
import { type HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApiError, type HttpApiEndpoint } from "effect/http-api"
import { Forms } from "../../api/Forms.ts"
import { OptionalBody } from "../../api/OptionalBody.ts"
import { type ListForm, listForms, listOf } from "../../api/Lists.ts"
import { Validation } from "../../api/Security.ts"
import { Caller } from "../../domain/Caller.ts"
import { NotAcceptable } from "../../domain/Failure.ts"
import { bodyFault, hasBody, malformed, withEmptyObject } from "./Body.ts"
import { firstOf, inForm, makePermits, onlyAsText, type Query, wantsAll } from "./Exports.ts"
import { answerFailures, toResponse } from "./Failures.ts"
import { allFaults, isRequestSlot } from "./RequestFaults.ts"
import { keyFault } from "./Idempotency.ts"
import { preferred } from "../headers/Negotiation.ts"
import { Standing } from "./Security.ts"

const isMalformed = (error: HttpApiError.HttpApiSchemaError): boolean =>
  error.kind === "Payload" &&
  error.cause.issue._tag === "InvalidValue" &&
  error.cause.message.includes("Expected a valid JSON body")

const notAcceptable = (forms: ReadonlyArray<string>) =>
  new NotAcceptable({ code: "not_acceptable", message: `This resource is ${forms.join(", or ")}.` })

/** The media types of an endpoint's answers: those of lists, or its own. */
const formsOf = (endpoint: HttpApiEndpoint.Top) =>
  listOf(endpoint) === null ? Context.get(endpoint.annotations, Forms) : listForms

/**
 * Refuses what the contract does not allow, with all faults listed, and answers with what an endpoint fails with. Lists
 * are answered in the form that is asked for.
 */
export const validationLayer = Layer.sync(Validation, () => {
  const takePermit = makePermits()

  return Validation.of(
    Effect.fnUntraced(function* (handler, { endpoint }) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { accept } = request.headers
      const forms = formsOf(endpoint)
      const form = preferred(accept, forms)
      if (form === undefined) return yield* toResponse(notAcceptable(forms))
      const isLeftOut = Context.get(endpoint.annotations, OptionalBody) && !hasBody(request.headers)
      const fault =
        keyFault(endpoint, request.headers["idempotency-key"]) ??
        (endpoint.payload.size > 0 && !isLeftOut ? yield* bodyFault(request) : undefined)
      if (fault !== undefined) return yield* toResponse(fault)
      const answer = Effect.catch(answerFailures(handler), (error) => {
        if (!HttpApiError.HttpApiSchemaError.is(error) || !isRequestSlot(error.kind)) return Effect.fail(error)
        return Effect.flatMap(isMalformed(error) ? Effect.succeed(malformed) : allFaults(endpoint), toResponse)
      }).pipe(
        Effect.provideService(HttpServerRequest.HttpServerRequest, isLeftOut ? withEmptyObject(request) : request)
      )
      const list = listOf(endpoint)
      if (list === null) return yield* answer
      const query = yield* HttpServerRequest.ParsedSearchParams
      if (!wantsAll(list, query)) return inForm(yield* answer, list, form as ListForm, accept)
      if (form === "application/json") return yield* toResponse(onlyAsText)
      const { account } = Option.getOrThrow(yield* Effect.serviceOption(Caller))
      const permit = yield* Effect.result(takePermit(account))
      if (Result.isFailure(permit)) return yield* toResponse(permit.failure)
      const stands = yield* Standing
      const context = yield* Effect.context<HttpRouter.Provided>()
      const asking = (query: Query) => Effect.provideService(answer, HttpServerRequest.ParsedSearchParams, query)
      const first = firstOf(query)
      const read = (query: Query) =>
        Effect.flatMap(stands, (stands) =>
          stands ? asking(query) : Effect.die(new Error("its caller may no longer read"))
        ).pipe(
          Effect.orDie,
          Effect.tapDefect((defect) => Effect.logWarning("An export breaks off", defect)),
          Effect.provideContext(context)
        )
      return inForm(yield* asking(first), list, form as ListForm, accept, { first, read })
    })
  )
})
