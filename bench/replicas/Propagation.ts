import { Effect } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { loopback } from "../../harness/Loopback.ts"
import type { Running } from "../http/Server.ts"

/**
 * What is remembered of another process's rows is never older than this, as src/storage/database/Changes.ts promises.
 */
export const target = 1_000

/** A change that takes longer to be seen is lost. */
const longestMillis = 20_000

/** Not a multiple of the 300 ms between two signs of life. */
const pause = "97 millis"

const list = "/api/v1/public/signals?limit=20"

/** An identity provider that all replicas trust: only a signed-in user may withdraw a key. */
export const provider = Effect.map(
  loopback((_, response) => {
    void Issuer.fetch(`${Issuer.issuer}/keys`)
      .then((answer) => answer.text())
      .then((keys) => response.writeHead(200, { "content-type": "application/json" }).end(keys))
  }),
  ({ origin }) => ({ OIDC_ISSUER: Issuer.issuer, OIDC_AUDIENCE: Issuer.audience, OIDC_JWKS_URL: origin })
)

const ask = async (url: string, headers: Record<string, string>, body?: object) => {
  const response = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  return { status: response.status, text: await response.text() }
}

type Answer = Awaited<ReturnType<typeof ask>>

/** Who shows more than 30 bad keys in a minute is told 429 instead: all processes count that together. */
const isRefused = ({ status }: Answer) => status === 401 || status === 429

/** Asks a replica for the shared list, over and over, until it shows what has changed. */
const shown = async ({ url }: Running, key: string, isShown: (answer: Answer) => boolean) => {
  const end = performance.now() + longestMillis
  for (;;) {
    const answer = await ask(url + list, { "x-api-key": key })
    if (isShown(answer)) return
    if (performance.now() > end) throw new Error(`a change was not seen: ${answer.status} ${answer.text.slice(0, 500)}`)
  }
}

/** Milliseconds from the beginning of a change until the last of the replicas shows it. */
const timed = async (
  change: () => Promise<unknown>,
  replicas: ReadonlyArray<Running>,
  key: string,
  isShown: (answer: Answer) => boolean
) => {
  const begun = performance.now()
  await change()
  await Promise.all(replicas.map((replica) => shown(replica, key, isShown)))
  return performance.now() - begun
}

/**
 * A key is made and withdrawn at the first replica: how long until all others refuse it, who knew it from the request
 * before.
 */
export const revoked = Effect.fnUntraced(function* ([first, ...others]: ReadonlyArray<Running>, count: number) {
  const token = yield* Effect.promise(() =>
    Issuer.token({ scope: "keys signals" }, { now: Math.floor(Date.now() / 1_000) })
  )
  const keys = `${first!.url}/api/v1/dashboard/keys`
  const post = async (path: string, body: object) => {
    const { status, text } = await ask(keys + path, { authorization: `Bearer ${token}` }, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return text
  }
  const took: Array<number> = []
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  for (let n = 0; n < count; n++) {
    took.push(
      yield* Effect.promise(async () => {
        const made = JSON.parse(await post("", { name: `key ${n}`, scopes: ["signals"], expires_at: tomorrow })) as {
          readonly data: { readonly id: number; readonly key: string }
        }
        const { id, key } = made.data
        await Promise.all(others.map((replica) => shown(replica, key, ({ status }) => status === 200)))
        return timed(() => post(`/${id}/deactivate`, {}), others, key, isRefused)
      })
    )
    yield* Effect.sleep(pause)
  }
  return took
})

/**
 * A signal is stored past all replicas, as one that ingests does: how long until their lists show it, which they knew
 * before.
 */
export const stored = Effect.fnUntraced(function* (replicas: ReadonlyArray<Running>, key: string, count: number) {
  const signals = yield* Signals
  const store = Effect.runPromiseWith(yield* Effect.context<never>())
  const took: Array<number> = []
  for (let n = 0; n < count; n++) {
    const name = crypto.randomUUID()
    const url = `https://changes.example/${name}`
    const signal = {
      identity: url,
      guid: url,
      title: `Change ${name}`,
      snippet: "",
      url,
      source: "Changes",
      published_at: new Date()
    }
    took.push(
      yield* Effect.promise(async () => {
        await Promise.all(replicas.map((replica) => shown(replica, key, ({ status }) => status === 200)))
        return timed(
          () => store(signals.upsert(SourceName.make("feed:changes"), [signal])),
          replicas,
          key,
          ({ text }) => text.includes(name)
        )
      })
    )
    yield* Effect.sleep(pause)
  }
  return took
})
