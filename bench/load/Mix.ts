import { generateKey } from "../../src/access/KeyFormat.ts"
import { type Answer, requestBytes } from "./Client.ts"

/** One kind of request among those that come. */
export interface Kind {
  readonly name: string
  /** How many of a thousand are of this kind. */
  readonly share: number
  /** The next one: its bytes, and whether an answer to it is the right one. */
  readonly next: () => { readonly bytes: string; readonly isRight: (answer: Answer) => boolean }
}

const api = "/api/v1/public"

/** A whole answer in the envelope, with what it should have. */
const holds =
  (status: number, rows?: number) =>
  (answer: Answer): boolean => {
    if (answer.status !== status) return false
    const { data, success } = JSON.parse(answer.body)
    return success === status < 400 && (rows === undefined || data.length === rows)
  }

/** What each of the clients may ask, on the data of bench/http/Data.ts. */
export const kinds = (key: string, report: number, etag: string) => {
  const headers = { "x-api-key": key }
  let n = 0
  /** Competitors that were made and are to be taken away again: the data stays as it is, however long it takes. */
  const made: Array<number> = []
  const get = (path: string, isRight: (answer: Answer) => boolean, more: Record<string, string> = {}) => {
    const bytes = requestBytes("GET", api + path, { ...headers, ...more })
    return () => ({ bytes, isRight })
  }
  const list = holds(200, 20)
  return {
    list: get("/signals?limit=20", list),
    known: get("/signals?limit=20", ({ status }) => status === 304, { "if-none-match": etag }),
    search: () => ({
      bytes: requestBytes("GET", `${api}/signals?limit=20&q=sana&n=${n++}`, headers),
      isRight: list
    }),
    own: get("/competitors?limit=5", holds(200)),
    report: get(`/reports/${report}`, holds(200)),
    write: () => {
      const id = made.pop()
      if (id !== undefined)
        return { bytes: requestBytes("DELETE", `${api}/competitors/${id}`, headers), isRight: holds(200) }
      const domain = `load-${n++}.example`
      return {
        bytes: requestBytes("POST", `${api}/competitors`, headers, JSON.stringify({ name: domain, domain })),
        isRight: (answer: Answer) => {
          if (!holds(201)(answer)) return false
          made.push(JSON.parse(answer.body).data.id)
          return true
        }
      }
    },
    order: () => ({
      bytes: requestBytes(
        "POST",
        `${api}/reports`,
        { ...headers, prefer: "respond-async" },
        JSON.stringify({ niche: `load ${n++ % 50}` })
      ),
      isRight: (answer: Answer) => answer.status === 202
    }),
    wrongKey: () => ({
      bytes: requestBytes("GET", `${api}/signals`, { "x-api-key": generateKey() }),
      // Guesses are limited by themselves.
      isRight: ({ status }: Answer) => status === 401 || status === 429
    })
  }
}

/** What comes on an ordinary day: mostly reads, most of these shared. */
export const ordinary = (of: ReturnType<typeof kinds>): ReadonlyArray<Kind> => [
  { name: "shared list", share: 450, next: of.list },
  { name: "304", share: 150, next: of.known },
  { name: "search", share: 150, next: of.search },
  { name: "own list", share: 100, next: of.own },
  { name: "report", share: 99, next: of.report },
  { name: "write", share: 40, next: of.write },
  { name: "wrong key", share: 10, next: of.wrongKey },
  { name: "order of a report", share: 1, next: of.order }
]

/** What must go to the database, each time. */
export const costly = (of: ReturnType<typeof kinds>): ReadonlyArray<Kind> => [
  { name: "search", share: 600, next: of.search },
  { name: "own list", share: 200, next: of.own },
  { name: "report", share: 200, next: of.report }
]

/** The same order each time, well mixed: 389 and 1,000 have no common divisor. */
export const inTurn = (mix: ReadonlyArray<Kind>): (() => Kind) => {
  const thousand = mix.flatMap((kind) => Array.from({ length: kind.share }, () => kind))
  if (thousand.length !== 1_000) throw new Error(`shares of ${thousand.length}, not of a thousand`)
  let n = 0
  return () => thousand[(n++ * 389) % 1_000]!
}
