import type { ApiKey } from "../../../domain/ApiKey.ts"
import type { IssuedKey } from "../../Protocol.ts"
import { properties } from "../../Table.ts"

/** A key as people read it. */
export const showKey = (key: ApiKey): string =>
  properties({
    id: key.id,
    name: key.name,
    key: `${key.prefix}…${key.last4}`,
    status: key.status,
    scopes: key.scopes.join(", "),
    expires: key.expires_at ?? "never"
  })

/** A key at the only moment when its value is known. */
export const showIssuedKey = (key: IssuedKey): string =>
  `${showKey(key)}\n\n  ${key.key}\n\nThat is the whole key. Keep it now: it is not shown again.`
