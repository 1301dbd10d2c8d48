import { Effect, Layer } from "effect"
import { ReportQueue } from "../../src/queue/ReportQueue.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"

/*
 * The service, which kills itself as `kill -9` does when a report on a niche that ends with the name of the point in
 * KILL_AT comes to that point. Only in the process from which it was ordered: what another has left is written in
 * peace.
 */

const point = process.env["KILL_AT"]!
const own = new Set<number>()

const at = (name: string, id: number) =>
  Effect.suspend(() => {
    if (point !== name || !own.has(id)) return Effect.void
    process.kill(process.pid, "SIGKILL")
    return Effect.never
  })

/** Kills before or after what is done to a report. */
const around = <A, E, R>(name: string, id: number, effect: Effect.Effect<A, E, R>) =>
  at(`before ${name}`, id).pipe(
    Effect.andThen(effect),
    Effect.tap(() => at(`after ${name}`, id))
  )

const reports = Reports.layer
const queue = ReportQueue.layer

// Before anything is composed of them, which is why the service is imported below.
Object.assign(Reports, {
  layer: Layer.effect(
    Reports,
    Effect.map(Reports, (service) => ({
      ...service,
      create: (...given) =>
        Effect.tap(service.create(...given), ({ id, niche }) => {
          if (niche.endsWith(point)) own.add(id)
          return at("after create", id)
        }),
      begin: (id) => around("begin", id, service.begin(id)),
      advance: (id, step) => around(step, id, service.advance(id, step)),
      complete: (id, result) => around("complete", id, service.complete(id, result))
    }))
  ).pipe(Layer.provide(reports))
})
Object.assign(ReportQueue, {
  layer: (options: Parameters<typeof queue>[0]) =>
    Layer.effect(
      ReportQueue,
      Effect.map(ReportQueue, (service) => ({
        ...service,
        offer: (id) => around("offer", id, service.offer(id))
      }))
    ).pipe(Layer.provide(queue(options)))
})

const { launch } = await import("../../src/app/Service.ts")
launch()
