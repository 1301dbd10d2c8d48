import { contentStems, stem, words } from "../../text/Words.ts"

const stems = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean).map(stem))

/*
 * What the words of a piece of evidence say about its place in a report. A lexicon is plain, the same for every reader,
 * and explains itself; it doesn't understand irony, and a report never claims more than "by its words".
 */

const favourable = stems(`
  gain gains grow grows growing growth grew rise rises rising rose surge surges surged soar soars soared jump jumps jumped climb climbs climbed
  boost boosts boosted boom booming record records expand expands expanded expansion profit profitable profits win wins won winning success
  successful strong stronger strongest improve improves improved improvement advance advances breakthrough lead leads leading leader
  demand adoption opportunity opportunities invest invests invested investment funding funded raises raised approve approves approved approval
  subsidy subsidies incentive incentives partnership partner partners launch launches launched cheaper affordable accelerate accelerates
  accelerated upgrade upgraded upbeat optimistic beat beats outperform outperforms milestone popular benefit benefits efficient save saves saved saving savings award awards praise praised double doubles doubled outsell outsells
  overtake overtakes`)

const adverse = stems(`
  fall falls falling fell drop drops dropped decline declines declined declining slump slumps slumped plunge plunges plunged slide slides slid
  shrink shrinks shrank lose loses lost loss losses weak weaker weakest slow slows slowed slowing slowdown cut cuts layoff layoffs fire fires
  recall recalls recalled lawsuit lawsuits sue sues sued probe investigation fine fined ban bans banned tariff tariffs shortage shortages delay
  delays delayed halt halts halted close closes closure bankrupt bankruptcy insolvency insolvent fraud breach hack hacked warn warns warned
  warning risk risks risky threat threats threaten threatens crisis concern concerns worry worries fear fears struggle struggles struggling
  fail fails failed failure miss misses missed downgrade downgraded pessimistic costly expensive unprofitable scrap scraps scrapped cancel
  cancels cancelled dispute strike strikes crash accident pressure volatile uncertain uncertainty hurdle obstacle barrier problem problems
  criticism criticised backlash decrease decreases decreased worse worst worsen disappoint disappoints disappointed disappointing flaw flaws
  vulnerability theft thefts outage outages shun shuns shunned throttle throttles throttled idle`)

const rising = stems(`
  rise rises rose rising risen grow grows grew growing grown growth increase increases increased increasing gain gains gained surge surges surged
  soar soars soared jump jumps jumped climb climbs climbed up higher expand expands expanded raise raises raised
  raising lift lifts lifted widen widens widened double doubles doubled triple tripled advance advances advanced rebound rebounds rebounded
  recover recovers recovered upward more above exceed exceeds exceeded longer larger bigger`)

const falling = stems(`
  fall falls fell falling fallen drop drops dropped decline declines declined declining decrease decreases decreased shrink shrinks shrank shrunk
  slump slumps slumped plunge plunges plunged slide slides slid down lower lowers lowered cut cuts cutting
  narrow narrows narrowed reduce reduces reduced reducing slip slips slipped halve halves halved sink sinks sank retreat retreats retreated
  tumble tumbles tumbled downward fewer less below shorter smaller`)

/** What is better when it falls. */
const burdens = stems(
  `price prices cost costs rate rates premium premiums fee fees emission emissions defect defects theft thefts tax taxes vat duty duties surcharge
  bill bills debt debts wait waits loss losses complaint complaints outage outages inflation`
)

/** How many words may stand between a burden and what it does. */
const reach = 5

const hazard = stems(`
  risk risks risky threat threats threaten lawsuit lawsuits sue sued probe investigation fine fined ban bans banned tariff tariffs regulation
  regulations regulator regulators shortage shortages recall recalls bankruptcy insolvency fraud breach hack crisis volatile uncertain
  uncertainty strike strikes warn warns warned warning safety accident fire fires sanction sanctions dependence`)

const outlook = stems(`
  forecast forecasts outlook expect expects expected expecting predict predicts predicted prediction project projected projection plan plans
  planned planning target targets aim aims aiming future upcoming prospect prospects anticipate anticipates anticipated estimate estimates
  roadmap pledge pledges promise promises soon decade`)

