import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import { loopback } from "../../harness/Loopback.ts"

/** Items of one document; the next one has all but the first of them, and one more. */
const itemsPerDocument = 5

const document = (source: string, first: number): string => {
  const items = Array.from({ length: itemsPerDocument }, (_, n) => `${source}-${first + n}`)
  return `<rss version="2.0"><channel><title>T</title>${items
    .map((id) => `<item><guid>${id}</guid><title>Story ${id}</title><link>https://news.example/${id}</link></item>`)
    .join("")}</channel></rss>`
}

interface Request {
  readonly source: string
  readonly worker: string
}

/** A web of feeds that grow with every answer, and that can keep a worker waiting for its answers. */
export const slotWeb = Effect.gen(function* () {
  const requests: Array<Request> = []
  const answers = new Map<string, number>()
  const holding = new Set<string>()
  let held: Array<Request & { readonly response: ServerResponse }> = []

  const answer = (source: string, response: ServerResponse) => {
    const count = answers.get(source) ?? 0
    answers.set(source, count + 1)
    response.writeHead(200, { "content-type": "application/rss+xml" }).end(document(source, count))
  }

  const { origin } = yield* loopback((request, response) => {
    const source = (request.url ?? "/").slice(1)
    const worker = /\(\+(.*)\)/.exec(request.headers["user-agent"] ?? "")?.[1] ?? ""
    requests.push({ source, worker })
    if (holding.has(worker)) held.push({ source, worker, response })
    else setTimeout(() => answer(source, response), 30)
  })

  return {
    origin,
    requests,
    /** From now on the worker's requests wait. */
    hold: (worker: string) => void holding.add(worker),
    /** The sources whose answers the worker waits for. */
    heldBy: (worker: string) => held.filter((request) => request.worker === worker).map(({ source }) => source),
    release: (worker: string) => {
      holding.delete(worker)
      for (const { response, source } of held.filter((request) => request.worker === worker)) answer(source, response)
      held = held.filter((request) => request.worker !== worker)
    },
    /** Items that have ever been served. */
    served: () => [...answers.values()].reduce((sum, count) => sum + count + itemsPerDocument - 1, 0)
  }
})
