import { Effect, Layer } from "effect"
import { Articles } from "../../src/storage/Articles.ts"
import { Reports } from "../../src/storage/Reports.ts"
import { Searches } from "../../src/storage/Searches.ts"
import { Sources } from "../../src/storage/Sources.ts"

/*
 * The service, which kills itself as `kill -9` does when the research for a report comes to the point in KILL_AT. No
 * source is ever due: only research searches.
 */

/** Whether a report is being made: pages that others have left are read in peace before. */
let begun = false

const at = (name: string) =>
  Effect.suspend(() => {
    if (process.env["KILL_AT"] !== name || !begun) return Effect.void
    process.kill(process.pid, "SIGKILL")
    return Effect.never
  })

/** Kills before or after what is done. */
const around = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
  at(`before ${name}`).pipe(
    Effect.andThen(effect),
    Effect.tap(() => at(`after ${name}`))
  )

const layers = { articles: Articles.layer, reports: Reports.layer, searches: Searches.layer, sources: Sources.layer }

// Before anything is composed of them, which is why the service is imported below.
Object.assign(Articles, {
  layer: Layer.effect(
    Articles,
    Effect.map(Articles, (service) => ({
      ...service,
      want: (ids) => around("want", service.want(ids)),
      begin: (...given) =>
        Effect.tap(service.begin(...given), (page) => (page === null ? Effect.void : at("after begin"))),
      settle: (...given) => around("settle", service.settle(...given))
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
      begin: (id) => {
        begun = true
        return service.begin(id)
      },
      advance: (...given) => around(given[1], service.advance(...given))
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
