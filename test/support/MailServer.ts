import { Deferred, Effect } from "effect"
import { type ParsedMail, simpleParser } from "mailparser"
import type { AddressInfo } from "node:net"
import { SMTPServer } from "smtp-server"

/** What a mail server on this machine takes, and when it says no. */
export interface MailServer {
  readonly url: string
  /** Mails as a reader's program understands them, in the order in which they came. */
  readonly mails: Array<ParsedMail>
  /** The same as they were sent. */
  readonly sources: Array<string>
  /** The SMTP status for the next steps; 0 takes them. */
  readonly refuse: { sender: number; recipient: number; content: number; user: number }
  /** The words of its refusals. */
  readonly said: { words: string }
  /** It takes mail and doesn't say so any more. */
  readonly hang: { isOn: boolean; readonly begun: Deferred.Deferred<void> }
}

const no = (status: number, words = refusal) => Object.assign(new Error(words), { responseCode: status })

const refusal = "no, said mail.internal"

export const user = "sonde"
export const password = "s3cret-p4ssword"

/** A mail server on a free port that lives as long as the scope. */
export const mailServer = Effect.gen(function* () {
  const mails: Array<ParsedMail> = []
  const sources: Array<string> = []
  const refuse = { sender: 0, recipient: 0, content: 0, user: 0 }
  const said = { words: refusal }
  const hang = { isOn: false, begun: yield* Deferred.make<void>() }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: (auth, _, done) =>
      refuse.user === 0 && auth.username === user && auth.password === password ? done(null, { user }) : done(no(535)),
    onMailFrom: (_, __, done) => done(refuse.sender === 0 ? null : no(refuse.sender)),
    onRcptTo: (_, __, done) => done(refuse.recipient === 0 ? null : no(refuse.recipient, said.words)),
    onData: (stream, _, done) => {
      const pieces: Array<Buffer> = []
      stream.on("data", (piece) => pieces.push(piece))
      stream.on("end", async () => {
        if (refuse.content !== 0) return done(no(refuse.content))
        const source = Buffer.concat(pieces).toString()
        mails.push(await simpleParser(source))
        sources.push(source)
        return hang.isOn ? void Effect.runFork(Deferred.succeed(hang.begun, undefined)) : done(null)
      })
    }
  })
  server.on("error", () => undefined)
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed((server.server.address() as AddressInfo).port)))
    }),
    () => Effect.callback<void>((resume) => server.close(() => resume(Effect.void)))
  )
  const url = `smtp://${user}:${password}@127.0.0.1:${port}`
  return { url, mails, sources, refuse, said, hang } satisfies MailServer
})
