import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"

/*
 * What a reader has to find in the captured feeds, as hashes: the texts are their publishers'. An independent reader
 * (expat, html.parser and email.utils of Python's library) made them, and every value that it and ours differed in was
 * settled by looking at the document: undeclared and wrongly declared encodings, dates in forms of their own, pictures
 * that are no words, text escaped twice.
 */

/**
 * For each capture its items in order, each as four hashes with a space between: title, link, date, text; `-` for none.
 */
const expected = JSON.parse(readFileSync(new URL("./expected.json", import.meta.url), "utf8")) as Readonly<
  Record<string, ReadonlyArray<string>>
>

/** What a reader made of an item. */
export interface Read {
  readonly title: string
  readonly link: string | null
  readonly date: Date | null
  readonly text: string
}

export interface Marks {
  readonly fields: number
  readonly right: number
  /** Item and field of each that is not right. */
  readonly wrong: ReadonlyArray<string>
}

/** 40 bits: among some thousand fields no two are the same by chance. */
const hash = (value: string | null): string =>
  value === null ? "-" : createHash("sha256").update(value).digest("hex").slice(0, 10)

/**
 * Letters and digits only: white space between paragraphs may differ. Texts are compared up to 10,000, where readers
 * cut them off.
 */
const letters = (text: string): string =>
  (text.normalize("NFKC").match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 10_000).join("")

const second = (date: Date | null): string | null =>
  date === null || Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 19)

/**
 * How much of what a capture holds the items have right; none of them where the reader failed. An item without a title
 * may be given any.
 */
export const mark = (name: string, items: ReadonlyArray<Read>): Marks => {
  const wrong: Array<string> = []
  let fields = 0
  for (const [n, line] of (expected[name] ?? []).entries()) {
    const item = items[n]
    const read =
      item === undefined
        ? []
        : [
            hash(item.title.normalize("NFC").replace(/\s+/g, " ").trim()),
            hash(item.link),
            hash(second(item.date)),
            hash(letters(item.text))
          ]
    for (const [field, value] of line.split(" ").entries()) {
      if (field === 0 && value === "-") continue
      fields++
      if (read[field] !== value) wrong.push(`${name} ${n} ${["title", "link", "date", "text"][field]}`)
    }
  }
  return { fields, right: fields - wrong.length, wrong }
}
