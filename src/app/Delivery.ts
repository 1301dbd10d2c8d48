import { Effect, Layer, Option } from "effect"
import { Settings } from "../config/Settings.ts"
import { Sender } from "../delivery/Sender.ts"

/** Sends events to where accounts want them. */
export const senderLayer = Layer.unwrap(
  Effect.map(Settings, ({ ALLOW_PRIVATE_HOSTS, MAIL_FROM, PUBLIC_URL, SMTP_URL }) => {
    const mail = Option.all({
      server: SMTP_URL,
      from: MAIL_FROM,
      home: Option.map(PUBLIC_URL, (url) => new URL(url).origin)
    })
    return Sender.layer(ALLOW_PRIVATE_HOSTS, Option.getOrNull(mail))
  })
)
