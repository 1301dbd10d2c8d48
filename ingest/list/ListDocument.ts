import { Result } from "effect"
import { decodeText } from "../feed/Charset.ts"
import { type OpmlFeed, readOpml } from "../opml/Opml.ts"
import type { Document } from "../parse/Document.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { digestOf, parseWritten, type WrittenList } from "./SourcesFile.ts"

/** What an imported document is: a list of feeds, a list in the form of its file, or neither. */
export type ListDocument =
  | { readonly kind: "opml"; readonly feeds: ReadonlyArray<OpmlFeed> }
  | { readonly kind: "list"; readonly list: WrittenList; readonly digest: string }
  | { readonly kind: "faults"; readonly faults: ReadonlyArray<string> }

const fromOpml = (text: string): ListDocument =>
  Result.match(readOpml(text), {
    onSuccess: (feeds): ListDocument => ({ kind: "opml", feeds }),
    onFailure: ({ column, line, reason }) => ({ kind: "faults", faults: [`line ${line}, column ${column}: ${reason}`] })
  })

const fromFile = (text: string): ListDocument =>
  Result.match(parseWritten(text), {
    onSuccess: (list): ListDocument => ({ kind: "list", list, digest: digestOf(text) }),
    onFailure: (faults) => ({ kind: "faults", faults })
  })

/** Reads a document that an operator imports, by what it begins with; in any encoding, as other programs write it. */
export const readListDocument = ({ bytes, contentType }: Document): Read<ListDocument> => {
  const text = decodeText(bytes, contentType ?? undefined)
  return Result.succeed(/^\s*</.test(text) ? fromOpml(text) : fromFile(text))
}

export const listDocument = reader<[], ListDocument>(import.meta.url, readListDocument)
