import { Layer } from "effect"
import { RpcTest } from "effect/rpc"
import { KeyRing } from "../access/KeyRing.ts"
import { PublicUrl } from "../access/PublicUrl.ts"
import { SignIn } from "../access/SignIn.ts"
import type { Settings } from "../config/Settings.ts"
import type { JudgeTrials } from "../reports/judge/JudgeTrials.ts"
import * as PostgresServer from "../storage/database/PostgresServer.ts"
import * as Storage from "../storage/Storage.ts"
import * as Watching from "../watches/Watching.ts"
import { Doctor } from "./Doctor.ts"
import * as Handlers from "./Handlers.ts"
import type { EndpointDesk } from "../ports/EndpointDesk.ts"
import type { IngestControl } from "../ports/IngestControl.ts"
import { Operator } from "./Operator.ts"
import { OperatorRpcs } from "./Protocol.ts"

/** The operator over the services of this process. Effect names this transport for tests; all it does is to call. */
export const layerOfServices = Layer.effect(
  Operator,
  RpcTest.makeClient(OperatorRpcs, { disableFatalDefects: true })
).pipe(Layer.provide(Handlers.layer))

/** The configured database, made when it is new and brought up to date. A Postgres that is away is told at once. */
const storageLayer = Watching.over(Storage.layerOfSettings(PostgresServer.answers))

/** What ingestion finds in this process. */
export type LocalServices = Settings | Layer.Success<typeof storageLayer>

/** The operator in this process, on the configured database; an embedded one is held until the scope closes. */
export const layer = (
  ingest: Layer.Layer<IngestControl, never, LocalServices>,
  judgeTrials: Layer.Layer<JudgeTrials, never, LocalServices>,
  endpointDesk: Layer.Layer<EndpointDesk, never, LocalServices>
) =>
  layerOfServices.pipe(
    Layer.provide(Doctor.layer),
    Layer.provide([KeyRing.layer, SignIn.layer, PublicUrl.layerOfSettings, ingest, judgeTrials, endpointDesk]),
    Layer.provide(storageLayer)
  )
