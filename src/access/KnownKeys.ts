import { Context, Effect, Layer } from "effect"
import { Buffer } from "node:buffer"
import { hash } from "node:crypto"
import { ApiKeys, type KeyLookup } from "../storage/accounts/ApiKeys.ts"
import { Changes } from "../storage/database/Changes.ts"
import { Standbys } from "../storage/database/Standbys.ts"

const tables = ["api_keys"] as const

/** More than are in use at a time; each takes some 300 bytes. */
const most = 10_000

/** Keys that were looked up before, by their hash, until one is withdrawn anywhere: then each is looked up again. */
export class KnownKeys extends Context.Service<
  KnownKeys,
  {
    /** What is stored of a key, whatever its state; null when there is no such key. */
    readonly find: (key: string) => Effect.Effect<KeyLookup | null>
    /** The same at once; undefined when it takes a look at the database. */
    readonly known: (key: string) => KeyLookup | undefined
  }
>()("sonde/access/KnownKeys") {
  static readonly layer = Layer.effect(
    KnownKeys,
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const changes = yield* Changes
      const standbys = yield* Standbys
      const found = new Map<string, KeyLookup>()
      let foundSince: number | undefined

      const current = () => changes.version(tables)

      const known = (digest: string) => {
        const now = current()
        if (now !== foundSince) {
          found.clear()
          foundSince = now
        }
        return found.get(digest)
      }

      return {
        known: (key) => known(digestOf(key)),
        find: Effect.fnUntraced(function* (key) {
          const digest = digestOf(key)
          const remembered = known(digest)
          if (remembered !== undefined) return remembered
          const since = foundSince
          const stored = yield* standbys.evenAlone(tables, keys.findByHash(Buffer.from(digest, "base64")))
          if (stored !== null && since !== undefined && current() === since) {
            if (found.size >= most) found.delete(found.keys().next().value!)
            found.set(digest, stored)
          }
          return stored
        })
      }
    })
  )
}

/** SHA-256 in Base64. The key itself is kept nowhere. */
const digestOf = (key: string): string => hash("sha256", key, "base64")
