import type { ReportSource } from "../../domain/Report.ts"
import { amountsOf } from "./Amounts.ts"
import { isNegation } from "./ClaimWords.ts"
import { areAkin } from "./FigureWords.ts"
import { firstSentences } from "./FirstSentences.ts"
import { inEnglish } from "./InEnglish.ts"
import { plainText, withoutNumbers } from "./Numbers.ts"
import { contentStems, stem, words } from "../../text/Words.ts"
import { perSource } from "./PerSource.ts"

/*
 * "No customer has complained" is a count of zero, so the evidence must not count customers who did.
 */

/** Words for "none", and the kind of thing that they deny. "No more than" and "no longer" are not among them. */
const none =
  /(?<![\p{L}\p{N}])(?:(?:none|not (?:one|a single one)) of (?:(?:the|its|their|his|her|these|those|our)|[\p{L}’'-]{2,40}['’]s?) |(?:no|not one|not a single) (?!(?:more|less|fewer|longer|other|others|doubt|matter|later|sooner|earlier|further|new|additional|one)\b))(\p{Ll}{3,})((?:\s[\p{L}’'-]+){1,12})/giu
const nobody = /(?<![\p{L}\p{N}])(?:nobody|no one)((?:\s[\p{L}’'-]+){1,12})/giu
const exception = /\b(?:except|apart|besides|other than|but|yet|so far)\b/i

/** Where another part of a sentence begins. */
const joints = /[;:()]|,\s|\s(?:and|while|whereas|but|although|though|against|after|before|since)\s/i

/** A part of a sentence of the evidence. */
interface Part {
  readonly stems: ReadonlyArray<string>
  /** The words after each number. One of them says what it counts, except in "140 have complained". */
  readonly counts: ReadonlyArray<ReadonlyArray<string>>
  readonly isDenied: boolean
}

/** Only for evidence in English, because "no" has other meanings in other languages. */
const partsOf = perSource((source): ReadonlyArray<Part> => {
  const text = plainText(`${source.title}\n${source.quote}`)
  if (inEnglish(text) !== null) return []
  return firstSentences(text)
    .flatMap((line) => line.split(joints))
    .map((part): Part => {
      const all = words(part)
      return {
        stems: contentStems(withoutNumbers(part)),
        counts: amountsOf(part)
          .filter(({ kind }) => kind === "number")
          .map(({ nouns }) => nouns),
        isDenied: all.some((word, at) => isNegation(word, all[at + 1]))
      }
    })
})

const hasAll = (stems: ReadonlyArray<string>, part: Part): boolean =>
  stems.every((own) => part.stems.some((other) => areAkin(own, other)))

/** Whether a text says that none of a kind did something, while the evidence counts some that did. */
export const deniesSome = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const plain = plainText(text)
  if (exception.test(plain)) return false
  const denied = [
    ...Array.from(plain.matchAll(none), ([, noun, behind]) => ({ noun: stem(noun!), behind: behind! })),
    ...Array.from(plain.matchAll(nobody), ([, behind]) => ({ noun: null, behind: behind! }))
  ]
  return denied.some(({ behind, noun }) => {
    const said = contentStems(withoutNumbers(behind.split(joints)[0]!))
    if (said.length === 0) return false
    const parts = sources.flatMap(partsOf).filter((part) => hasAll(said, part))
    return (
      parts.length > 0 &&
      parts.every(({ isDenied }) => !isDenied) &&
      parts.some(({ counts }) =>
        counts.some(
          (nouns) =>
            (noun !== null && nouns.includes(noun)) || nouns.every((each) => said.some((own) => areAkin(own, each)))
        )
      )
    )
  })
}
