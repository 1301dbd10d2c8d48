import { Result } from "effect"
import type { Document } from "../../../ingest/parse/Document.ts"
import { type Read, reader } from "../../../ingest/parse/Reader.ts"
import { SourceFailed } from "../../../ingest/Source.ts"

/*
 * Readers that end badly, in a module that a worker can load.
 */

export const refusing = (): Read<never> =>
  Result.fail(new SourceFailed({ state: "blocked", message: "not for you", restSeconds: 60 }))

export const stumbling = ({ bytes }: Document): Read<never> => {
  throw new Error(`cannot read ${new TextDecoder().decode(bytes)}`)
}

export const hoarding = (): Read<never> => {
  let kept: object | null = null
  for (;;) kept = { kept }
}

const all = { refusing, stumbling, hoarding }

export const readers = (name: keyof typeof all) => reader(import.meta.url, all[name])
