import { html } from "../../text/Html.ts"
import { plain } from "../Layout.ts"
import { home } from "../Place.ts"
import { respond } from "../Routes.ts"

/** Under the dashboard's path, but no page. */
export const notFoundPage = respond(
  plain(
    "Nothing here",
    html`<h1>Nothing here</h1>
      <p>There is no page at this address.</p>
      <p><a href="${home}">Back to the overview</a></p>`
  ),
  404
)
