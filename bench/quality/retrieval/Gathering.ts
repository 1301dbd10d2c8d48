import { Effect, Layer } from "effect"
import type { Capture } from "../../../harness/captures/Captures.ts"
import { localAccount } from "../../../src/domain/Account.ts"
import { ReportType } from "../../../src/domain/Report.ts"
import { CalendarDate } from "../../../src/domain/Timestamp.ts"
import { Evidences } from "../../../src/reports/evidence/Evidence.ts"
import { NicheModel } from "../../../src/reports/evidence/model/NicheModel.ts"
import { Accounts } from "../../../src/storage/accounts/Accounts.ts"
import { store, today } from "../Stored.ts"
import { labels } from "../stories/Labels.ts"

/** Stores the captures, and gives what became of them. */
export const storeCaptures = (files: ReadonlyArray<Capture>) => store(files, labels().seen)

/** The news that a report on a niche would rest on, with the help of a model or without. */
export const newsFor = (niche: string, model: NicheModel | null) =>
  Effect.gen(function* () {
    const { id } = yield* (yield* Accounts).ensure(localAccount)
    const { pieces } = yield* (yield* Evidences).gather(
      id,
      { niche, report_type: ReportType.literals[0], context: null, since: CalendarDate.make("1970-01-01") },
      today
    )
    return pieces.filter(({ kind }) => kind === "signal")
  }).pipe(Effect.provide(Layer.provide(Evidences.layer, Layer.succeed(NicheModel, model))))
