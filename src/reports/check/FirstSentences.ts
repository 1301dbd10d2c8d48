import { readable } from "./InEnglish.ts"
import { perSource } from "./PerSource.ts"
import { split } from "./Sentences.ts"

/** What is behind so many sentences of a text is not compared. */
const most = 60

/** The first sentences of a text of several lines. */
export const firstSentences = (text: string): ReadonlyArray<string> => text.split("\n").flatMap(split).slice(0, most)

/** The title of a source and the first sentences of its text, as {@link readable} has them. */
export const firstSentencesOf = perSource(({ quote, title }) => firstSentences(readable(`${title}\n${quote}`)))
