import { contentStems, stem, words } from "./Words.ts"

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
  criticism criticised backlash decrease decreases decreased worse worst worsen`)

const rising = stems(`
  rise rises rose rising risen grow grows grew growing growth increase increases increased increasing gain gains gained surge surges surged soar
  soars soared jump jumps jumped climb climbs climbed up higher expand expands expanded accelerate accelerates accelerated`)

const falling = stems(`
  fall falls fell falling fallen drop drops dropped decline declines declined declining decrease decreases decreased shrink shrinks shrank slump
  slumps slumped plunge plunges plunged slide slides slid down lower contract contracts contracted slow slows slowed cut cuts`)

/** What is better when it falls. */
const burdens = stems(
  `price prices cost costs rate rates premium premiums fee fees emission emissions defect defects theft`
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

const negations = new Set(["no", "not", "never", "without", "neither", "nor", "cannot", "hardly"].map(stem))

/** Words that turn what follows round: after "no" or "without", growth is not favourable. */
const isNegation = (word: string): boolean => negations.has(word) || /n['’]t$/.test(word)

const hits = (text: ReadonlyArray<string>, lexicon: ReadonlySet<string>): number =>
  text.filter((word) => lexicon.has(word)).length

/** Whether words speak for a market, against it, or for neither side more than the other. */
export const leaningOf = (text: string): "favourable" | "adverse" | null => {
  const stemmed = words(text).map(stem)
  let balance = 0
  let turned = false
  for (const [at, word] of stemmed.entries()) {
    if (isNegation(word)) {
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
  return balance > 0 ? "favourable" : balance < 0 ? "adverse" : null
}

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
  const leaning = leaningOf(title) ?? leaningOf(more)
  if (leaning !== null) facets.add(leaning)
  if (leaning !== "favourable" && hits(content, hazard) > 0) facets.add("hazard")
  if (hits(content, outlook) > 0 || /\bby 20[2-9]\d\b|\bnext (?:year|quarter|month|decade)\b/i.test(text))
    facets.add("outlook")
  if (hits(content, development) > 0) facets.add("development")
  if (hits(content, trend) > 0) facets.add("trend")
  if (hits(content, competition) > 0) facets.add("competition")
  return facets
}

/** Which way a text says that things move; null when it says neither or both. */
export const directionOf = (text: string): "up" | "down" | null => {
  const stemmed = words(text).map(stem)
  const up = hits(stemmed, rising) > 0
  const down = hits(stemmed, falling) > 0
  return up === down ? null : up ? "up" : "down"
}

/** Whether a text denies something. */
export const isNegated = (text: string): boolean => words(text).map(stem).some(isNegation)

/**
 * What a report says about itself rather than about the market. A sentence of these words alone, without a number, a name
 * or a quotation, is no claim; none of them says how a market does.
 */
export const frame = stems(`
  report reports brief summary evidence source sources stored found find section sections list listed cited quote quotes piece pieces relevant
  background question decide decided decision recommendation weigh against read reading searches discussions topic news named name names says
  say speak speaks come comes first last recent newest latest earlier developments moves figures competitors competitor companies company trends
  risks opportunities strengths weaknesses drivers headwinds outlook points match look other others side sides both neither one rest rests only
  not no nothing together enough step small undone undo follow follows numbered number words word count judgement show shows taken direct
  directly then start answer account original originals begin end stand stands even wait`)
