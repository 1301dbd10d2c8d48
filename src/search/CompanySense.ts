import { type Named, namesOf } from "../domain/Competitor.ts"
import { isOn, registeredLabel, siteOf } from "../text/Domain.ts"
import { hostnameOf } from "../text/Host.ts"
import { runs, singular } from "../text/Words.ts"
import { isCompound, isEveryday } from "./CommonNames.ts"
import { fold, isStopWord } from "./Languages.ts"

const runsOf = (text: string): ReadonlyArray<string> => Array.from(runs(text), ([run]) => run)

/*
 * Whether a text means the company that is called by an everyday word: Target, Orange, Square. A capital says little in
 * headlines and where sentences begin. So such a name counts only with something of the company near it: what companies
 * do or have right beside the name, its legal form, its ticker, its domain, or words of its industry. Where all
 * mentions have another sense (Orange County, Tahrir Square), only what nobody else has tells that the company is meant
 * too: its site, or its ticker as exchanges write it.
 */

/** A text as it is published. */
export interface SensedText {
  readonly title: string
  readonly snippet: string
  readonly url?: string
}

/** A text whose first line is its title. */
export const sensed = (text: string): SensedText => {
  const end = text.indexOf("\n")
  return end < 0 ? { title: text, snippet: "" } : { title: text.slice(0, end), snippet: text.slice(end + 1) }
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ""))

/** What companies do, right behind their names, in the languages of the lexicon. */
const doing = setOf(`
  acquires acquired acquiring climbs fell falls grew grows jumped jumps plunges rises rose sinks slumps soars adds
  added agrees agreed aims announces announced appoints appointed asks asked backs backed bans beats beat begins bets
  bought brings bringing builds building buys buying cancels cancelled canceled closes closed confirms confirmed
  considers cuts cutting debuts delays denies dropped drops earned earns employs ends expands expanded expands expects
  expected faces faced files filed fined fires fired forecasts gains gets gives hires hired hikes hits intends
  introduces introduced invests invested joins joined keeps kills laid launches launched launching lays lets letting
  loses lost made makes making misses moves names named needs offers offered opened opens opening operates orders
  outlines overtakes owns paid partners pauses pays plans planned posts posted profits promises pulls pushes puts
  raises raised reached reaches recalls recalled records reduces refuses rejects releases released removes reported
  reports responds retires reveals revealed rolls runs said saw says scraps seeks sees sells selling sells sent sets
  settles settled shares shuts signs signed slashes sold spends spent spins starts started stops struck sued sues
  suspends takes taking tells tested testing tests took topped tops touts trims tries tumbled turns unveils unveiled
  updates updated uses using wants warns warned wins won baut beginnt bestätigt bietet bringt eröffnet erhöht erwartet
  gewinnt investiert kauft klagt kündigt legt liefert macht meldet plant schließt senkt setzt sieht startet steigert
  stellt streicht teilte testet übernimmt verdient verkauft verklagt verliert veröffentlicht verfehlt weist betreibt
  versucht warnt zahlt zeigt entlässt achète annonce annoncé augmente dévoile investit lance licencie mise ouvre perd
  pourrait prévoit propose publie rachète réduit signe supprime vend veut abre acusa adquiere amplía anuncia anunció
  compra despide gana invierte invertirá lanza lanzó pierde planea presenta presentó prevé recorta reduce sube vende
  quiere abriu anunciou compra comprou demite investe investirá lança lançou perde planeja reduz vai vende acquista
  annuncia apre compra investe lancia licenzia perde presenta punta riduce taglia vende vuole bouwt investeert komt
  koopt lanceert meldt moet opent schrapt sluit verkoopt verlaagt verliest waarschuwt zegt anmäler bygger investerar
  köper lanserar meddelar planerar satsar säljer säger sänker stänger varnar öppnar анонсировала анонсировал купил
  купила объявил объявила открыл открыла откроет планирует представил представила продаст продала продал запустил
  запустила сообщил сообщила увеличил увеличила уволит подала подал инвестирует
`)

/** Whether a word right behind a name says what companies do. */
export const isDoing = (word: string): boolean => doing.has(word)

/** What is said of anything: it tells a company only where the capital already tells a name. */
const being = setOf(`
  is was has have had will would may might can could should does did needs wants hat hatte wird will kann muss soll a
  est va peut es ha tiene va puede é tem vai pode è può heeft is wordt wil kan är har vill kan
`)

