import { Context, type Effect } from "effect"
import type { Expansion } from "../../../domain/Expansion.ts"
import type { Signal } from "../../../domain/Signal.ts"
import type { ModelFailed } from "../../../outbound/ModelFailed.ts"

/** What a model is shown of a piece of news. */
export type Shown = Pick<Signal, "title" | "snippet" | "source" | "published_at" | "published_at_estimated">

/** How a text stands to a niche: it is about it, or about something else that an analyst of the niche should know. */
export type Standing = "about" | "bears_on" | "neither"

/** How a report asks. */
export interface Asking {
  /** When an answer is of no more use, in milliseconds since 1970. */
  readonly deadline: number
}

/**
 * A language model that helps to find the news about a niche, while evidence is gathered. It knows the niche alone. The
 * judge, who also knows what the report's context asks, may later remove what is about something else (judge/Topic.ts).
 *
 * What it answered is kept, and isn't paid for again.
 */
export interface NicheModel {
  /** `openai:<model>`. */
  readonly name: string
  /** How long it may take for one report. */
  readonly seconds: number
  /** Tokens that a report may take in all; 0 for any number. */
  readonly maxTokens: number
  /** The words in which news speaks of the niche; the languages are those of the stored texts. */
  readonly expand: (
    niche: string,
    languages: ReadonlyArray<string>,
    asking: Asking
  ) => Effect.Effect<Expansion, ModelFailed>
  /**
   * How each text stands to the niche, null where nothing usable came. Fails if that is so for all that had to be
   * asked.
   */
  readonly judge: (
    niche: string,
    texts: ReadonlyArray<Shown>,
    asking: Asking
  ) => Effect.Effect<ReadonlyArray<Standing | null>, ModelFailed>
}

/** The configured model; null where there is none. */
export const NicheModel = Context.Reference<NicheModel | null>("sonde/reports/NicheModel", {
  defaultValue: () => null
})
