import type { Endpoint } from "../../domain/Endpoint.ts"
import { html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { copied } from "../parts/Copied.ts"
import { heading } from "../parts/Heading.ts"
import { instant } from "../parts/Time.ts"
import { home } from "../Place.ts"

const place = `${home}/endpoints`

/** What an endpoint signs with, at the only moment when it is shown: the form's own answer, as for API keys. */
export const secretPage = (endpoint: Endpoint, secret: string, how: "added" | "rotated"): Page => ({
  title: "The endpoint's secret",
  place,
  status: 201,
  modules: ["once.js"],
  main: html`${heading("The endpoint's secret")}
    <p class="notice warn" role="status" data-once="${place}/${endpoint.id}">
      Copy it now: it is shown only this once. Your receiver checks with it that what comes in is from here.
      ${
        how === "rotated" &&
        endpoint.previous_secret_until !== null &&
        html`The secret before signs as well until ${instant(endpoint.previous_secret_until)}.`
      }
    </p>
    <section class="panel">
      ${copied(`${endpoint.name}: the secret`, "new-secret", secret)}
      <div class="actions"><a class="button primary" href="${place}/${endpoint.id}">I have copied it</a></div>
    </section>`
})
