import { Result } from "effect"
import { createHash } from "node:crypto"
import type { Document } from "../parse/Document.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { type Article, PageRefused } from "./Article.ts"
import { readArticle } from "./ReadArticle.ts"

/** What a page says, and the SHA-256 of its text in UTF-8 (64 hex digits); null if no text is kept. */
export interface PageText extends Article {
  readonly sha256: string | null
}

/** Reads a page as an article. */
export const readPageText = ({ bytes, contentType, url }: Document): Read<PageText> => {
  try {
    const article = readArticle({ bytes, contentType: contentType ?? undefined, url })
    // The beginning of a paid text is not evidence, and nobody needs it.
    const text = article.state === "read" ? article.text : ""
    const sha256 = text === "" ? null : createHash("sha256").update(text).digest("hex")
    return Result.succeed({ ...article, text, sha256 })
  } catch (error) {
    if (error instanceof PageRefused) return Result.fail(error.message)
    throw error
  }
}

export const pageText = reader(import.meta.url, readPageText)
