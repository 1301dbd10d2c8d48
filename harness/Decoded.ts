import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib"

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync
}

/** A body without its `Content-Encoding`, as clients read it. */
export const decoded = (bytes: Uint8Array, coding: string | null | undefined): Uint8Array => {
  if (coding === null || coding === undefined || bytes.length === 0) return bytes
  const decode = decoders[coding]
  if (decode === undefined) throw new Error(`nobody asked for the coding ${coding}`)
  return decode(bytes)
}
