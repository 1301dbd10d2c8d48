import { Effect, Layer, Option } from "effect"
import { Settings } from "../config/Settings.ts"
import * as EndpointDesk from "../delivery/EndpointDesk.ts"
import { Sender } from "../delivery/Sender.ts"

const senderLayer = Layer.unwrap(
  Effect.map(Settings, ({ ALLOW_PRIVATE_HOSTS, MAIL_FROM, PUBLIC_URL, SMTP_URL }) => {
    const home = Option.map(PUBLIC_URL, (url) => new URL(url).origin)
    const mail = Option.all({ server: SMTP_URL, from: MAIL_FROM, home })
    return Sender.layer(ALLOW_PRIVATE_HOSTS, Option.getOrNull(mail), Option.getOrNull(home))
  })
)

/** Sends events to where accounts want them, and takes care of these places. */
export const deliveryLayer = Layer.provideMerge(EndpointDesk.layer, senderLayer)
