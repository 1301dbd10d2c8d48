import { Context, Effect, Layer, Redacted } from "effect"
import { createTransport, type NodemailerError } from "nodemailer"

/** How mail leaves the service. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password where the server asks for them. */
  readonly server: Redacted.Redacted
  readonly from: MailFrom
  /** Where people reach the service: what links in mails begin with. */
  readonly home: string
}

/** Who mail is from. */
export interface MailFrom {
  readonly name: string
  readonly address: string
}

/** A mail as it is handed to the server. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Without the brackets. The same mail sent twice has the same. */
  readonly messageId: string
  readonly at: Date
  readonly headers: Readonly<Record<string, string>>
}

/** How handing it over went. What the server itself said is not told: it may be of the operator's own network. */
export interface Handover {
  /** The SMTP status; null where the server gave none. */
  readonly status: number | null
  readonly error: string | null
  /** The server takes no mail for the address, now or later. */
  readonly isGone: boolean
  /** The server refuses this mail, and may take another. */
  readonly isRefused: boolean
}

/** For one mail, from the connection to the last answer. Servers make strangers wait. */
const deadline = 20_000

const isPermanent = (status: number | null): boolean => status !== null && status >= 500

/** A server that refuses an address and gives no further reason means that the address does not exist. */
const addressFailures = new Set([550, 551, 553])

/**
 * Whether a refused recipient means that the address is wrong (RFC 3463, 5.1; its 7 to 9 are about the sender), and not
 * that relaying is denied, a policy is against it or a mailbox is full: those pass.
 */
const isUnknown = (status: number | null, answer: string): boolean => {
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/.exec(answer.slice(0, 20))?.[1]
  if (!isPermanent(status)) return false
  return enhanced === undefined ? addressFailures.has(status!) : /^5\.1\.(?:[0-6]|10)$/.test(enhanced)
}

const words: Readonly<Record<string, string>> = {
  EAUTH: "the mail server refused the service's user and password",
  ETLS: "no secure connection to the mail server could be made",
  EABORT: `the mail server took longer than ${deadline / 1_000} s`,
  ETIMEDOUT: "the mail server did not answer in time"
}

const failed = (error: NodemailerError): Handover => {
  const { code = "", command, response = "", responseCode } = error.rejectedErrors?.[0] ?? error
  const status = typeof responseCode === "number" ? responseCode : null
  const isOfMail = code === "EENVELOPE" || code === "EMESSAGE"
  return {
    status,
    error:
      words[code] ?? (status === null ? "the mail server could not be reached" : `the mail server answered ${status}`),
    isGone: isOfMail && command === "RCPT TO" && isUnknown(status, response),
    isRefused: isOfMail && command !== "RCPT TO" && isPermanent(status)
  }
}

const unset: Handover = {
  status: null,
  error: "the service sends no mail: SMTP_URL is not set",
  isGone: false,
  isRefused: false
}

/** Hands mail to the operator's server. No user, password, host or address is in what it says. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** Whether the operator has configured mail. */
    readonly isSet: boolean
    readonly send: (write: (settings: Pick<MailSettings, "from" | "home">) => Mail) => Effect.Effect<Handover>
  }
>()("sonde/delivery/Mailer") {
  static readonly layer = (settings: MailSettings | null) =>
    Layer.sync(Mailer, () => {
      if (settings === null) return { isSet: false, send: () => Effect.succeed(unset) }
      const { from } = settings
      const transport = createTransport({
        url: Redacted.value(settings.server),
        connectionTimeout: deadline,
        greetingTimeout: deadline,
        socketTimeout: deadline,
        disableFileAccess: true,
        disableUrlAccess: true
      })
      return {
        isSet: true,
        send: (write) =>
          Effect.callback<Handover>((resume, interrupted) => {
            const { at, messageId, to, ...mail } = write(settings)
            const signal = AbortSignal.any([interrupted, AbortSignal.timeout(deadline)])
            // Addresses as such: nothing in them is read as another header or recipient.
            const message = {
              ...mail,
              from,
              to: { name: "", address: to },
              messageId: `<${messageId}>`,
              date: at,
              signal
            }
            transport.sendMail(message).then(
              () => resume(Effect.succeed({ status: 250, error: null, isGone: false, isRefused: false })),
              (error: NodemailerError) => resume(Effect.succeed(failed(error)))
            )
          })
      }
    })
}
