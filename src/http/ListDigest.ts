import { hash } from "node:crypto"
import { listDigestLength } from "../api/Signals.ts"
import type { ViewSearch } from "../domain/SavedView.ts"

/** What tells a list of signals from all others, for its cursors. Publishers and tags are the same in any order. */
export const listDigest = ({ before, language, q = "", since, sort, source, tag }: ViewSearch): string => {
  const isByDate = q.trim() === "" || sort === "newest"
  const [sources, tags] = [source, tag].map((names) => names && [...new Set(names)].toSorted())
  const list = JSON.stringify([isByDate, q, since, before, language, sources, tags])
  return hash("sha256", list, "base64url").slice(0, listDigestLength)
}
