import { wordCharacters } from "../text/Words.ts"

/*
 * Words that are written with signs between their parts:
 *
 *   - a number is one word, however its thousands are grouped: `4,000`, `4.000` and `4’000` are `4000`. That `4.000`
 *     may also be a 4 with three decimals changes little: it is read so everywhere;
 *   - initials are one without their points, in capitals: `U.S.` is `US`. Abbreviations of small words are not initials
 *     (`p.m.`, `e.g.`, `z.B.`), but in capitals they are, because they look like `P.M. Modi`;
 *   - a time is one with `a.m.` or `p.m.`: `8 p.m.`, `8 P.M.` and `8 pm` are `8pm`. Not `8 am`, because `am` is a
 *     German word.
 */

const noInitials =
  String.raw`(?!(?:[ap]\.m|[Ee]\.g|[Ii]\.e|[Zz]\.[Bb]|[Dd]\.h)` + String.raw`(?![${wordCharacters}]|\.\p{L}))`

const time = String.raw`\d{1,2}[ \u00a0\u202f]?(?:[AaPp]\.[Mm]|[Pp][Mm]|AM)`

const joined = new RegExp(
  String.raw`(?<![${wordCharacters}]|\p{N}[.,'’])[1-9]\d{0,2}(?<sign>[.,'’])\d{3}(?:\k<sign>\d{3})*(?![${wordCharacters}]|\k<sign>\p{N})` +
    String.raw`|(?<![${wordCharacters}])${time}(?![${wordCharacters}]|\.\p{L})` +
    String.raw`|(?<![${wordCharacters}.])${noInitials}\p{L}(?:\.\p{L})+(?![${wordCharacters}])`,
  "gu"
)

/** Most texts have none, and are not looked through for more. */
const mayBeJoined = /\d[.,'’]\d{3}|\p{L}\.\p{L}|\d[ \u00a0\u202f]?[AaPp][Mm]/u

const bare = (written: string): string => written.replace(/[.,'’\s]/g, "").toUpperCase()

/** A text with these words as one run of signs each. */
export const withJoined = (text: string): string => (mayBeJoined.test(text) ? text.replace(joined, bare) : text)

/** Such a word as one run of signs, and where it stands. */
export interface JoinedWord {
  readonly written: string
  readonly start: number
  readonly end: number
}

/** These words of a text, in their order. */
export const joinedWords = (text: string): ReadonlyArray<JoinedWord> =>
  mayBeJoined.test(text)
    ? Array.from(text.matchAll(joined), ({ 0: written, index }) => ({
        written: bare(written),
        start: index,
        end: index + written.length
      }))
    : []
