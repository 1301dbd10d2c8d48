import * as NodeStream from "@effect/platform-node/NodeStream"
import { Effect, Stream } from "effect"
import type { Headers, HttpClientError, HttpClientResponse } from "effect/http"
import type { Transform } from "node:stream"
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

/** Puts the pieces of a document together, until they pass the cap. `pieces` is where they are kept meanwhile. */
const gather = (
  stream: Stream.Stream<Uint8Array, FetchFailed>,
  { cap, enter }: Room,
  pieces: Array<Uint8Array> = []
): Effect.Effect<Uint8Array, FetchFailed> => {
  let size = 0
  return Stream.runForEach(stream, (piece): Effect.Effect<void, FetchFailed> => {
    size += piece.length
    if (size > cap) return tooLarge(cap)
    pieces.push(piece)
    return size > large ? enter : Effect.void
  }).pipe(Effect.map(() => asBytes(Buffer.concat(pieces))))
}

/** The body as it came over the wire. */
const read = (
  { headers, stream }: HttpClientResponse.HttpClientResponse,
  room: Room
): Effect.Effect<Uint8Array, FetchFailed> =>
  Number(headers["content-length"] ?? 0) > room.cap
    ? tooLarge(room.cap)
    : gather(
        Stream.mapError(stream, ({ reason }: HttpClientError.HttpClientError) => fromNetwork(reason.cause)),
        room
      )

/** The size of unpacked pieces. Node gives pieces of this size their own memory; smaller ones would share a pool. */
const pieceBytes = 65_536

/**
 * Frees the memory of a full piece. V8 collects memory outside of its heap only after some 60 MB, which the process
 * then keeps.
 */
const release = ({ buffer, byteLength, byteOffset }: Uint8Array): void => {
  const isFull = byteOffset + byteLength === pieceBytes && buffer.byteLength === pieceBytes
  if (isFull && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

type Unpacker = (options: { readonly chunkSize: number }) => Transform

const unpack = (bytes: Uint8Array, make: Unpacker, room: Room): Effect.Effect<Uint8Array, FetchFailed> =>
  Effect.suspend(() => {
    const pieces: Array<Uint8Array> = []
    const unpacked = NodeStream.fromReadable<Uint8Array, FetchFailed>({
      evaluate: () => make({ chunkSize: pieceBytes }).end(bytes),
      onError: () => failed("bad_encoding", "compressed data that is broken or cut off")
    })
    return Effect.ensuring(
      gather(unpacked, room, pieces),
      Effect.sync(() => pieces.forEach(release))
    )
  })

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** A zlib stream announces itself (RFC 1950); without that, what is called deflate is the bare form (RFC 1951). */
const isZlib = (bytes: Uint8Array): boolean =>
  (bytes[0] ?? 0) % 16 === 8 && ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 31 === 0

const decode = (encoding: string, bytes: Uint8Array, room: Room): Effect.Effect<Uint8Array, FetchFailed> => {
  switch (encoding) {
    case "":
    case "identity":
      return Effect.succeed(bytes)
    case "gzip":
    case "x-gzip":
      // Some servers announce gzip and send plain text.
      return isGzip(bytes) ? unpack(bytes, Zlib.createGunzip, room) : Effect.succeed(bytes)
    case "deflate":
      return unpack(bytes, isZlib(bytes) ? Zlib.createInflate : Zlib.createInflateRaw, room)
    case "br":
      return unpack(bytes, Zlib.createBrotliDecompress, room)
    default:
      return failed("bad_encoding", "compressed in an unknown way")
  }
}

/** One encoding is usual and two exist. More are an attack. */
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
