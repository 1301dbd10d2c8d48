import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { basename, dirname, extname, join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { home } from "./Place.ts"

/*
 * What pages load: our own files and uPlot's. They stand in a folder named by a digest of them all, so that browsers
 * keep them for good, a new version has new addresses, and a module may name its neighbour by a relative path.
 */

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml"
}

const own = join(import.meta.dirname, "assets")
const uplot = dirname(createRequire(import.meta.url).resolve("uplot"))

const files = new Map(
  [
    ...readdirSync(own)
      .filter((name) => extname(name) in types)
      .map((name) => join(own, name)),
    join(uplot, "uPlot.iife.min.js"),
    join(uplot, "uPlot.min.css")
  ]
    .sort()
    .map((path): [string, Uint8Array] => [basename(path), readFileSync(path)])
)

const digest = [...files]
  .reduce((hash, [name, bytes]) => hash.update(name).update(bytes), createHash("sha256"))
  .digest("base64url")
  .slice(0, 12)

const folder = `${home}/assets/${digest}` as const

/** The address of a file. */
export const assetUrl = (name: string): string => {
  if (!files.has(name)) throw new Error(`there is no asset ${name}`)
  return `${folder}/${name}`
}

const encoders = {
  br: brotliCompressSync,
  gzip: gzipSync,
  identity: (bytes: Uint8Array) => bytes
} as const
type Coding = keyof typeof encoders

const encoded = new Map<string, Uint8Array>()

/** The bytes of a file in a coding, made once. */
const bytesOf = (name: string, bytes: Uint8Array, coding: Coding): Uint8Array => {
  const known = encoded.get(`${coding} ${name}`)
  if (known !== undefined) return known
  const made = encoders[coding](bytes)
  encoded.set(`${coding} ${name}`, made)
  return made
}

/** The best coding that `Accept-Encoding` (RFC 9110, section 12.5.3) names and does not refuse. */
const codingOf = (accept: string | undefined): Coding => {
  const accepted = (accept ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(";", 1)[0])
  return (["br", "gzip"] as const).find((coding) => accepted.includes(coding)) ?? "identity"
}

/** Serves the files. */
export const assetsRoute = HttpRouter.add(
  "GET",
  `${folder}/:name`,
  Effect.gen(function* () {
    const { name = "" } = yield* HttpRouter.params
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const bytes = files.get(name)
    if (bytes === undefined) return HttpServerResponse.empty({ status: 404 })
    const coding = codingOf(headers["accept-encoding"])
    return HttpServerResponse.uint8Array(bytesOf(name, bytes, coding), {
      contentType: types[extname(name)]!,
      headers: {
        "cache-control": "public, max-age=31536000, immutable",
        vary: "Accept-Encoding",
        ...(coding !== "identity" && { "content-encoding": coding })
      }
    })
  })
)
