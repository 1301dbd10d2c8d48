import type { Document } from "../../ingest/parse/Document.ts"

/** A document as the network gives it. */
export const document = (body: string | Uint8Array, contentType: string | null = null): Document => ({
  bytes: typeof body === "string" ? new TextEncoder().encode(body) : body,
  contentType,
  url: "https://site.example/"
})
