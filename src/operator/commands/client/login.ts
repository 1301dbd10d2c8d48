import { Console, Effect, Option, Redacted, Stdio, Stream } from "effect"
import { Command, Flag, Prompt } from "effect/cli"
import { addressInUse, addressOf, forget, NotLoggedIn, store } from "../../client/Login.ts"
import { connect } from "../../client/Service.ts"
import { print } from "../../Output.ts"

/** From a terminal without showing it, else the first line of what is handed in. */
const keyFor = Effect.fnUntraced(function* (url: string) {
  if (process.stdin.isTTY) return Redacted.value(yield* Prompt.Hidden({ message: `API key for ${url}` }))
  const { stdin } = yield* Stdio.Stdio
  const first = yield* stdin.pipe(Stream.decodeText(), Stream.splitLines, Stream.runHead)
  return Option.getOrElse(first, () => "")
})

const url = Flag.String("url").pipe(
  Flag.optional,
  Flag.withMetavar("<url>"),
  Flag.withDescription("Address of the service; default: SONDE_URL, or http://localhost:4646")
)

export const logIn = Command.make(
  "login",
  { url },
  Effect.fnUntraced(function* ({ url: given }) {
    const address = yield* Option.match(given, { onNone: () => addressInUse, onSome: addressOf })
    const key = (yield* keyFor(address)).trim()
    if (!/^[\x21-\x7e]+$/.test(key))
      return yield* new NotLoggedIn({ message: "A key is one word without spaces: copy it as it was shown" })
    const { ask } = yield* connect({ as: { url: address, key } })
    // A key without this scope is a good key, too.
    yield* ask((sonde, options) => sonde.signals.list({ limit: 1 }, options)).pipe(
      Effect.catchIf(
        ({ code }) => code === "insufficient_scope",
        () => Effect.void
      )
    )
    const file = yield* store({ url: address, key })
    if (address.startsWith("http:") && !/^http:\/\/(?:localhost|127\.|\[::1\])/.test(address))
      yield* Console.error(`Note: ${address} is not HTTPS. Others on the network can read the key.`)
    yield* print({ url: address, file }, `Logged in to ${address}. The key is in ${file}, which only you can read.`)
  })
).pipe(
  Command.withDescription(
    "Save an API key for the commands that ask a service. The command prompts for it, or reads it from stdin."
  ),
  Command.withExamples([{ command: "sonde login --url https://sonde.example" }])
)

export const logOut = Command.make(
  "logout",
  {},
  Effect.fnUntraced(function* () {
    yield* forget
    yield* print({}, "Logged out. The key itself still works; deactivate it in the dashboard if you don't need it.")
  })
).pipe(Command.withDescription("Delete the key that `sonde login` has saved."))
