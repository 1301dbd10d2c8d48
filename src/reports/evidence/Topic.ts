import type { ReportRequest } from "../../domain/Report.ts"
import { isUnspaced } from "../../text/Scripts.ts"
import { contentStems, words } from "../../text/Words.ts"

/** Words that fit every niche and so tell none apart. */
const generic = new Set(
  contentStems(
    "market markets industry industries sector sectors business businesses company companies trend trends analysis report service services " +
      "product products global world international space niche field"
  )
)

/** What a report is about, as texts can be asked about it. */
export interface Topic {
  readonly niche: string
  /** What to search for: the phrase first, then its words, then its initials. */
  readonly terms: ReadonlyArray<string>
  /** The niche's telling words, as stems. */
  readonly stems: ReadonlyArray<string>
  /** Words of the context, as stems: they rank, they don't select. */
  readonly context: ReadonlySet<string>
  /** `EV` for electric vehicles; null when the niche has no initials, or nobody uses them so. */
  readonly initials: string | null
}

/** A doer's name is cut down to what is done only where enough is left: chargers charge, but numbers don't numb. */
const leastCut = 5

/** The stems that stand for one of a niche: who asks for charging means chargers too, and the other way round. */
const kin = (own: string): ReadonlyArray<string> =>
  own.endsWith("er") && own.length - 2 >= leastCut ? [own, own.slice(0, -2)] : [own, `${own}er`]

/** The same for the words to search by, since storage knows words and not our stems. */
const kinWords = (word: string): ReadonlyArray<string> => {
  const cut = /^(.+?)(?:ing|ers?)$/.exec(word)?.[1]
  if (cut === undefined || cut.length < leastCut) return [word]
  return [word, word.endsWith("ing") ? `${cut}er` : `${cut}ing`]
}

const initialsOf = (niche: string): string | null => {
  const parts = niche.match(/\p{L}+/gu) ?? []
  return parts.length < 2 ? null : parts.map((part) => part[0]!.toUpperCase()).join("")
}

/** The topic of a request; {@link confirm} then drops initials that no evidence uses. */
export const topicOf = (request: ReportRequest): Topic => {
  const all = [...new Set(contentStems(request.niche))]
  const telling = all.filter((word) => !generic.has(word))
  const stems = telling.length > 0 ? telling : all
  const initials = initialsOf(request.niche)
  const single = words(request.niche).filter((word) => contentStems(word).some((stem) => stems.includes(stem)))
  return {
    niche: request.niche,
    terms: [
      ...new Set([request.niche, ...single.flatMap(kinWords), ...(initials === null ? [] : [initials, `${initials}s`])])
    ],
    stems,
    context: new Set(contentStems(request.context ?? "").filter((word) => !generic.has(word) && !all.includes(word))),
    initials
  }
}

const mentionsInitials = (text: string, initials: string): boolean =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${initials}s?(?![\p{L}\p{N}])`, "u").test(text)

const hasPhrase = (text: string, phrase: string): boolean => {
  const [whole, part] = [text.toLowerCase(), phrase.toLowerCase()]
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    const around = `${whole[at - 1] ?? " "}${whole[at + part.length] ?? " "}`
    if (isUnspaced(part) || !/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

/** How many of the niche's words a text must have: both of two, two of three, three of four. */
const enough = (count: number): number => (count <= 2 ? count : Math.ceil((count * 2) / 3))

/** How much a text is about the niche, 0 to 1; 0 means not at all, though it may share a word. */
export const relevance = (text: string, topic: Topic): number => {
  const own = new Set(contentStems(text))
  const shared = topic.stems.filter((word) => kin(word).some((one) => own.has(one))).length
  if (hasPhrase(text, topic.niche) || (topic.initials !== null && mentionsInitials(text, topic.initials))) return 1
  return topic.stems.length > 0 && shared >= enough(topic.stems.length) ? shared / topic.stems.length : 0
}

/**
 * The topic with its initials only if the stored texts bear them out: where one has all the niche's words and the
 * initials too, they stand for it. (AI is not agricultural irrigation.)
 */
export const confirm = (topic: Topic, texts: ReadonlyArray<string>): Topic => {
  if (topic.initials === null) return topic
  const plain: Topic = { ...topic, initials: null }
  const borneOut = texts.some((text) => mentionsInitials(text, topic.initials!) && relevance(text, plain) === 1)
  return borneOut ? topic : plain
}

const legalForm =
  /(?:,|(?<!\s))\s+(?:inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|ag|se|sa|nv|ab|gmbh|group|holdings?)\b\.?/gi

/** What people call a company: `Tesla` for Tesla, Inc. */
export const shortName = (name: string): string => name.replace(legalForm, "").trim() || name

/** A name as a pattern, whatever white space stands between its words. */
const patternOf = (name: string): string =>
  name
    .split(/\s+/)
    .map(RegExp.escape)
    .join(String.raw`\s+`) + String.raw`(?![\p{L}\p{N}])`

/** Whether a text names somebody: the name's words in a row, with a capital where the name has one. */
export const namesCompany = (text: string, name: string): boolean => {
  const short = shortName(name)
  const found = text.match(new RegExp(String.raw`(?<![\p{L}\p{N}])${patternOf(short)}`, "giu")) ?? []
  return found.some((match) => !/^\p{Lu}/u.test(short) || /^\p{Lu}/u.test(match))
}

/**
 * Whether texts name a company of which nobody said that it belongs here. Company names can be everyday words (Target,
 * Block, Gap), and a capital in a headline or at a sentence's start says little: a name of one word must be in two
 * texts, or follow a word in small letters.
 */
export const isNamedIn = (texts: ReadonlyArray<string>, name: string): boolean => {
  const short = shortName(name)
  const naming = texts.filter((text) => namesCompany(text, name))
  const inside = new RegExp(String.raw`(?<![\p{L}\p{N}'’])\p{Ll}[\p{L}'’]*,?\s${patternOf(short)}`, "u")
  return naming.length >= 2 || naming.some((text) => short.includes(" ") || inside.test(text))
}
