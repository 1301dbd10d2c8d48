import { Effect, Ref, Stream } from "effect"
import type { Headers, HttpClientError, HttpClientResponse } from "effect/http"
import * as Zlib from "node:zlib"
import { failed, fromNetwork, type FetchFailed } from "./FetchFailed.ts"

const megabyte = 1_000_000

/** How much a document may take, and where it has to wait. */
export interface Room {
  /** Bytes before and after decompression. */
  readonly cap: number
  /** Waits for the place that a {@link large} document needs; at once for one that has it. */
  readonly enter: Effect.Effect<void>
}

/** Bytes from which a document is large. Feeds have 0.01 to 0.3 MB, SEC's files of all companies 1.5. */
const large = 2 * megabyte

const tooLarge = (cap: number) => failed("too_large", `larger than ${Math.round(cap / megabyte)} MB`)

/** The same bytes without what Node adds to them. */
const asBytes = ({ buffer, byteLength, byteOffset }: Uint8Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** The body as it came over the wire, cut off as soon as it passes the cap. */
const read = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse, { cap, enter }: Room) {
  if (Number(response.headers["content-length"] ?? 0) > cap) return yield* tooLarge(cap)
  const chunks: Array<Uint8Array> = []
  const size = yield* Ref.make(0)
  yield* Stream.runForEach(
    response.stream.pipe(Stream.mapError((error: HttpClientError.HttpClientError) => fromNetwork(error.reason.cause))),
    (chunk) =>
      Effect.flatMap(
        Ref.updateAndGet(size, (sum) => sum + chunk.length),
        (sum): Effect.Effect<void, FetchFailed> => {
          if (sum > cap) return tooLarge(cap)
          chunks.push(chunk)
          return sum > large ? enter : Effect.void
        }
      )
  )
  return asBytes(Buffer.concat(chunks))
})

type Decompress = (
  bytes: Uint8Array,
  options: { readonly maxOutputLength: number },
  callback: (error: NodeJS.ErrnoException | null, result: Uint8Array) => void
) => void

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** A zlib stream announces itself (RFC 1950); without that, what is called deflate is the bare form (RFC 1951). */
const isZlib = (bytes: Uint8Array): boolean =>
  (bytes[0] ?? 0) % 16 === 8 && ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 31 === 0

const decompress = (bytes: Uint8Array, by: Decompress, cap: number): Effect.Effect<Uint8Array, FetchFailed> =>
  Effect.callback((resume) => {
    by(bytes, { maxOutputLength: cap }, (error, result) => {
      if (error === null) return resume(Effect.succeed(asBytes(result)))
      const over = error.code === "ERR_BUFFER_TOO_LARGE"
      resume(over ? tooLarge(cap) : failed("bad_encoding", "compressed data that is broken or cut off"))
    })
  })

/** Within the bounds of a small document first: only one that is large waits for its place, and is unpacked again. */
const unpack = (bytes: Uint8Array, by: Decompress, { cap, enter }: Room): Effect.Effect<Uint8Array, FetchFailed> =>
  cap <= large
    ? decompress(bytes, by, cap)
    : decompress(bytes, by, large).pipe(
        Effect.catchIf(
          ({ reason }) => reason === "too_large",
          () => Effect.andThen(enter, decompress(bytes, by, cap))
        )
      )

const decode = (encoding: string, bytes: Uint8Array, room: Room): Effect.Effect<Uint8Array, FetchFailed> => {
  switch (encoding) {
    case "":
    case "identity":
      return Effect.succeed(bytes)
    case "gzip":
    case "x-gzip":
      // Some servers announce gzip and send plain text.
      return isGzip(bytes) ? unpack(bytes, Zlib.gunzip, room) : Effect.succeed(bytes)
    case "deflate":
      return unpack(bytes, isZlib(bytes) ? Zlib.inflate : Zlib.inflateRaw, room)
    case "br":
      return unpack(bytes, Zlib.brotliDecompress, room)
    default:
      return failed("bad_encoding", "compressed in an unknown way")
  }
}

/** One encoding is usual, two exist; more is an attack on the reader. */
const maxEncodings = 3

const encodings = (headers: Headers.Headers): ReadonlyArray<string> =>
  (headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .toReversed()

/** Encodings in the order in which a request offers them. */
export const acceptEncoding = "gzip, deflate, br"

/** The document, with all encodings undone. */
export const body = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse, room: Room) {
  const names = encodings(response.headers)
  if (names.length > maxEncodings) return yield* failed("bad_encoding", "compressed too many times over")
  let bytes: Uint8Array = yield* read(response, room)
  for (const name of names) if (bytes.length > 0) bytes = yield* decode(name, bytes, room)
  return bytes
})
