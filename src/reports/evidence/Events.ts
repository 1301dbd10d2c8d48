/*
 * Kinds of events that a sentence tells in so many words. A kind is decided by a phrase that hardly means anything else
 * in news of companies and markets; whether the event is good or bad for anybody is not decided at all. How often a
 * judged sample agrees is measured (bench/quality/kinds).
 */

/** What an event of a kind is for a reader: something new, something that went wrong, or a limit set from outside. */
export type Event = "venture" | "incident" | "constraint"

/** Whole words, whatever the script: for \b there is no word before an ü. */
const any = (...phrases: ReadonlyArray<string>): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${phrases.join("|")})(?![\p{L}\p{N}])`, "iu")

/** Words of numbers, names and adjectives between a verb and what it acts on. */
const few = String.raw`(?:[\p{L}\p{N}$€£.,'’-]+ ){0,4}`

const amount = String.raw`(?:\w+ )?[$€£]\s?\d[\d.,]*(?:\s?(?:bn|m|k|million|billion))?`

const ventures: ReadonlyArray<RegExp> = [
  // Launches and releases.
  any(
    "unveil(?:s|ed)?",
    "launch(?:es|ed)?",
    "goes on sale",
    "went on sale",
    "debuts?",
    "debuting",
    "rolls? out",
    "rolled out"
  ),
  /\b(?:releases|released|releasing) (?:a|an|its|the|version|\d)/i,
  /\b\d[\d.]{0,12} released\b/i,
  // Money that comes in, or is spent on something new.
  new RegExp(
    String.raw`\b(?:raises|raised|raising|secures|secured|closes|closed) (?:${amount}|${few}(?:funding|round|series [a-e])\b)`,
    "iu"
  ),
  new RegExp(
    String.raw`\b(?:invests?|invested|investing|bets?|spends?|spent|to spend|to invest|set aside|sets aside|to pay|pays|paid)\b ${few}?${amount}`,
    "iu"
  ),
  any("seed round", "series [a-e]", "funding round", "buy back", "buyback"),
  // Deals.
  any(
    "acquires?",
    "acquired",
    "acquiring",
    "to acquire",
    "takeover",
    "merger",
    "merges? with",
    "übernimmt",
    "übernahme"
  ),
  new RegExp(
    String.raw`\b(?:to buy|buys|bought|buying) ${few}(?:for ${amount}|(?:maker|company|firm|rival|start-?up|stake|business|unit)\b)`,
    "iu"
  ),
  any(
    "wins? (?:an? )?(?:order|contract|tender|deal)",
    "won (?:an? )?(?:order|contract|tender|deal)",
    "contract worth",
    "sign(?:s|ed)? (?:an? )?(?:\\S+ )?(?:deal|contract|agreement|accord|lease)",
    "partners? with",
    "partnership with",
    "joint venture",
    "alliance with"
  ),
  new RegExp(String.raw`\b(?:orders|ordered|wins|won) ${few}?\d[\d.,]* `, "iu"),
  // Approvals, rules that give, grants.
  any(
    "approves",
    "approved",
    "wins? approval",
    "receives? approval",
    "subsid(?:y|ies) (?:of|was|were|extended)",
    "extends? (?:the )?subsidy"
  ),
  // Building and opening.
  new RegExp(
    String.raw`\b(?:opens|opened|to open|will open|builds|to build|will build|is building|expands|to expand|will expand) ${few}?(?:plants?|factor(?:y|ies)|fabs?|sites?|parks?|stores?|shops?|offices?|hubs?|lines?|centres?|centers?|bays|chargers?|stations?|points|mills?)\b`,
    "iu"
  ),
  any("resigns?", "resigned", "steps? down", "stepped down", "appoints?", "appointed")
]

const incidents: ReadonlyArray<RegExp> = [
  any(
    "recalls? (?:of )?(?:\\w+ )?[\\d.,]+",
    "recall(?:s|ed|ing) (?:[\\d.,]+|all|some|its|their)",
    "(?:is|are) recalling",
    "product recall",
    "the recall",
    "rückruf"
  ),
  any(
    "security flaws?",
    "(?:security|software|critical) vulnerabilit(?:y|ies)",
    "data (?:breach|leak|theft)",
    "breach(?:es|ed)? of",
    "hack(?:s|ed|ers?|ing)",
    "cyber ?-?attacks?",
    "ransomware",
    "sicherheitslücken?",
    "datenskandal",
    "ciberataques?",
    "piratage"
  ),
  any(
    "fires? (?:damaged|destroyed|at|in|broke)",
    "caught fire",
    "explosions?",
    "overheat(?:s|ed|ing)?",
    "accident(?:s)?",
    "injured",
    "killed",
    "crash(?:es|ed) (?:into|after|kills?)"
  ),
  any("outages?", "blackout"),
  any(
    "bankrupt(?:cy)?",
    "insolven(?:t|cy)",
    "files? for (?:insolvency|bankruptcy|chapter 11)",
    "liquidation",
    "defaults? on"
  ),
  any(
    "lays? off",
    "laid off",
    "layoffs?",
    "cuts? (?:\\w+ )?(?:\\d[\\d.,]* )?(?:of its [\\d.,]+ )?jobs",
    "cutting [\\d.,]+ (?:of its [\\d.,]+ )?jobs",
    "job cuts",
    "cuts every \\w+ job",
    "streicht",
    "stellenabbau",
    "redundanc(?:y|ies)"
  ),
  any(
    "(?:closes?|closing|close|shuts?|shutting) (?:down )?(?:its |a |the |one )?(?:\\w+ )?(?:plants?|factor(?:y|ies)|stores?|shops?|mines?|sites?)",
    "halts? (?:\\w+ )?(?:production|line|lines)"
  ),
  any("profit warning", "cut(?:s)? its (?:\\w+ )?(?:forecast|outlook|guidance)"),
  any("thefts?", "thieves", "stolen", "fraud", "counterfeit", "scam"),
  any("strikes? (?:at|by|over|halts?)", "walked out", "walkout")
]

const constraints: ReadonlyArray<RegExp> = [
  any(
    "lawsuits?",
    "sues?",
    "sued",
    "suing",
    "class action",
    "injunction",
    "seeks? [$€£][\\d.,]+ \\w+ in damages",
    "patent infringement",
    "infringes?"
  ),
  any(
    "(?:court|judge|tribunal) (?:\\w+ )?(?:rules?|ruled|upholds?|upheld|orders?|ordered|blocks?|blocked)",
    "may not be sold",
    "appeals court"
  ),
  any(
    "(?:opens?|opened|launch(?:es|ed)) (?:an? )?(?:\\w+ )?(?:investigation|probe|inquiry)",
    "investigation into",
    "probe into",
    "antitrust",
    "untersuchung"
  ),
  any("fined", "pay a fine", "fines? of", "penalty of", "höchststrafe", "verurteilt"),
  any("ban(?:s|ned)?", "banning", "prohibits?", "prohibited", "outlaws?", "sales ban"),
  any(
    "(?:import|punitive|new|anti-dumping) tariffs?",
    "tariffs? (?:on|of)",
    "raises? tariffs?",
    "sanctions (?:on|against)",
    "imposes? sanctions",
    "export (?:rules?|regulations?|controls?|licen[cs]es?)",
    "anti-dumping",
    "embargo"
  ),
  any("vat rises", "taxed as", "tax rises?", "new \\w+ rules", "regulation would"),
  any("shortages?", "sold out", "bottlenecks?", "(?:now )?waits? [\\d.,]+ months"),
  any(
    "delays? (?:\\S+ ){0,3}(?:line|launch|production|deliver(?:y|ies)|start|opening)",
    "(?:quarters?|months?|weeks?|years?) later than planned",
    "delayed (?:by|until)",
    "postpones?"
  )
]

const kinds: ReadonlyArray<readonly [Event, ReadonlyArray<RegExp>]> = [
  ["venture", ventures],
  ["incident", incidents],
  ["constraint", constraints]
]

/** What may happen, or is denied, has not happened. */
const isDenied =
  /\b(?:not in talks|no (?:recall|lawsuit|accident|fraud|abuse|plans)|denies|denied|rejects? takeover)\b/i

/** Kinds of events that a sentence tells. */
export const eventsIn = (sentence: string): ReadonlySet<Event> =>
  isDenied.test(sentence)
    ? new Set()
    : new Set(kinds.flatMap(([kind, phrases]) => (phrases.some((phrase) => phrase.test(sentence)) ? [kind] : [])))
