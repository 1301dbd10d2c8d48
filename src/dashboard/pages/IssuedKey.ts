import type { HttpServerRequest } from "effect/http"
import type { CreatedKey } from "../../api/Keys.ts"
import { html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { copied } from "../parts/Copied.ts"
import { heading } from "../parts/Heading.ts"
import { scopeWords } from "../parts/Key.ts"
import { home } from "../Place.ts"

const place = `${home}/keys`

/** Where the browser reaches the service: a form says so itself. */
const originOf = ({ headers }: HttpServerRequest.HttpServerRequest): string => {
  const { host, origin } = headers
  return origin !== undefined && URL.canParse(origin) ? origin : `http://${host ?? "localhost"}`
}

/**
 * A new key, at the only moment when it is known. It is the form's own answer: nothing keeps the key until a next page.
 * `once.js` gives the entry in the browser's history the key's own address, so that loading it again does not send the
 * form again.
 */
export const issuedPage = (
  key: typeof CreatedKey.Type,
  request: HttpServerRequest.HttpServerRequest,
  how: "created" | "rotated"
): Page => {
  const url = `${originOf(request)}/api/v1/public${scopeWords[key.scopes[0]!].example}`
  return {
    title: "Your new key",
    place,
    status: 201,
    modules: ["once.js"],
    main: html`${heading("Your new key")}
      <p class="notice warn" role="status" data-once="${place}/${key.id}">
        Copy it now: it is shown only this once, and nobody can look it up later.
        ${how === "rotated" && html`The old one stopped working at this moment.`}
      </p>
      <section class="panel">
        ${copied(`${key.name}: the key`, "new-key", key.key)}
        ${copied("Try it", "new-key-curl", `curl -H 'X-API-Key: ${key.key}' '${url}'`)}
        <div class="actions">
          <a class="button primary" href="${place}">I have copied it</a>
          <a href="/docs">What can be called</a>
        </div>
      </section>`
  }
}
