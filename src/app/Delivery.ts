import { Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import { Sender } from "../delivery/Sender.ts"

/** Sends events to where accounts want them. */
export const senderLayer = Layer.unwrap(
  Effect.map(Settings, ({ ALLOW_PRIVATE_HOSTS }) => Sender.layer(ALLOW_PRIVATE_HOSTS))
)
