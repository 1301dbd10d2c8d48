import { Clock, Context, DateTime, Duration, Effect, Layer, Random, Stream } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { randomUUID } from "node:crypto"
import { userAgent } from "../../ingest/fetch/Fetch.ts"
import { failed, fromNetwork } from "../../ingest/fetch/FetchFailed.ts"
import { retryAfterSeconds } from "../../ingest/fetch/Freshness.ts"
import { isRefused } from "../../ingest/fetch/Address.ts"
import * as GuardedAgent from "../../ingest/fetch/GuardedAgent.ts"
import type { Attempt, Posted } from "../domain/Endpoint.ts"
import { toTimestamp } from "../domain/Timestamp.ts"
import { WatchId } from "../domain/Watch.ts"
import { EventId, type WatchEvent } from "../domain/WatchEvent.ts"
import type { Taken, Verdict } from "../storage/watches/Deliveries.ts"
import { type Mail, Mailer, type MailSettings } from "./Mailer.ts"
import { confirmationOf, mailOf } from "./Mails.ts"
import { messageOf } from "./Message.ts"
import { afterFailure, type Fault, faultOf } from "./Retries.ts"
import { signatureHeaders } from "./Signature.ts"

/** For connection, request and answer together. */
const deadline = Duration.seconds(10)

/** An answer whose end does not come is taken as it is. */
const answerTimeout = "2 seconds"

/** Bytes of an answer that are read. */
const answerBytes = 1_024

interface Outcome {
  readonly attempt: Attempt
  readonly fault: Fault
  readonly retryAfter: number | null
}

/** Where something goes that is sent by itself. */
type To = Pick<Taken, "endpoint" | "target" | "secrets">

/** The beginning of an answer; the connection is closed with the rest unread. */
const beginning = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<string> => {
  const bytes = Buffer.alloc(answerBytes)
  let length = 0
  return response.stream.pipe(
    Stream.takeUntil((piece) => {
      length += Buffer.from(piece).copy(bytes, length)
      return length === answerBytes
    }),
    Stream.runDrain,
    // What has come is enough: the status is the answer.
    Effect.ignore,
    Effect.timeoutOrElse({ duration: answerTimeout, orElse: () => Effect.void }),
    Effect.map(() => bytes.toString("utf8", 0, length).replaceAll("\u0000", "").toWellFormed())
  )
}

const errorOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400
    ? `the receiver answered ${status}: redirects are not followed`
    : `the receiver answered ${status}`
}

/** Sends single events. Nobody but the account may learn the address: it is in no log, error or trace. */
export class Sender extends Context.Service<
  Sender,
  {
    /** One attempt to deliver an event, and what becomes of it. */
    readonly send: (taken: Taken) => Effect.Effect<{ readonly attempt: Attempt; readonly verdict: Verdict }>
    /** Sends an event that has not happened, once. */
    readonly test: (to: To, title: string) => Effect.Effect<Attempt>
    /** Asks the reader of an address of mail to confirm it. */
    readonly confirm: (to: To) => Effect.Effect<Attempt>
    /** Whether mail can be sent at all. */
    readonly sendsMail: boolean
    /** Whether a URL names an address that is not of the public internet, and that the operator has not allowed. */
    readonly isRefused: (url: string) => boolean
  }
