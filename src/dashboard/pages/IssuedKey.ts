import type { HttpServerRequest } from "effect/http"
import type { CreatedKey } from "../../api/Keys.ts"
import { html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { copied } from "../parts/Copied.ts"
import { scopeWords } from "../parts/Key.ts"
import { copiedLink, shownOnce } from "../parts/ShownOnce.ts"
import { home } from "../Place.ts"

const place = `${home}/keys`

/** Where the browser reaches the service: a form says so itself. */
const originOf = ({ headers }: HttpServerRequest.HttpServerRequest): string => {
  const { host, origin } = headers
  return origin !== undefined && URL.canParse(origin) ? origin : `http://${host ?? "localhost"}`
}

/** A new key, at the only moment when it is known. */
export const issuedPage = (
  key: typeof CreatedKey.Type,
  request: HttpServerRequest.HttpServerRequest,
  how: "created" | "rotated"
): Page => {
  const url = `${originOf(request)}/api/v1/public${scopeWords[key.scopes[0]!].example}`
  return shownOnce({
    title: "Your new key",
    place,
    path: `${place}/${key.id}`,
    text: html`Copy it now: it is shown only once, and nobody can look it up later.
    ${how === "rotated" && html`The old key no longer works.`}`,
    copies: [
      copied(`${key.name}: the key`, "new-key", key.key),
      copied("Try it", "new-key-curl", `curl -H 'X-API-Key: ${key.key}' '${url}'`)
    ],
    onward: html`${copiedLink(place)} <a href="/docs">API reference</a>`
  })
}
