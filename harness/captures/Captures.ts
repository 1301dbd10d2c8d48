import { existsSync, readdirSync, readFileSync } from "node:fs"

/** Real answers of real publishers, kept outside of the repository because the texts are theirs. */
const folder = new URL("../../../shared/captures/open/", import.meta.url)

const kinds = [
  "atom",
  "rss2",
  "rdf",
  "rss09x",
  "jsonfeed",
  "legacy-encoding",
  "reddit-atom",
  "google-trends-rss-new",
  "google-trends-rss-old",
  "gzip",
  "malformed"
]

export interface Capture {
  /** Kind and file, as in `rss2/one.xml`. */
  readonly name: string
  readonly bytes: Uint8Array
}

/** The feeds among the captures; null where the folder is absent. */
export const captures = (): ReadonlyArray<Capture> | null =>
  existsSync(folder)
    ? kinds
        .flatMap((kind) => readdirSync(new URL(`${kind}/`, folder)).map((file) => `${kind}/${file}`))
        .map((name) => ({ name, bytes: readFileSync(new URL(name, folder)) }))
    : null

/** What a bench says in their place. */
export const absent = "skipped: no ../shared/captures/open beside the repository"
