import type { ReportSource } from "../../domain/Report.ts"
import { runs } from "../../text/Words.ts"
import { perSource } from "./PerSource.ts"

/*
 * What stands in evidence right beside the words that a sentence quotes: a "not" that the sentence leaves out, and who
 * says them.
 */

const negation =
  "(?:not|never|no|cannot|without|\\p{L}{2,6}n['’]t|nicht|kein(?:e[nmrs]?)?|nie|niemals|ohne|pas|jamais|sans|no|nunca|sin|non|mai|senza|não|nem|sem|не|ни|никогда|niet|geen|nooit)"
const denies = new RegExp(`(?<![\\p{L}\\p{N}])${negation}(?![\\p{L}\\p{N}])|[不没未非無]|ない|n['’]t\\b`, "iu")
const denied = new RegExp(`(?:(?<![\\p{L}\\p{N}])${negation}\\s|[不没未非無])["“„«‘'「]?$`, "iu")

export const saying =
  "(?:said|says|say|saying|told|tells|telling|added|adds|adding|wrote|writes|stated|states|declared|declares|warned|warns|replied|replies|announced|announces|insisted|insists|explained|explains|remarked|commented|noted|argued|argues|asked|asks|quipped|tweeted|posted|promised|promises|vowed|vows)"
export const says = `(?:${saying}|sagte|sagt|erklärte|erklärt|dit|déclare|affirme|dijo|dice|afirmó|disse|afirmou)`
const name = "(?<![\\p{L}'’-])(\\p{Lu}[\\p{L}'’-]{0,40}(?:\\s\\p{Lu}[\\p{L}'’-]{0,40}){0,3})"
const behind = new RegExp(
  `^[\\s,.!?]{0,2}["”“»’'」][\\s,]{0,2}(?:${says}\\s(?:[\\p{Ll}-]+\\s){0,4}${name}|(?:[\\p{Ll}-]+\\s){0,4}${name}\\s${says}(?!\\p{L}))`,
  "u"
)
const before = new RegExp(`${name}(?:\\s(?:has|hat|a|ha)\\s?)?(?:\\s${says}|(?=:))[:,]?\\s["“„«‘'「]$`, "u")
const alone = new RegExp(`(?:${says}\\s(?:[\\p{Ll}-]+\\s){0,4}${name}|${name}\\s${says}(?!\\p{L}))`, "gu")

/** What stands beside quoted words is no further away. */
const near = 120

interface Rows {
  readonly text: string
  readonly found: ReadonlyArray<RegExpExecArray>
  /** The letters and digits in rows that each end with a space, and which of them begins where in that. */
  readonly joined: string
  readonly starts: ReadonlyMap<number, number>
}

const rowsOf = (text: string): Rows => {
  const found = Array.from(runs(text))
  const starts = new Map<number, number>()
  let joined = " "
  for (const [index, [run]] of found.entries()) {
    starts.set(joined.length, index)
    joined += `${run.toLowerCase()} `
  }
  return { text, found, joined, starts }
}

/** Where a text has these words, letters and digits compared alone. */
const passagesOf = (
  { found, joined, starts, text }: Rows,
  words: string
): ReadonlyArray<{ readonly ahead: string; readonly after: string }> => {
  const sought = rowsOf(words.normalize("NFKC"))
  if (sought.found.length === 0) return []
  const passages = []
  // As a string, which is found in time that grows with the text, and not with the text times the words.
  for (
    let at = joined.indexOf(sought.joined);
    at >= 0;
    at = joined.indexOf(sought.joined, at + sought.joined.length - 1)
  ) {
    const first = starts.get(at + 1)!
    const last = found[first + sought.found.length - 1]!
    const [start, end] = [found[first]!.index, last.index + last[0].length]
    passages.push({ ahead: text.slice(Math.max(0, start - near), start), after: text.slice(end, end + near) })
  }
  return passages
}

/** Title and text of a source, read once. */
const read = perSource(({ quote, title }) => rowsOf(`${title}\n${quote}`.normalize("NFKC")))

