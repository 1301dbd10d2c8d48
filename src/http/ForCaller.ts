import { Effect } from "effect"
import { ok } from "../api/Envelope.ts"
import { Caller } from "../domain/Caller.ts"

/** Answers with what belongs to who is calling. */
export const forCaller = <A, E, R>(found: (caller: Caller["Service"]) => Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flatMap(Caller, found), ok)
