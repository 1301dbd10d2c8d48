import { Effect } from "effect"
import { World } from "./World.ts"

/** `fetch` whose requests go straight into the world, whatever their host. */
export const worldFetch: Effect.Effect<typeof globalThis.fetch, never, World> = Effect.gen(function* () {
  const { send } = yield* World
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const body = request.body === null ? undefined : await request.text()
    const answer = await run(
      send(pathname + search, {
        method: request.method,
        headers: Object.fromEntries(request.headers),
        ...(body !== undefined && { body })
      })
    )
    const { headers, status, text } = answer
    return new Response([204, 304].includes(status) ? null : text, { status, headers })
  }
})
