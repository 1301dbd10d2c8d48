import type { Endpoint } from "../../domain/Endpoint.ts"
import { html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { copied } from "../parts/Copied.ts"
import { copiedLink, shownOnce } from "../parts/ShownOnce.ts"
import { instant } from "../parts/Time.ts"
import { home } from "../Place.ts"

const place = `${home}/endpoints`

/** What an endpoint signs with, at the only moment when it is shown: the form's own answer, as for API keys. */
export const secretPage = (endpoint: Endpoint, secret: string, how: "added" | "rotated"): Page => {
  const { id, name, previous_secret_until: until } = endpoint
  return shownOnce({
    title: "The endpoint's secret",
    place,
    path: `${place}/${id}`,
    text: html`Copy it now: it is shown only once. Your receiver uses it to check the signature of each request.
    ${how === "rotated" && until !== null && html`Until ${instant(until)} requests are signed with the old secret too.`}`,
    copies: copied(`${name}: the secret`, "new-secret", secret),
    onward: copiedLink(`${place}/${id}`)
  })
}
