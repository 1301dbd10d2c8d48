import { Context, Effect, Schema } from "effect"
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"

/*
 * Which service the commands for clients ask, and with which key.
 */

/** Where a command runs. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly fetch: typeof globalThis.fetch
}

export const Surroundings = Context.Reference<Surroundings>("sonde/operator/client/Surroundings", {
  defaultValue: () => ({ env: process.env, fetch: globalThis.fetch })
})

const Login = Schema.Struct({ url: Schema.String, key: Schema.String })
type Login = typeof Login.Type

/** Why there is nobody to ask. */
export class NotLoggedIn extends Schema.TaggedError<NotLoggedIn>()("NotLoggedIn", { message: Schema.String }) {}

/** The user's own directory for settings of programs. */
const directoryOf = (env: Surroundings["env"]): string =>
  env["XDG_CONFIG_HOME"] ||
  (process.platform === "win32" && env["APPDATA"]) ||
  join(env["HOME"] || homedir(), ".config")

const fileOf = (env: Surroundings["env"]): string => join(directoryOf(env), "sonde", "login.json")

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

/** What was stored; null where nothing was. */
const storedIn = (env: Surroundings["env"]): Effect.Effect<Login | null, NotLoggedIn> =>
  Effect.try({
    try: () => Schema.decodeUnknownSync(Login)(JSON.parse(readFileSync(fileOf(env), "utf8"))),
    catch: (error) => error
  }).pipe(
    Effect.catch((error) =>
      isMissing(error)
        ? Effect.succeed(null)
        : Effect.fail(new NotLoggedIn({ message: `${fileOf(env)} cannot be read: log in again` }))
    )
  )

/** The service's own address, without a slash at its end. */
export const addressOf = (text: string): Effect.Effect<string, NotLoggedIn> => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
    ? Effect.succeed(`${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, ""))
    : Effect.fail(new NotLoggedIn({ message: `${text} must be an http(s) URL without user and password` }))
}

export const usualAddress = "http://localhost:4646"

/** Which service, where nobody has said it. */
export const addressInUse = Effect.gen(function* () {
  const { env } = yield* Surroundings
  return yield* addressOf(env["SONDE_URL"] || (yield* storedIn(env))?.url || usualAddress)
})

/**
 * `SONDE_URL` and `SONDE_KEY`, or else what `sonde login` has stored. A stored key goes to the service that it was
 * stored for, and to no other.
 */
export const login: Effect.Effect<Login, NotLoggedIn> = Effect.gen(function* () {
  const { env } = yield* Surroundings
  const url = yield* addressInUse
  const given = env["SONDE_KEY"]
  if (given !== undefined && given !== "") return { url, key: given }
  const stored = yield* storedIn(env)
  if (stored !== null && stored.url === url) return { url, key: stored.key }
  return yield* new NotLoggedIn({ message: `There is no key for ${url}: run \`sonde login\`, or set SONDE_KEY` })
})

/** Keeps a key for the user alone, and gives the file's name. */
export const store = Effect.fnUntraced(function* (kept: Login) {
  const { env } = yield* Surroundings
  const file = fileOf(env)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // Whole or not at all, and never readable to others, whatever was there before.
  const next = `${file}.${process.pid}`
  writeFileSync(next, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flag: "wx" })
  chmodSync(next, 0o600)
  renameSync(next, file)
  return file
})

/** Forgets the key. */
export const forget = Effect.gen(function* () {
  const { env } = yield* Surroundings
  rmSync(fileOf(env), { force: true })
})