/** What companies are going to do: Apple to build a factory. */
const planned = setOf(`
  acquire add appoint bring build buy close create cut delay double drop end expand float hike hire increase invest
  join launch lay list make merge offer open pay phase produce raise recall release relocate replace scrap sell settle
  shut slash spend spin split start stop sue supply test use
`)

/** What is done to companies, right before their names: buys Block. */
const done = setOf(`
  acquire acquires acquired acquiring buy buys bought buying fines fined joins joined leaves sue sues sued suing
  versus vs kauft übernimmt verklagt rachète compra acquista koopt köper купил купила
`)

/** Companies that are in the news so often that a name beside theirs in a list is one, too. */
const wellKnown = setOf(`
  adidas aldi amazon apple alibaba amd bmw boeing bp disney ebay exxon exxonmobil facebook google ibm ikea instagram
  intel kroger lidl lyft mastercard mcdonald microsoft netflix nike nintendo nokia nvidia palantir paypal pepsi
  pinterest qualcomm samsung sony spotify starbucks telefónica tesla tiktok toyota twitch twitter uber verizon
  vodafone volkswagen walmart whatsapp xiaomi youtube
`)

const listing = setOf("and or und oder et ou y o e ed och en и или")

/** What companies have: `Apple shares`, `Target's quarterly results`, `shares of Square`. */
const having = setOf(`
  acquisition app apps bosses boss branches ceo cfo chairman chief cofounder coo cto customer customers data dividend
  earnings employee employees executive executives factories factory founder guidance headquarters investor investors
  ipo layoffs loss losses margins merger network outlook owner owners plant plants platform president product products
  profit profits quarterly results revenue revenues sales share shareholder shareholders shares shop shops spokesman
  spokesperson spokeswoman staff stake stock stocks store stores subsidiary supplier suppliers takeover unit valuation
  vice warehouse warehouses worker workers aktie aktien aktionäre chef chefin filialen geschäftsführer gewinn konzern
  kunden mitarbeiter quartal umsatz verlust vorstand vorstandschef action actions actionnaires bénéfice bénéfices
  clients directeur patron pdg salariés ventes chiffre filiale acciones accionistas beneficio beneficios clientes
  ganancias ingresos presidente ventas filial consejero empleados ações acionistas lucro lucros receita vendas
  funcionários azioni azionisti dipendenti utile utili ricavi vendite amministratore aandeel aandelen omzet winst
  topman werknemers aktier omsättning vinst vd акции акций выручка прибыль глава гендиректор
`)

/** English words for companies by what they do: the oil giant Shell. */
export const trades = setOf(`
  airline automaker bank brewer builder carmaker carrier chain chipmaker company conglomerate developer distributor
  fintech firm giant grocer group installer insurer lender maker manufacturer miner multinational operator producer
  provider publisher retailer startup supermarket supplier telco titan unicorn utility
`)

/** Words right before a name that make it a company's: trades, relations to others, and the same in other languages. */
const kinds = trades.union(
  setOf(`
    app brand competitor owner platform rival rivals subsidiary konzern anbieter betreiber hersteller riese rivale
    tochter unternehmen opérateur géant groupe entreprise société filiale constructeur distributeur operadora empresa
    gigante compañía grupo operador fabricante rival azienda colosso gruppo operatore società bedrijf concern bolaget
    företaget jätten компания компании оператор ритейлер
  `)
)

/** Words between what a company has and its name: shares of Apple, chief executive at Square. */
const joining = setOf("of at in for von bei der de d du des chez di da do dell van bij av hos")

const legalForms = setOf(`
  inc incorporated corp corporation co company ltd limited llc plc ag se sa nv ab asa oyj gmbh group groupe holdings
  spa kgaa kg bv srl sl
`)

const exchanges = String.raw`(?:nyse|nasdaq|lse|etr|epa|tsx|asx|bme|bit|otc\w{0,9}|euronext|fra|xetra|hkg|hkex)(?: \w{1,20})?\s?:`
const exchange = new RegExp(String.raw`^[\s,]*\(${exchanges}`, "i")

const exchangeAnywhere = new RegExp(String.raw`\b${exchanges}\s?`, "gi")

/** How a text may write a ticker. */
interface Ticker {
  /** As nobody writes anything else: `$SQ`, `NYSE: SQ`. */
  readonly isListed: (text: string) => boolean
  /** In brackets alone, as any abbreviation is: `(SQ)`. One letter says nothing. */
  readonly inBrackets: RegExp | null
}

