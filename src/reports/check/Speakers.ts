import type { ReportSource } from "../../domain/Report.ts"
import { runs } from "../../text/Words.ts"

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
const says = `(?:${saying}|sagte|sagt|erklärte|erklärt|dit|déclare|affirme|dijo|dice|afirmó|disse|afirmou)`
const name = "(?<![\\p{L}'’-])(\\p{Lu}[\\p{L}'’-]{0,40}(?:\\s\\p{Lu}[\\p{L}'’-]{0,40}){0,3})"
const behind = new RegExp(
  `^[\\s,.!?]{0,2}["”“»’'」][\\s,]{0,2}(?:${says}\\s(?:[\\p{Ll}-]+\\s){0,4}${name}|${name}\\s${says}(?!\\p{L}))`,
  "u"
)
const before = new RegExp(`${name}(?:\\s(?:has|hat|a|ha)\\s?)?(?:\\s${says}|(?=:))[:,]?\\s["“„«‘'「]$`, "u")
const alone = new RegExp(`(?:${says}\\s(?:[\\p{Ll}-]+\\s){0,4}${name}|${name}\\s${says}(?!\\p{L}))`, "gu")

/** What stands beside quoted words is no further away. */
const near = 120

/** Where a text has these words, letters and digits compared alone. */
const passagesOf = (text: string, words: string): ReadonlyArray<{ readonly ahead: string; readonly after: string }> => {
  const row = Array.from(runs(words.normalize("NFKC")), ([run]) => RegExp.escape(run))
  if (row.length === 0) return []
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${row.join("[^\\p{L}\\p{N}]{1,8}")}(?![\\p{L}\\p{N}])`, "giu")
  return Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({
    ahead: text.slice(Math.max(0, index - near), index),
    after: text.slice(index + length, index + length + near)
  }))
}

const textOf = ({ quote, title }: ReportSource): string => `${title}\n${quote}`.normalize("NFKC")

/** Whether evidence has a "not" right before these words wherever it has them, and the sentence has none. */
export const turns = (text: string, words: string, sources: ReadonlyArray<ReportSource>): boolean => {
  if (denies.test(text.replace(words, " "))) return false
  const passages = sources.flatMap((source) => passagesOf(textOf(source), words))
  return passages.length > 0 && passages.every(({ ahead }) => denied.test(ahead))
}

const partsOf = (speaker: string): ReadonlyArray<string> => speaker.split(/\s/)

const speakersBeside = (text: string, words: string): ReadonlyArray<string> =>
  passagesOf(text, words).flatMap(({ after, ahead }) => {
    const [, one, other] = behind.exec(after) ?? []
    return one ?? other ?? before.exec(ahead)?.[1] ?? []
  })

const share = (one: string, other: string): boolean => partsOf(one).some((part) => partsOf(other).includes(part))

/** All whom a text has say something. */
const speakersIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(alone), ([, one, other]) => (one ?? other)!)

/**
 * Whether a sentence gives quoted words to somebody else of the evidence than who says them there. Whom the title names
 * may be the company that its founder speaks for.
 */
export const isOthers = (text: string, words: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const [claimed] = speakersBeside(text.normalize("NFKC"), words)
  if (claimed === undefined) return false
  const texts = sources.map(textOf)
  const stated = texts.flatMap((each) => speakersBeside(each, words))
  if (stated.length === 0 || stated.some((each) => share(each, claimed))) return false
  const isPerson = texts.flatMap(speakersIn).some((each) => share(each, claimed))
  return (
    isPerson || (texts.some((each) => each.includes(claimed)) && !sources.some(({ title }) => title.includes(claimed)))
  )
}

const firstPerson =
  /^(?:we|i|our|my|wir|ich|unser\p{L}*|mein\p{L}*|nous|je|notre|nos|nosotros|yo|noi|io|nós|eu)(?!\p{L})|^[我私]/iu
const labelled = new RegExp(`^${name}\\s?[:：]\\s*(.{1,1500})$`, "su")

/** What somebody says behind a name and a colon: in the first person, or of one whom the evidence has speak. */
export const saidBy = (text: string, sources: ReadonlyArray<ReportSource>): string | null => {
  const [, speaker, said] = labelled.exec(text) ?? []
  if (said === undefined) return null
  const isSpeaker = () => sources.some((source) => speakersIn(textOf(source)).some((each) => share(each, speaker!)))
  return firstPerson.test(said) || isSpeaker() ? said : null
}