/** Whether evidence has a "not" right before these words wherever it has them, and the sentence has none. */
export const turns = (text: string, words: string, sources: ReadonlyArray<ReportSource>): boolean => {
  if (denies.test(text.replaceAll(words, " "))) return false
  const passages = sources.flatMap((source) => passagesOf(read(source), words))
  return passages.length > 0 && passages.every(({ ahead }) => denied.test(ahead))
}

const partsOf = (speaker: string): ReadonlyArray<string> => speaker.split(/\s/)

const speakersBeside = (text: Rows, words: string): ReadonlyArray<string> =>
  passagesOf(text, words).flatMap(({ after, ahead }) => {
    const [, one, other] = behind.exec(after) ?? []
    return one ?? other ?? before.exec(ahead)?.[1] ?? []
  })

const share = (one: string, other: string): boolean => partsOf(one).some((part) => partsOf(other).includes(part))

/** All whom a source has say something. */
const speakersOf = perSource((source) =>
  Array.from(read(source).text.matchAll(alone), ([, one, other]) => (one ?? other)!)
)

/**
 * Whether a sentence gives quoted words to somebody else of the evidence than who says them there. Whom the title names
 * may be the company that its founder speaks for.
 */
export const isOthers = (text: string, words: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const [claimed] = speakersBeside(rowsOf(text.normalize("NFKC")), words)
  if (claimed === undefined) return false
  const stated = sources.flatMap((source) => speakersBeside(read(source), words))
  if (stated.length === 0 || stated.some((each) => share(each, claimed))) return false
  const isPerson = sources.flatMap(speakersOf).some((each) => share(each, claimed))
  const isNamed = () => sources.some((source) => read(source).text.includes(claimed))
  return isPerson || (isNamed() && !sources.some(({ title }) => title.includes(claimed)))
}

/** Words of the first person. `EU` is none, and neither is the beginning of a longer word (`Meinungsforscher`). */
export const ownWords =
  "(?:[Ww]e|I|[Oo]urs?|[Mm]y|[Ww]ir|[Ii]ch|[Uu]nsere?[mnrs]?|[Mm]eine?[mnrs]?|" +
  "[Nn]ous|[Jj]e|[Nn]otre|[Nn]os|[Nn]osotros|[Yy]o|[Nn]oi|[Ii]o|[Nn]ós|[Ee]u)"
const firstPerson = new RegExp(`^${ownWords}(?!\\p{L})|^[我私]`, "u")

const nameAhead = /^(\p{Lu}\p{Ll}*\s\p{Lu}[^\s,.;:]{0,40})(\s\p{Lu}[^\s,.;:]{0,40})?/u

/**
 * Whether words in the first person begin with a name that evidence has outside of quotation marks: Our Next Energy.
 * Two words are one only within a sentence: "Our German shops" may open one that somebody says.
 */
export const beginWithName = (said: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const [written, , third] = nameAhead.exec(said.normalize("NFKC")) ?? []
  if (written === undefined) return false
  const isName = third === undefined ? /[\p{L},]\s$/u : /^(?!.*["“„«‘'「]$)/su
  return sources.some((source) => {
    const { text } = read(source)
    for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + 1)) {
      const [ahead, after] = [
        text.slice(Math.max(0, at - 2), at),
        text.slice(at + written.length, at + written.length + 1)
      ]
      if (isName.test(ahead) && !/[\p{L}\p{N}]/u.test(after)) return true
    }
    return false
  })
}

const labelled = new RegExp(`^${name}\\s?[:：]\\s*(.{1,1500})$`, "su")

/** What somebody says behind a name and a colon: in the first person, or of one whom the evidence has speak. */
export const saidBy = (text: string, sources: ReadonlyArray<ReportSource>): string | null => {
  const [, speaker, said] = labelled.exec(text) ?? []
  if (said === undefined) return null
  const isSpeaker = () => sources.flatMap(speakersOf).some((each) => share(each, speaker!))
  return (firstPerson.test(said) && !beginWithName(said, sources)) || isSpeaker() ? said : null
}
