import { Duration, Effect, Fiber, Option, Stream, Struct } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AuditContext } from "../access/AuditContext.ts"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { ExtendDeadline } from "./server/Deadline.ts"
import { Caller } from "../domain/Caller.ts"
import { missing } from "../domain/Missing.ts"
import type { IngestEvent, SourceName, SourceRun } from "../domain/Source.ts"
import { IngestControl, type ListActions, type ListOrigin, type SourceReport } from "../ports/IngestControl.ts"

/** How long a caller waits for a run to end: most take a second or two, and no request may take ten. */
const longestWait = "5 seconds"

/** For the site's page, and then for its feeds. */
const longestDiscovery = Duration.seconds(20)

/** Its address is not told. */
const shown = (source: SourceReport) => Struct.omit(source, ["url"])

const sourceNotFound = missing("source_not_found")

const underWay = (name: SourceName): SourceRun => ({
  name,
  outcome: "running",
  state: null,
  new: null,
  changed: null,
  message: null
})

const runOf = (name: SourceName, event: Option.Option<IngestEvent>): SourceRun => {
  if (Option.isNone(event) || event.value._tag === "Started" || event.value._tag === "Progressed") return underWay(name)
  const ended = event.value
  if (ended._tag === "Skipped") return { ...underWay(name), outcome: "skipped", message: ended.reason }
  const { error, result, state } = ended
  return {
    name,
    outcome: "finished",
    state,
    new: result?.new ?? null,
    changed: result?.changed ?? null,
    message: error
  }
}

export const sourcesLayer = HttpApiBuilder.group(
  Api,
  "sources",
  Effect.fnUntraced(function* (handlers) {
    const control = yield* IngestControl
    // A run goes on when its caller is gone, and ends with the service.
    const scope = yield* Effect.scope
    const running = new Map<SourceName, Fiber.Fiber<SourceRun>>()

    /** Two who ask for the same run get the same one. */
    const run = Effect.fnUntraced(function* (name: SourceName) {
      const known = running.get(name)
      if (known !== undefined) return known
      const { run, sources } = yield* control.open
      if (!(yield* sources).some((source) => source.name === name)) return yield* sourceNotFound
      const fiber = yield* Stream.runLast(run(name)).pipe(
        Effect.map((event) => runOf(name, event)),
        Effect.orDie,
        Effect.ensuring(Effect.sync(() => running.delete(name))),
        Effect.forkIn(scope)
      )
      running.set(name, fiber)
      return fiber
    })

    /** What an operator does to the list, in the name of who is calling. */
    const onList = <A, E>(act: (list: ListActions, origin: ListOrigin) => Effect.Effect<A, E>) =>
      Effect.gen(function* () {
        const { account } = yield* Caller
        const { list } = yield* control.open
        return yield* act(list, { account, ...(yield* AuditContext) })
      })

    return handlers.handleAll({
      add: ({ payload }) =>
        Effect.map(
          onList(({ add }, origin) => add(payload, origin)),
          (sources) => ok(sources.map(shown))
        ),
      change: ({ params, payload }) =>
        Effect.map(
          onList(({ change }, origin) => change(params.source_name, payload, origin)),
          (source) => ok(shown(source))
        ),
      remove: ({ params }) => onList(({ remove }, origin) => remove(params.source_name, origin)),
      discover: Effect.fnUntraced(function* ({ payload }) {
        yield* Effect.flatMap(ExtendDeadline, (extend) => extend(longestDiscovery))
        return ok(yield* onList(({ discover }) => discover(payload.url)))
      }),
      import: ({ payload }) =>
        Effect.map(
          onList(({ importList }, origin) =>
            importList(new TextEncoder().encode(payload.document), payload.replace, origin)
          ),
          ok
        ),
      export: ({ query: { format = "json" } }) =>
        Effect.map(
          onList(({ exportList }) => exportList(format)),
          (document) => ok({ format, document })
        ),
      list: () =>
        Effect.map(
          Effect.flatMap(control.open, ({ status }) => status),
          (sources) => ok(sources.map(shown))
        ),
      run: ({ params: { source_name } }) =>
        Effect.flatMap(run(source_name), (fiber) =>
          Fiber.join(fiber).pipe(
            Effect.timeoutOrElse({ duration: longestWait, orElse: () => Effect.succeed(underWay(source_name)) }),
            Effect.map(ok)
          )
        )
    })
  })
)
