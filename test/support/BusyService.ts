import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Signals } from "../../src/storage/signals/Signals.ts"

/* The service, in which a search for "busy" keeps the database busy for four seconds. */

const busy = `DO '
  DECLARE until timestamptz := clock_timestamp() + interval ''4 seconds'';
  BEGIN WHILE clock_timestamp() < until LOOP END LOOP; END'`

const signals = Signals.layer

// Before anything is composed of it, which is why the service is imported below.
Object.assign(Signals, {
  layer: Layer.effect(
    Signals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const service = yield* Signals
      return {
        ...service,
        page: (query) =>
          query.q === "busy" ? Effect.andThen(Effect.orDie(sql.unsafe(busy)), service.page(query)) : service.page(query)
      }
    })
  ).pipe(Layer.provideMerge(signals))
})

const { launch } = await import("../../src/app/Service.ts")
launch()
