import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { basename, extname, join } from "node:path"
import { stylePath } from "../charts/Style.ts"
import { home } from "./Place.ts"

/*
 * What pages load: our own files. They stand in a folder named by a digest of them all, so that browsers
 * keep them for good, a new version has new addresses, and a module may name its neighbour by a relative path.
 */

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml"
}

const own = join(import.meta.dirname, "assets")

const files = new Map(
  [
    ...readdirSync(own)
      .filter((name) => extname(name) in types)
      .map((name) => join(own, name)),
    stylePath
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

const answers = new Map(
  [...files].map(([name, bytes]) => [
    name,
    HttpServerResponse.uint8Array(bytes, {
      contentType: types[extname(name)]!,
      headers: { "cache-control": "public, max-age=31536000, immutable" }
    })
  ])
)

/** Serves the files: the same answers each time, so that each is compressed once. */
export const assetsRoute = HttpRouter.add(
  "GET",
  `${folder}/:name`,
  Effect.map(HttpRouter.params, ({ name = "" }) => answers.get(name) ?? HttpServerResponse.empty({ status: 404 }))
)