const development = stems(`
  launch launches launched announce announces announced announcement unveil unveils unveiled introduce introduces introduced release releases
  released acquire acquires acquired acquisition merger merge merges buy buys bought sell sells sold open opens opened build builds sign signs
  signed agree agrees agreed deal partnership approve approves approved approval recall recalls start starts started begin begins appoint
  appoints appointed raise raises raised file files filed report reports reported test tests tested deliver delivers delivered`)

const trend = stems(`
  trend trends trending demand adoption share shift shifts shifting rise rises rising grow growth growing surge boom decline declining record
  popular popularity preference sales volume consumer consumers buyers interest momentum wave`)

const competition = stems(`
  rival rivals competitor competitors competition compete competes competing challenger overtake overtakes overtook dominate dominates
  dominance versus incumbent entrant merger acquisition acquire acquires acquired takeover alliance`)

const negations = new Set(
  ["no", "not", "never", "without", "neither", "nor", "cannot", "hardly", "nobody", "none", "nothing"].map(stem)
)

/** "No more than 5" is an amount, "not only" says yes. */
const bounds = new Set(["more", "fewer", "less", "later", "only", "just", "least", "sooner", "earlier"].map(stem))

/**
 * Words that turn what follows round: after "no" or "without", growth is not favourable. `next` is the word that
 * follows: with it "no more than" is an amount and turns nothing.
 */
export const isNegation = (word: string, next?: string): boolean =>
  /n['’]t$/.test(word) || (negations.has(word) && !(/^(?:no|not)$/.test(word) && bounds.has(next ?? "")))

/** What is cheaper costs less: a movement of its price, though good news. */
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
    "reject rejects rejected refuse refuses refused deny denies denied dispute disputes dismiss dismissed overturn overturned"
  ],
  ["strong stronger strongest", "weak weaker weakest"],
  ["cheap cheaper cheapest", "expensive dear dearer dearest costlier"],
  ["ahead", "behind"],
  ["early earlier earliest", "late later latest"],
  [
    "begin begins began start starts started launch launches launched",
    "end ends ended stop stops stopped halt halts halted"
  ],
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

const hits = (text: ReadonlyArray<string>, lexicon: ReadonlySet<string>): number =>
  text.filter((word) => lexicon.has(word)).length

/**
 * Whether words speak for a market, against it, or for neither side by at least so many words more than for the other.
 */
export const leaningOf = (text: string, least = 1): "favourable" | "adverse" | null => {
  const stemmed = words(text).map(stem)
  let balance = 0
  let turned = false
  for (const [at, word] of stemmed.entries()) {
    if (isNegation(word, stemmed[at + 1])) {
      turned = true
      continue
    }
    const value = favourable.has(word) ? 1 : adverse.has(word) ? -1 : 0
    if (value === 0) continue
    const moves = rising.has(word) || falling.has(word)
    const near = stemmed.slice(Math.max(0, at - reach), at + reach + 1)
    const eased = moves && near.some((other) => burdens.has(other))
    balance += turned !== eased ? -value : value
    turned = false
  }
  return balance >= least ? "favourable" : balance <= -least ? "adverse" : null
}

/** A single word of a text says little where its headline takes no side: who warns of a shortage may report its end. */
const clear = 2

/** What a piece can be used for; its kind, and for news what its words are about. */
export type Facet =
  | "news"
  | "company"
  | "competitor"
  | "search"
  | "social"
  | "favourable"
  | "adverse"
  | "hazard"
  | "outlook"
  | "development"
  | "trend"
  | "competition"

/** The facets of a piece of news; a headline that leans decides which way. */
export const facetsOf = (title: string, more = ""): ReadonlySet<Facet> => {
  const text = `${title}\n${more}`
  const content = contentStems(text)
  const facets = new Set<Facet>(["news"])
  const leaning = leaningOf(title) ?? leaningOf(more, clear)
  if (leaning !== null) facets.add(leaning)
  if (leaning !== "favourable" && hits(content, hazard) > 0) facets.add("hazard")
  if (hits(content, outlook) > 0 || /\bby 20[2-9]\d\b|\bnext (?:year|quarter|month|decade)\b/i.test(text))
    facets.add("outlook")
  if (hits(content, development) > 0) facets.add("development")
  if (hits(content, trend) > 0) facets.add("trend")
  if (hits(content, competition) > 0) facets.add("competition")
  return facets
}

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
