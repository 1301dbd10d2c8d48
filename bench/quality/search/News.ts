import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { readDocument } from "../../../ingest/feed/Document.ts"
import { toSignals } from "../../../ingest/signals/FeedItem.ts"
import { captures } from "../../../harness/captures/Captures.ts"
import type { NewSignal } from "../../../src/domain/Signal.ts"
import type { JudgedQuestion } from "./Measure.ts"

/*
 * Questions about the captured feeds, in eight languages. The rules by which they were judged, before anything was
 * tuned by them:
 *
 *   - Titles and the first words of all items were read; questions are what somebody might ask who looks for one of
 *     them, in words of our own: other forms of the words, other words, without accents.
 *   - 2: the item is about what is asked for. 1: it touches it, or tells of it in another language. Everything else is
 *     not relevant.
 *   - What is relevant is kept as the beginning of the SHA-256 of the item's identity, and no word of the publishers.
 *   - Questions in even places are for tuning, those in odd places for reporting.
 */

export interface NewsCollection {
  readonly items: ReadonlyArray<NewSignal>
  readonly questions: ReadonlyArray<JudgedQuestion>
}

export const idOf = (identity: string): string => createHash("sha256").update(identity).digest("hex").slice(0, 10)

const judged = (): ReadonlyArray<JudgedQuestion> => {
  const rows: ReadonlyArray<readonly [string, string, Record<string, number>]> = JSON.parse(
    readFileSync(new URL("./questions.json", import.meta.url), "utf8")
  )
  return rows.map(([language, text, relevant], n) => ({
    id: String(n),
    language,
    text,
    relevant: new Map(Object.entries(relevant))
  }))
}

/** The items of all captured feeds and the questions about them; null where the captures are not there. */
export const news = async (): Promise<NewsCollection | null> => {
  const files = captures()
  if (files === null) return null
  const items: Array<NewSignal> = []
  for (const [n, { bytes }] of files.entries()) {
    const url = `https://feed-${n}.example/`
    const feed = await readDocument({ bytes, contentType: undefined, url })
    items.push(...toSignals(feed, url).signals)
  }
  return { items, questions: judged() }
}
