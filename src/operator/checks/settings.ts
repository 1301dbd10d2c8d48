import { Effect, Option } from "effect"
import { Settings } from "../../config/Settings.ts"
import type { Finding } from "../Protocol.ts"

const warning = (name: string, message: string, advice: string): Finding => ({
  area: "settings",
  name,
  state: "warning",
  message,
  advice
})

/**
 * Settings that cannot be used stop every command with all their faults; this is about those that can and may be a
 * mistake.
 */
export const checkSettings = Effect.map(Settings, (settings): ReadonlyArray<Finding> => {
  const findings: ReadonlyArray<Finding | null> = [
    Option.isNone(settings.CONTACT)
      ? warning(
          "CONTACT",
          "not set: publishers cannot reach you, and SEC does not answer",
          "Set CONTACT to your mail address"
        )
      : settings.CONTACT.value.includes("@")
        ? null
        : warning("CONTACT", "no mail address, which SEC asks for", "Set CONTACT to a mail address"),
    settings.INGEST_ENABLED
      ? null
      : warning(
          "INGEST_ENABLED",
          "false: nothing is read on schedule",
          "Set INGEST_ENABLED=true in one process at least"
        ),
    settings.ALLOW_PRIVATE_HOSTS.includes("*")
      ? warning(
          "ALLOW_PRIVATE_HOSTS",
          "every address inside your network may be fetched",
          "Name the hosts that you mean in place of *"
        )
      : null
  ]
  const found = findings.filter((finding) => finding !== null)
  return found.length > 0
    ? found
    : [{ area: "settings", name: "settings", state: "ok", message: "can all be used", advice: null }]
})
