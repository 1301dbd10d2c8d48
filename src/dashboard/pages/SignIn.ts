import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { IdentityProvider } from "../../access/IdentityProvider.ts"
import { OperatorCommand } from "../../access/OperatorCommand.ts"
import { html, type Html, nothing } from "../../text/Html.ts"
import { plain } from "../Layout.ts"
import { home } from "../Place.ts"
import { respond } from "../Routes.ts"

const problems: Readonly<Record<string, string>> = {
  link: "This link no longer works: each works once, within ten minutes. Create another one.",
  provider: "The identity provider did not sign you in, or it took too long. Try again.",
  unreachable: "The identity provider cannot be reached at the moment. Try again a little later.",
  too_many: "Too many attempts from your address. Wait a minute, then try again.",
  origin: "This form came from another site and was refused. Sign in here."
}

const said = (query: URLSearchParams): Html => {
  const problem = query.get("problem") ?? ""
  if (Object.hasOwn(problems, problem)) return html`<p class="notice bad" role="alert">${problems[problem]}</p>`
  if (!query.has("signed_out")) return html``
  return html`<p class="notice good" role="status">
    You are signed out.
    ${query.get("signed_out") === "identity_provider" && html`<a href="${home}/sign-out/provider">Sign out of the identity provider as well</a>`}
  </p>`
}

const byProvider = (next: string): Html =>
  html`<p>
    <a class="button primary big" href="${home}/sign-in/provider${next !== "" && `?next=${encodeURIComponent(next)}`}"
      >Sign in with your identity provider</a
    >
  </p>`

const byLink = (command: string, next: string): Html =>
  html`<p>
      Whoever runs this service gets a one-time link on its terminal. A start prints one there, and this makes another:
    </p>
    <pre tabindex="0"><code>${command}</code></pre>
    <form method="post" action="${home}/sign-in" class="form" data-sign-in>
      ${next !== "" && html`<input type="hidden" name="next" value="${next}" />`}
      <div class="field">
        <label for="code">Or paste the code from the end of the link</label>
        <input id="code" name="code" required autocomplete="off" autocapitalize="off" spellcheck="false" />
      </div>
      <div class="actions"><button class="primary">Sign in</button></div>
    </form>`

/**
 * Where browsers without a session are sent. A link's code stands behind `#`, where no server and no log sees it;
 * `page.js` puts it into the form.
 */
export const signInPage = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { provider } = yield* IdentityProvider
    const command = `${yield* OperatorCommand} login-link`
    const way = provider === null ? () => nothing : byProvider
    yield* router.add("GET", `${home}/sign-in`, (request) =>
      Effect.sync(() => {
        const query = new URL(request.url, "http://sonde.internal").searchParams
        const next = query.get("next") ?? ""
        return respond(
          plain(
            "Sign in",
            html`<h1>Sign in</h1>
              ${said(query)}${way(next)}${byLink(command, next)}`
          )
        )
      })
    )
  })
)
