import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { PayloadTooLarge } from "../domain/Failure.ts"
import { isTooLarge } from "../http/middleware/Body.ts"
import { sent } from "./Form.ts"

/*
 * Forms with a file. The whole form is as short as any other body, so it is read at once.
 */

/** The largest file that can be sent, in bytes: a body of the API has to hold it as JSON. */
export const mostFileBytes = 60_000

const tooLarge = new PayloadTooLarge({
  code: "payload_too_large",
  message: "The file is larger than 60 KB. Import longer lists with the command `sonde sources import`."
})

/** An encoding that a file names: by its first bytes, or as XML does. */
const namedEncoding = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200))
  return /<\?xml[^>]{0,150}encoding=["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? "windows-1252"
}

/** The text of a file: UTF-8 where that fits, else in the encoding that it names. */
export const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    try {
      return new TextDecoder(namedEncoding(bytes)).decode(bytes)
    } catch {
      // An encoding that nobody knows.
      return new TextDecoder().decode(bytes)
    }
  }
}

/**
 * The fields of the form that the current request is; where a file was chosen (field `file`), its text stands in the
 * place of the field of this name.
 */
export const sentWithFile = Effect.fnUntraced(function* (name: string) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const type = request.headers["content-type"] ?? ""
  if (!type.startsWith("multipart/form-data")) return yield* sent
  const bytes = yield* request.arrayBuffer.pipe(
    Effect.catch((error) => (isTooLarge(error) ? Effect.fail(tooLarge) : Effect.die(error)))
  )
  const form = yield* Effect.tryPromise(() =>
    new Response(bytes, { headers: { "content-type": type } }).formData()
  ).pipe(
    // A form that no browser sends: as one without fields.
    Effect.orElseSucceed(() => new FormData())
  )
  const fields = new URLSearchParams()
  for (const [field, value] of form) if (typeof value === "string") fields.append(field, value)
  const file = form.get("file")
  if (file instanceof File && file.size > 0)
    fields.set(name, textOf(new Uint8Array(yield* Effect.promise(() => file.arrayBuffer()))))
  return fields
})
