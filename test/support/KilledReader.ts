import { Effect, Layer } from "effect"
import { Articles } from "../../src/storage/signals/Articles.ts"

/*
 * The service, which kills itself as `kill -9` does when the reading of a page comes to the point in KILL_AT.
 */

const at = (name: string) =>
  Effect.suspend(() => {
    if (process.env["KILL_AT"] !== name) return Effect.void
    process.kill(process.pid, "SIGKILL")
    return Effect.never
  })

const articles = Articles.layer

// Before anything is composed of it, which is why the service is imported below.
Object.assign(Articles, {
  layer: Layer.effect(
    Articles,
    Effect.map(Articles, (service) => ({
      ...service,
      wantNewest: (limit) => Effect.tap(service.wantNewest(limit), () => at("after want")),
      begin: (...given) =>
        Effect.tap(service.begin(...given), (page) => (page === null ? Effect.void : at("after begin"))),
      settle: (...given) =>
        at("before settle").pipe(
          Effect.andThen(service.settle(...given)),
          Effect.andThen(() => at("after settle"))
        )
    }))
  ).pipe(Layer.provide(articles))
})

const { launch } = await import("../../src/app/Service.ts")
launch()
