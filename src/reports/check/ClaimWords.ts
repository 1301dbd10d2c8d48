import { detect } from "../../search/Languages.ts"
import { stem, stems } from "../../text/Words.ts"

const rising = stems(`
  rise rises rose rising risen grow grows grew growing grown growth increase increases increased increasing gain gains gained surge surges surged
  soar soars soared jump jumps jumped climb climbs climbed up higher expand expands expanded raise raises raised
  raising lift lifts lifted widen widens widened double doubles doubled triple tripled treble trebles trebled quadruple quadruples quadrupled advance advances advanced rebound rebounds rebounded
  recover recovers recovered upward more above exceed exceeds exceeded longer larger bigger`)

const falling = stems(`
  fall falls fell falling fallen drop drops dropped decline declines declined declining decrease decreases decreased shrink shrinks shrank shrunk
  slump slumps slumped plunge plunges plunged slide slides slid down lower lowers lowered cut cuts cutting
  narrow narrows narrowed reduce reduces reduced reducing slip slips slipped halve halves halved sink sinks sank retreat retreats retreated
  tumble tumbles tumbled downward fewer less below shorter smaller`)

const negations = new Set(
  ["no", "not", "never", "without", "neither", "nor", "cannot", "hardly", "nobody", "none", "nothing"].map(stem)
)

/** "No more than 5" is an amount, "not only" says yes. */
const bounds = new Set(["more", "fewer", "less", "later", "only", "just", "least", "sooner", "earlier"].map(stem))

/**
 * Words that negate what follows: after "no" or "without", growth is not favourable. `next` is the following word: "no
 * more than" is an amount and negates nothing.
 */
export const isNegation = (word: string, next?: string): boolean =>
  /n['’]t$/.test(word) || (negations.has(word) && !(/^(?:no|not)$/.test(word) && bounds.has(next ?? "")))

const inThe = /(?<![\p{L}\p{M}\p{N}])no(?![\p{L}\p{M}\p{N}])/giu

/**
 * A text prepared for finding negations: Portuguese "no" means "in the", so it is replaced by "in". Everything else
 * keeps its place, and a text that is too short to detect its language does not change.
 */
export const withoutPortugueseNo = (text: string): string =>
  text.search(inThe) >= 0 && detect(text) === "pt"
    ? text.replace(inThe, (word) => (word.startsWith("N") ? "In" : "in"))
    : text

/** Cheaper things cost less: a movement of the price, though good news. */
const dearer = stems("dearer costlier pricier")
const cheaper = stems("cheaper")

/** Whether a word says that something moves, or is, up or down. */
export const movementOf = (word: string): "up" | "down" | null =>
  rising.has(word) || dearer.has(word) ? "up" : falling.has(word) || cheaper.has(word) ? "down" : null

/** Words of which one cannot stand for the other, both sides of each pair. */
const opposites: ReadonlyArray<readonly [string, string]> = [
  ["gain profit profits profitable earnings", "loss losses lose lost loses unprofitable"],
  ["buy buys bought buying acquire acquired buyer", "sell sells sold selling seller"],
  ["win wins won", "lose loses lost"],
  ["open opens opened opening", "close closes closed closing shut"],
  [
    "approve approves approved accept accepts accepted agree agrees agreed confirm confirmed uphold upheld",
    "reject rejects rejected refuse refuses refused deny denies denied dispute disputes dismiss dismissed overturn overturned block blocks blocked veto vetoes vetoed"
  ],
  ["strong stronger strongest", "weak weaker weakest"],
  ["cheap cheaper cheapest", "expensive dear dearer dearest costlier"],
  ["ahead", "behind"],
  ["early earlier earliest", "late later latest"],
  [
    "begin begins began start starts started launch launches launched resume resumes resumed",
    "end ends ended stop stops stopped halt halts halted suspend suspends suspended cancel cancels cancelled scrap scraps scrapped"
  ],
  ["allow allows allowed permit permits permitted", "ban bans banned prohibit prohibits prohibited forbid forbids"],
  ["pass passes passed", "fail fails failed"],
  ["best better", "worst worse"],
  ["largest biggest highest", "smallest lowest"],
  ["beat beats exceed exceeds exceeded", "miss misses missed"],
  ["success successful", "failure"],
  ["first", "last"],
  ["hire hires hired", "fire fires fired"],
  ["include includes included", "exclude excludes excluded"],
  ["welcome welcomed praise praised", "criticise criticised"]
]

/** The two sides of a pair as one word sees them. */
interface Sides {
  readonly own: ReadonlySet<string>
  readonly opposite: ReadonlySet<string>
}

const sides = new Map<string, Sides>()
for (const pair of opposites.map(([one, other]) => [stems(one), stems(other)] as const)) {
  for (const [own, opposite] of [pair, pair.toReversed() as [ReadonlySet<string>, ReadonlySet<string>]]) {
    for (const word of own) {
      const known = sides.get(word)
      sides.set(word, {
        own: own.union(known?.own ?? new Set()),
        opposite: opposite.union(known?.opposite ?? new Set())
      })
    }
  }
}

/**
 * The stems that say about the same as one, itself among them, and those that say the opposite; null when none does.
 */
export const sidesOf = (word: string): Sides | null => sides.get(word) ?? null

/**
 * Words with which a report tells who says something. What they stand for is in the citation, so a source need not have
 * them.
 */
export const reporting = stems(`
  according report reports reported reporting say says said state states stated write writes wrote note notes noted tell tells told note
  announce announces announced source sources evidence article story piece paper publisher newspaper news account news word words seen`)

/**
 * Plain words with which a sentence may open though its source puts it otherwise; elsewhere a word in capitals is a
 * name.
 */
export const openers = stems(`
  sales revenue demand prices costs buyers sellers makers manufacturers producers shares stock growth operators researchers regulators analysts
  investors consumers customers households companies firms suppliers retailers shops stores drivers owners people officials lawmakers workers employees
  jobs orders output production capacity spending investment funding profit losses net operating average total public private new meanwhile however
  today yesterday currently overall roughly about around nearly almost some many several according last next this once since`)
