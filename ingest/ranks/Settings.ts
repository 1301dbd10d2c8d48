import type { Layer, Redacted } from "effect"
import type { Fetch } from "../fetch/Fetch.ts"
import type { Parser } from "../parse/Parser.ts"
import { googleCse } from "./google-cse.ts"
import { RankSource } from "./RankSource.ts"
import { searxng } from "./searxng.ts"
import { serpapi } from "./serpapi.ts"

/** Whom the operator has chosen to ask for search positions. */
export type RankSettings =
  | { readonly source: "none" }
  | { readonly source: "searxng"; readonly url: string }
  | { readonly source: "serpapi"; readonly key: Redacted.Redacted }
  | { readonly source: "google_cse"; readonly key: Redacted.Redacted; readonly id: string }

/** The rank source that the settings name. */
export const ranksLayer = (settings: RankSettings): Layer.Layer<never, never, Fetch | Parser> => {
  switch (settings.source) {
    case "none":
      return RankSource.layerNone
    case "searxng":
      return searxng(settings.url)
    case "serpapi":
      return serpapi(settings.key)
    case "google_cse":
      return googleCse(settings.key, settings.id)
  }
}
