import { Effect } from "effect"
import Oidc from "oidc-provider"
import { loopback } from "../../harness/Loopback.ts"

/*
 * A real identity provider on this machine, and as much of a browser as goes through it: the provider asks nothing and
 * takes everyone for one user.
 */

export const clientId = "sonde"
export const clientSecret = "a secret that the provider has given"
export const user = "user-7"

/**
 * Of the dashboard at this origin, whose one user has this `sub`. Errors of the protocol are answered as they are:
 * nothing is written to the console.
 */
export const provider = Effect.fnUntraced(function* (dashboard: string, sub = user) {
  const { origin, server } = yield* loopback(() => undefined)
  const oidc = new Oidc(origin, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${dashboard}/dashboard/sign-in/callback`],
        post_logout_redirect_uris: [`${dashboard}/dashboard/sign-in`]
      }
    ],
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["test"] },
    renderError: (context, out) => {
      context.body = JSON.stringify(out)
    }
  })
  const answer = oidc.callback()
  const interact = async (request: Parameters<typeof answer>[0], response: Parameters<typeof answer>[1]) => {
    const { grantId, params, prompt } = await oidc.interactionDetails(request, response)
    if (prompt.name === "login") {
      await oidc.interactionFinished(request, response, { login: { accountId: sub } })
      return
    }
    const grant =
      grantId === undefined
        ? new oidc.Grant({ accountId: sub, clientId: String(params["client_id"]) })
        : await oidc.Grant.find(grantId)
    grant!.addOIDCScope("openid")
    await oidc.interactionFinished(request, response, { consent: { grantId: await grant!.save() } })
  }
  server.removeAllListeners("request")
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/")) void interact(request, response)
    else void answer(request, response)
  })
  return {
    issuer: origin,
    /**
     * Goes where the dashboard sent the browser, through all that the provider asks, and says where that leads back to.
     */
    visit: (url: string): Effect.Effect<URL> =>
      Effect.promise(async () => {
        const cookies = new Map<string, string>()
        let next = new URL(url)
        for (let hops = 0; hops < 10 && next.origin === origin; hops++) {
          const response = await fetch(next, {
            redirect: "manual",
            headers: { cookie: Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ") }
          })
          for (const cookie of response.headers.getSetCookie()) {
            const [name = "", value = ""] = cookie.split(";", 1)[0]!.split(/=(.*)/s)
            cookies.set(name, value)
          }
          const location = response.headers.get("location")
          if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
          next = new URL(location, next)
        }
        return next
      })
  }
})
