import { trades } from "../../../search/CompanySense.ts"
import { contentStems, singular, stem } from "../../../text/Words.ts"
import { namesOf } from "../../check/Clauses.ts"

/*
 * Whether a sentence can be understood without the sentences around it in its source.
 */

/** Openings of a sentence that refer to the sentence before it. */
const pointsBack =
  /^[“"‘']?(?:it|its|they|their|he|his|she|her|we|our|this|that|these|those|both|such|there|but|and|or|so|yet|also|another|others|however|instead|meanwhile|still|then|the (?:company|firm|group|maker|operator|move|deal|plan|decision|programme|program|study|report|figures?|number|rest|others?|two|three|same|latter|former))\b/i

/** Other expressions that are only understood with the sentences before them, each with an example. */
const pointsAround = [
  // In the markets concerned.
  /\bthe \p{L}+ (?:concerned|affected|involved|mentioned|in question)\b/u,
  // One of the investors.
  /\b(?:one|some|most|all|each|both|none|two|three) of the \p{Ll}+s\b(?! (?:of|in|on|at|that|which|who|with|for)\b)/u,
  // According to its owner, the project slips to 2019.
  /\bthe (?:project|plan|scheme|venture|figure)s?\b(?! (?:\p{Lu}|(?:of|for|to|in|on|at|between|that|which|by|with|from)\b))/u,
  // The pair lasted.
  /\bthe (?:pair|duo|trio|latter|former)\b/,
  // Some 500 people will work there.
  /\bthere(?=[.,;])/,
  // At that price.
  /\b(?:at|in|on|for|with|by|to|from|under|of) (?:this|that|these|those) (?!of\b|year|month|week|quarter|which|paper)/,
  // Together the companies would hold 17%.
  /^[“"‘']?(?:together|combined|jointly),? the \p{Ll}/iu,
  // In our tests.
  /\b(?:we|us|our|my)\b/i
]

/** The same in other languages: openings of a sentence, and things that it mentions without saying which. */
const pointsElsewhere = [
  /^[“"‘'«„]?(?:er|sie|es|dies(?:e[rmns]?)?|seine?[rmns]?|ihre?[rmns]?|beide|damit|dabei|dazu|dafür|davon|dagegen|dadurch|dort|deshalb|zudem|außerdem|allerdings|jedoch|doch|aber|und)(?!\p{L})/iu,
  /(?<!\p{L})[Dd](?:as|e[rmsn]|ie) (?:Vorhabens?|Projekte?s?|Plans?|Pläne|Unternehmens?|Konzerns?|Firma|Herstellers?|Zahl|Summe|Betrags?|Entscheidung|Programms?|Studie|Berichts?)(?! (?:\p{Lu}|de[rs]\b|von\b|für\b|zu[mr]?\b|zwischen\b))(?!\p{L})/u,
  /(?<!\p{L})(?:in|an|auf|für|mit|bei|zu|von|aus|unter|nach) diese[rmns]? (?!Jahr|Monat|Woche|Quartal|Sommer|Winter|Herbst|Frühjahr)/u,
  /^[“"‘'«„]?(?:(?:zusammen|gemeinsam) \p{L}+ (?:sie|beide)|ensemble,? (?:ils|elles|les)|junt[ao]s)(?!\p{L})/iu,
  /^[“"‘'«„]?(?:ils|elles?|il (?:a|est|avait|était|va|doit|peut|prévoit|compte|devrait|pourrait|sera|y|ne|se|s['’])|ce|cet|cette|ces|cela|son|sa|ses|leurs?|mais|toutefois|cependant|en outre)(?!\p{L})/iu,
  /(?<!\p{L})(?:[Ll]e |[Ll]a |[Ll]['’])(?:projet|plan|groupe|entreprise|société|constructeur|fabricant|opération|chiffre|montant|décision|programme|étude|rapport)(?! (?:\p{Lu}|d[eu]s?\b|d['’]|pour\b|entre\b|qu))(?!\p{L})/u,
  /^[“"‘'«„]?(?:est[eao]s?|es[eao]s?|sus?|ell[ao]s?|pero|además|también|sin embargo)(?!\p{L})/iu,
  /(?<!\p{L})(?:[Ee]l|[Ll]a|[Dd]el|[Aa]l) (?:proyecto|plan|grupo|empresa|compañía|fabricante|operación|cifra|importe|decisión|programa|estudio|informe)(?! (?:\p{Lu}|del?\b|para\b|entre\b|que\b))(?!\p{L})/u
]

/** Things that a sentence mentions as if they were known: "The first ferry is due", "Under the 15-year lease, …". */
const known =
  /^[“"‘']?(?:(?:under|with|through|after|before|as part of) )?the ([^,.;:]+?)(?=[,.;:]| (of|for|between|to|that|whose|in|on|at|by|from|with|and|or|is|are|was|were|has|have|had|will|would|can|could|may|might|should|must)\b)/i
/** Words followed by what says which thing is meant: "the price of tea". */
const complement = /^(?:of|for|between|to|that|whose)$/i
/** Replaces an earlier name: "The British installer of heat pumps", but not "The installer Pennyfold". */
const epithet = new RegExp(String.raw`\b(?:\p{Ll}*maker|owner|start-up|${[...trades].join("|")})\b(?! \p{Lu})`, "u")
/** Things of which there is only one, or whose words say which one is meant. */
const unique = /^(?:market|industry|sector|world)\b|(?:^|\s)(?:most|least|\p{Ll}{3,}est)\s/u

/** Whether a sentence mentions a thing without saying which one of its kind it is. */
const isOfKnown = (text: string): boolean => {
  const [, thing, next = ""] = known.exec(text) ?? []
  if (thing === undefined) return false
  return epithet.test(thing) || !(/\p{Lu}/u.test(thing) || complement.test(next) || unique.test(thing))
}

const pointsFurther = [...pointsAround, ...pointsElsewhere]

const pronoun = /\b(?:it|its|they|their|them|he|his|him|she|her)\b/i
/** Names nobody if a pronoun follows at once: "Together they would hold 17%". */
const adverb = /^[“"‘']?(?:[\p{L}-]+|(?:taken|put) together),?\s*$/iu
/** Pronouns for others than the one who acts: "Pennyfold put them into shops". */
const another = /^(?:them|him)\b/i
const definite = /\bthe (?:\p{Ll}+ )?(\p{Ll}+)(?=[.,;:]|$| (?:from|by|to|is|was|will|has|had|and|or|but)\b)/gu

/** Whether a sentence refers to somebody or something that it does not name. */
export const pointsAway = (text: string, niche: ReadonlySet<string>): boolean => {
  if (pointsBack.test(text) || isOfKnown(text) || pointsFurther.some((pattern) => pattern.test(text))) return true
  const at = text.search(pronoun)
  const before = text.slice(0, Math.max(0, at))
  if (at >= 0 && (adverb.test(before) || namesOf(before).length === 0) && !/\ban? /i.test(before)) return true
  if (at >= 0 && another.test(text.slice(at)) && contentStems(before).length < 3) return true
  // A thing of the market without saying which: "the chip".
  return Array.from(text.matchAll(definite)).some(([, word]) => niche.has(stem(word!)) && word === singular(word!))
}

/** Refers to an earlier figure: "The figure sits badly with the 19% that Voltmarsh reported". */
const ofFigure =
  /^[“"‘']?(?:the|this|that|these|those) (?:figure|number|total|amount|sum|gap|difference)s?\b(?! (?:of|for|in|on|between)\b)/i

/** Whether a sentence refers to a figure in the sentences before it, so that the headline alone does not help. */
export const needsFigure = (text: string): boolean => ofFigure.test(text)

/** Refers to an earlier matter: "A decision is expected by April". */
const ofMatter =
  /^[“"‘']?(?:an?|the|its|their|any|no) (?:\p{Ll}+ )?(?:deal|decision|ruling|verdict|vote|answer|response|outcome|hearing|reply) (?:is|was|will|could|may|might|should|has|had)\b/iu

/** Whether a sentence is about the outcome of a matter that the sentence before it names. */
export const needsMatter = (text: string): boolean => ofMatter.test(text)
