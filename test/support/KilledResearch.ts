import { Effect, Layer } from "effect"
import { Articles } from "../../src/storage/signals/Articles.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Searches } from "../../src/storage/sources/Searches.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"

/*
 * The service, which kills itself as `kill -9` does when the research for a report comes to the point in KILL_AT. No
 * source is ever due: only research searches.
 */

/** What is being done to the report of this process. Pages that others have left are read in peace before. */
let step: string | null = null

const at = (name: string) =>
  Effect.suspend(() => {
    if (process.env["KILL_AT"] !== name || step === null) return Effect.void
    process.kill(process.pid, "SIGKILL")
    return Effect.never
  })

/** Kills before or after what is done. */
const around = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
  at(`before ${name}`).pipe(
    Effect.andThen(effect),
    Effect.tap(() => at(`after ${name}`))
  )

const whileReading = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => (step === "reading" ? around(name, effect) : effect))

const layers = { articles: Articles.layer, reports: Reports.layer, searches: Searches.layer, sources: Sources.layer }

// Before anything is composed of them, which is why the service is imported below.
Object.assign(Articles, {
  layer: Layer.effect(
    Articles,
    Effect.map(Articles, (service) => ({
      ...service,
      want: (ids) => whileReading("want", service.want(ids)),
      begin: (...given) => whileReading("begin", service.begin(...given)),
      settle: (...given) => whileReading("settle", service.settle(...given))
    }))
  ).pipe(Layer.provide(layers.articles))
})
Object.assign(Searches, {
  layer: Layer.effect(
    Searches,
    Effect.map(Searches, (service) => ({ ...service, done: (...given) => around("done", service.done(...given)) }))
  ).pipe(Layer.provide(layers.searches))
})
Object.assign(Reports, {
  layer: Layer.effect(
    Reports,
    Effect.map(Reports, (service) => ({
      ...service,
      advance: (...given) =>
        Effect.suspend(() => {
          step = given[1]
          return around(step, service.advance(...given))
        })
    }))
  ).pipe(Layer.provide(layers.reports))
})
Object.assign(Sources, {
  layer: Layer.effect(
    Sources,
    Effect.map(Sources, (service) => ({ ...service, slots: Effect.succeed([]) }))
  ).pipe(Layer.provide(layers.sources))
})

const { launch } = await import("../../src/app/Service.ts")
launch()