const tickerOf = (ticker: string): Ticker => {
  const own = RegExp.escape(ticker)
  const ends = String.raw`(?![\p{L}\p{N}])`
  const alone = new RegExp(String.raw`(?:\$${own}|:\s?${own}(?=\)))${ends}`, "u")
  const listed = new RegExp(`${own}${ends}`, "uy")
  return {
    isListed: (text) =>
      alone.test(text) ||
      // Of exchanges case does not matter, of tickers it does.
      Array.from(text.matchAll(exchangeAnywhere)).some(({ 0: { length }, index }) => {
        listed.lastIndex = index + length
        return listed.test(text)
      }),
    inBrackets: ticker.length > 1 ? new RegExp(String.raw`\(${own}\)`, "u") : null
  }
}

interface Token {
  readonly word: string
  readonly lower: string
  readonly at: number
  /** What stands between the word before and this one. */
  readonly gap: string
}

const tokensOf = (text: string): ReadonlyArray<Token> => {
  let end = 0
  return [...runs(text)].map(({ 0: word, index }) => {
    const gap = text.slice(end, index)
    end = index + word.length
    return { word, lower: word.toLowerCase(), at: index, gap }
  })
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word)
const isUpper = (word: string): boolean => word.length > 1 && word === word.toUpperCase() && /\p{Lu}/u.test(word)