>()("sonde/delivery/Sender") {
  static readonly make = (allowHosts: ReadonlyArray<string>, home: string | null) =>
    Effect.gen(function* () {
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const mailer = yield* Mailer

      const post = Effect.fnUntraced(function* (
        target: Posted,
        secrets: Taken["secrets"],
        event: WatchEvent,
        id: string
      ): Effect.fn.Return<Outcome> {
        const at = yield* DateTime.nowAsDate
        const begun = yield* Clock.currentTimeMillis
        const { body, url } = messageOf(target, event, home)
        const headers = {
          "user-agent": userAgent(undefined),
          ...(target.kind === "webhook" && signatureHeaders(id, at, body, secrets))
        }
        const request = HttpClientRequest.bodyText(HttpClientRequest.post(url, { headers }), body, "application/json")
        const exchange = client.execute(request).pipe(
          Effect.flatMap((response) =>
            Effect.map(beginning(response), (answer) => ({
              status: response.status,
              error: errorOf(response.status),
              answer,
              retryAfter: retryAfterSeconds(response.headers, at.getTime())
            }))
          ),
          Effect.mapError((error: HttpClientError.HttpClientError) => fromNetwork(error.reason.cause)),
          Effect.scoped,
          Effect.timeoutOrElse({
            duration: deadline,
            orElse: () => failed("timeout", `took longer than ${Duration.toSeconds(deadline)} s`)
          }),
          Effect.catch(({ message }) =>
            Effect.succeed({ status: null, error: message, answer: null, retryAfter: null })
          ),
          // The account has written the address: the operator's exceptions hold for it, and no redirect leads
          // elsewhere.
          Effect.provideService(GuardedAgent.OperatorsAddress, true),
          Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
        )
        const { answer, error, retryAfter, status } = yield* exchange
        const took_ms = (yield* Clock.currentTimeMillis) - begun
        return {
          attempt: { at: toTimestamp(at), delivered: error === null, status, error, took_ms, answer },
          fault: faultOf(status),
          retryAfter
        }
      })

      const mail = Effect.fnUntraced(function* (
        make: (settings: Pick<MailSettings, "from" | "home">, at: Date) => Mail
      ): Effect.fn.Return<Outcome> {
        const at = yield* DateTime.nowAsDate
        const begun = yield* Clock.currentTimeMillis
        const { error, isGone, isRefused, status } = yield* mailer.send((settings) => make(settings, at))
        const took_ms = (yield* Clock.currentTimeMillis) - begun
        return {
          attempt: { at: toTimestamp(at), delivered: error === null, status, error, took_ms, answer: null },
          fault: isGone
            ? { gone: `The mail server answered ${status}: it takes no mail for this address.` }
            : isRefused
              ? "event"
              : "receiver",
          retryAfter: null
        }
      })

      const deliver = ({ endpoint, secrets, target }: To, events: ReadonlyArray<WatchEvent>, id: string) =>
        target.kind === "mail"
          ? mail((settings, at) =>
              mailOf(settings, endpoint, { address: target.address, secret: secrets[0]! }, events, id, at)
            )
          : post(target, secrets, events[0]!, id)

      return Sender.of({
        send: Effect.fnUntraced(function* (taken) {
          const { attempts, endpoint, event, failingSince, others, since } = taken
          // By the time that a digest is tried again, more may go with it: then it is another mail.
          const last = others.at(-1)
          const id = `msg_${endpoint}_${event.id}${last === undefined ? "" : `-${last.id}`}`
          const { attempt, fault, retryAfter } = yield* deliver(taken, [event, ...others], id)
          if (attempt.delivered) return { attempt, verdict: "delivered" }
          const failure = { fault, retryAfter, attempts, since, failingSince }
          const verdict = afterFailure(failure, yield* DateTime.nowAsDate, yield* Random.next)
          return { attempt, verdict }
        }),
        test: Effect.fnUntraced(function* (to, title) {
          const at = toTimestamp(yield* DateTime.nowAsDate)
          const event: WatchEvent = {
            id: EventId.make(1),
            watch: { id: WatchId.make(1), name: "Sonde" },
            kind: "test",
            title,
            text: null,
            source: null,
            story_id: null,
            why: { terms: [], highlights: [], change: null },
            link: { kind: "watch", id: 1, url: null },
            at,
            send_at: at
          }
          return (yield* deliver(to, [event], `test_${randomUUID()}`)).attempt
        }),
        confirm: ({ endpoint, secrets, target }) =>
          target.kind === "mail"
            ? Effect.map(
                mail((settings, at) =>
                  confirmationOf(settings, endpoint, { address: target.address, secret: secrets[0]! }, at)
                ),
                ({ attempt }) => attempt
              )
            : Effect.die("only mail is confirmed"),
        sendsMail: mailer.isSet,
        isRefused: (url) => isRefused(allowHosts, new URL(url))
      })
    })

  /**
   * To the public internet and the private hosts that the operator has named, and by mail where he has a server.
   * Messages lead back to the service where its address is known.
   */
  static readonly layer = (
    allowHosts: ReadonlyArray<string>,
    mail: MailSettings | null = null,
    home: string | null = null
  ) =>
    Layer.effect(Sender, Sender.make(allowHosts, home)).pipe(
      Layer.provide([GuardedAgent.layer(allowHosts), Mailer.layer(mail)])
    )
}
