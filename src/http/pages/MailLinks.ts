import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { Limits } from "../../access/Limits.ts"
import { endpointOfLink, isLinkOf, type Purpose } from "../../delivery/MailLinks.ts"
import { missing } from "../../domain/Missing.ts"
import { Endpoints } from "../../storage/watches/Endpoints.ts"
import { html } from "../../text/Html.ts"
import { answerFailures } from "../middleware/Failures.ts"
import { RequestOrigin } from "../middleware/RequestOrigin.ts"

/** The page has a button and nothing else. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const words: Readonly<Record<Purpose, Record<"question" | "button" | "done", string>>> = {
  confirm: {
    question: "Do you want events of watches by mail at this address?",
    button: "Yes, send them",
    done: "The address is confirmed. Events will come by mail, and each mail says how to end it."
  },
  unsubscribe: {
    question: "Do you want no more mail of these watches?",
    button: "Unsubscribe",
    done: "You are unsubscribed. No more mail of these watches will come."
  }
}

const page = (text: string, button: string | null) =>
  HttpServerResponse.text(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>Sonde</title>
        </head>
        <body style="font-family:sans-serif;line-height:1.5;max-width:36em;margin:3em auto;padding:0 1em">
          <main>
            <h1>Sonde</h1>
            <p>${text}</p>
            ${button !== null && html`<form method="post"><button>${button}</button></form>`}
          </main>
        </body>
      </html>`.toString(),
    {
      contentType: "text/html; charset=utf-8",
      headers: {
        "content-security-policy": policy,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex"
      }
    }
  )

const isPurpose = (text: string | undefined): text is Purpose => text !== undefined && Object.hasOwn(words, text)

/**
 * The pages behind the links in mails. GET asks first, because programs open links before people do; POST does it, by
 * the page's button or by a mail program (RFC 8058). The link itself is the credential; the posted body is not read.
 */
export const mailLinksLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const endpoints = yield* Endpoints
    const limits = yield* Limits
    const origin = yield* RequestOrigin

    const opened = Effect.gen(function* () {
      const { link = "", purpose } = yield* HttpRouter.params
      const id = endpointOfLink(link)
      if (isPurpose(purpose) && id !== null) {
        const key = yield* endpoints.mailKey(id)
        if (key !== null && isLinkOf(link, purpose, id, key)) return { purpose, id, address: key.address }
      }
      yield* limits.wrongMailLink(origin.address(yield* HttpServerRequest.HttpServerRequest))
      return yield* missing("not_found")
    })

    const ask = Effect.map(opened, ({ purpose }) => page(words[purpose].question, words[purpose].button))

    const act = Effect.gen(function* () {
      const { address, id, purpose } = yield* opened
      yield* endpoints[purpose](id, address)
      return page(words[purpose].done, null)
    })

    yield* router.add("GET", "/mail/:purpose/:link", answerFailures(ask))
    yield* router.add("POST", "/mail/:purpose/:link", answerFailures(act))
  })
)