/** Between words that belong together. */
const isBeside = (gap: string): boolean => gap.length <= 3 && /^[\s‑-]+$/.test(gap)
const isPossessive = ({ gap, lower }: Token): boolean => lower === "s" && /^['’]$/.test(gap)
/** Before the first word of a sentence, or of what is quoted or set apart. */
const isStart = (gap: string): boolean => gap === "" || /[.!?:;"“”„«»‘|–—\n•]/.test(gap)

/** The languages whose small words are no names: those of the lists above. */
const languages = ["en", "de", "fr", "es", "pt", "it", "nl", "sv", "ru"]

const isSmall = (word: string): boolean => languages.some((language) => isStopWord(fold(word), language))

/** The share of words with a capital from which on capitals say nothing, words of few letters aside. */
const ofTitleCase = 0.7
const fewLetters = 3

const isTitleCase = (tokens: ReadonlyArray<Token>): boolean => {
  const long = tokens.filter(({ lower, word }) => word.length > fewLetters && /\p{L}/u.test(word) && !isSmall(lower))
  return long.length > 0 && long.filter(({ word }) => isCapital(word)).length >= ofTitleCase * long.length
}

/** Whether a name is one word that texts also use otherwise. */
export const isCommonName = (name: string): boolean => {
  const [word, ...more] = runsOf(name)
  if (word === undefined || more.length > 0) return false
  const lower = word.toLowerCase()
  return isEveryday(lower) || isStopWord(fold(lower), "en")
}

/** Words as they are compared, in a row. */
const rowOf = (text: string): string => ` ${runsOf(text.toLowerCase()).map(singular).join(" ")} `

/** Words of the industry: so many of them, or one in the title beside a name. */
const leastTrade = 2

/** How far behind a possessive the company's thing may stand: Target's third-quarter results. */
const farthest = 3

/** What a mention says: another sense, a word that begins a sentence, a name, or that it is the company. */
type Sense = "other" | "start" | "inside" | "told"

/** Whether a well-known company is beside the name in a list. */
const isListed = (tokens: ReadonlyArray<Token>, n: number): boolean => {
  const isKnown = ({ lower, word }: Token) => isCapital(word) && wellKnown.has(lower)
  const isLink = (gap: string) => /^[\s,/]+$/.test(gap)
  return [-1, 1].some((way) => {
    const [near, far] = [tokens[n + way], tokens[n + 2 * way]]
    const gapOf = (at: number) => tokens[way < 0 ? at + 1 : at]!.gap
    if (near === undefined || !isLink(gapOf(n + way))) return false
    if (isKnown(near)) return /[,/]/.test(gapOf(n + way))
    return far !== undefined && listing.has(near.lower) && isLink(gapOf(n + 2 * way)) && isKnown(far)
  })
}

/** A function that tells whether a text means a company by those of its names that are everyday words. */
export const senseOf = (company: Named): ((text: SensedText) => boolean) => {
  const common = new Set(
    namesOf(company)
      .filter(isCommonName)
      .flatMap((name) => runsOf(name.toLowerCase()))
  )
  if (common.size === 0) return () => false
  const capitals = new Set(namesOf(company).filter(isUpper))
  const { domain, trade = [] } = company
  const ticker = company.ticker ? tickerOf(company.ticker) : null
  const site = domain === undefined ? null : siteOf(domain)
  const label = site === null ? null : registeredLabel(site.host)
  const rows = new Set(trade.map(rowOf).filter((row) => row.trim() !== "" && !common.has(row.trim())))
  const ofTrade = (part: string): ReadonlySet<string> => {
    const whole = rowOf(part)
    return new Set([...rows].filter((row) => whole.includes(row)))
  }

  const senseOf = (text: string, tokens: ReadonlyArray<Token>, n: number, titled: boolean): Sense => {
    const own = tokens[n]!
    const before = n > 0 && isBeside(own.gap) ? tokens[n - 1] : undefined
    const possessive = tokens[n + 1] !== undefined && isPossessive(tokens[n + 1]!)
    const at = possessive ? n + 2 : n + 1
    const after = tokens[at] !== undefined && isBeside(tokens[at].gap) ? tokens[at] : undefined
    const kindBefore =
      before !== undefined && (kinds.has(before.lower) || having.has(before.lower) || kinds.has(singular(before.lower)))
    if (before !== undefined && isCompound(own.lower, before.lower, true)) return "other"
    if (after !== undefined && !possessive && isCompound(own.lower, after.lower, false)) return "other"
    // In a name of several words: Tahrir Square, Orange County.
    const partOfName = (other: Token | undefined): boolean =>
      other !== undefined && !titled && isCapital(other.word) && !isSmall(other.lower) && !isUpper(other.word)
    if (partOfName(before) && !kindBefore && !doing.has(before!.lower)) return "other"
    const isForm =
      after !== undefined &&
      !possessive &&
      legalForms.has(after.lower) &&
      (isCapital(after.word) || after.lower === "plc")
    const behind = text.slice(own.at + own.word.length, own.at + 60).trimStart()
    const isTicker = ticker?.inBrackets?.exec(behind)?.index === 0
    if (isForm || isTicker || (own.word.length > 1 && exchange.test(behind))) return "told"
    const follows = after !== undefined && !possessive && (doing.has(after.lower) || having.has(after.lower))
    const isPlanned = after?.lower === "to" && planned.has(tokens[at + 1]?.lower ?? "")
    if (follows || isPlanned) return "told"
    // St Peter's Square.
    if (before !== undefined && isPossessive(before) && !titled) return "other"
    const joinsName = after?.gap === "-" || rows.has(rowOf(`${own.word} ${after?.word}`))
    if (partOfName(after) && !possessive && !joinsName) return "other"
    if (possessive && tokens.slice(at, at + farthest).some(({ lower }) => having.has(lower))) return "told"
    if (kindBefore && !(isCapital(before!.word) && isStart(before!.gap))) return "told"
    const [what, join] = [tokens[n - 2], tokens[n - 1]]
    if (what !== undefined && join !== undefined && joining.has(join.lower) && having.has(what.lower)) return "told"
    if (isListed(tokens, n)) return "told"
    if (titled) return possessive ? "start" : "other"
    if (isStart(own.gap)) return !possessive ? "start" : partOfName(after) ? "told" : "inside"
    // Inside of a sentence a capital tells a name, and MAN is no man.
    const acts = after !== undefined && (possessive || being.has(after.lower))
    return acts || capitals.has(own.word) || (before !== undefined && done.has(before.lower)) ? "told" : "inside"
  }

  // In another country: target.com.au.
  const isOwnAddress = (host: string): boolean => label !== null && registeredLabel(host) === label

  return ({ snippet, title, url }) => {
    const parts = [title, snippet].map((text, n) => {
      const tokens = tokensOf(text)
      const at = tokens.flatMap(({ lower, word }, at) => (common.has(lower) && isCapital(word) ? [at] : []))
      const titled = n === 0 && at.length > 0 && isTitleCase(tokens.filter(({ lower }) => !common.has(lower)))
      return { text, written: at.length > 0, senses: at.map((at) => senseOf(text, tokens, at, titled)) }
    })
    const senses = parts.flatMap((part) => part.senses)
    if (senses.includes("told")) return true
    if (!parts.some(({ written }) => written)) return false
    const both = `${title}\n${snippet}`
    if (ticker?.isListed(both) === true) return true
    const host = url === undefined ? null : hostnameOf(url)
    if (site !== null && url !== undefined && (isOn(url, site) || (host !== null && isOwnAddress(host)))) return true
    if (domain !== undefined && both.toLowerCase().includes(site!.host)) return true
    if (senses.every((sense) => sense === "other")) return false
    if (ticker?.inBrackets?.test(both) === true) return true
    return (senses.includes("inside") && ofTrade(title).size > 0) || ofTrade(both).size >= leastTrade
  }
}
