import type { Article, PageInput, PageState } from "./Article.ts"
import { type Details, detailsOf } from "./PageDetails.ts"
import { mainText, wordCount } from "./MainText.ts"
import { type Page, readPage } from "./Page.ts"

/** A text with fewer words is not an article, but the remains of a page without one. */
const fewWords = 40

/** A short page may be a notice; one with more words is always read as an article. */
const noticeWords = 150

/** The free beginning of a paid text seldom has more words. */
const stubWords = 250

/**
 * Notices that pages show instead of an article, in the languages of most sources. They are looked for in titles and
 * short texts.
 */
const notices: Readonly<Record<"missing" | "consent" | "paywall", RegExp>> = {
  missing:
    /\b(?:404|410)\b|not found|page (?:can(?:no|')t|could not) be found|no longer (?:available|exists?)|does(?:n[’']t| not) exist|nicht gefunden|existiert nicht|introuvable|n[’']existe (?:pas|plus)|no (?:se )?encontrad[ao]|no existe|non trovata|não encontrad[ao]|niet gevonden|nie znaleziono|не найден|没有找到|页面不存在|見つかりません|찾을 수 없/i,
  consent:
    /before you continue|we value your privacy|(?:accept|manage) (?:all )?cookies|cookie (?:consent|settings|policy)|gdpr|are you (?:a )?(?:human|robot)|not a robot|verify (?:that )?you are human|checking your browser|enable (?:javascript|cookies)|access (?:to this page has been )?denied|unusual traffic|captcha|datenschutz-?einstellungen|zustimm\w{0,8}|accepter (?:les|et)|aceptar (?:las )?cookies|согласи\w{0,5} на|同意/i,
  paywall:
    /subscri(?:be|ption|bers?)\b.{0,80}(?:continue|read|access|unlock|only|now)|(?:continue|keep) reading\b.{0,60}(?:subscri|sign|account)|already (?:a |have )?(?:subscriber|account)|(?:sign|log) ?in to (?:read|continue)|to (?:read|continue reading) (?:the (?:full|rest)|this)|for subscribers only|nur für abonnenten|jetzt (?:abonnieren|weiterlesen)|abonnés?\b.{0,40}(?:lire|réservé)|réservé aux abonnés|(?:reached|used(?: up)?|read) (?:all )?(?:of )?(?:your|the)\b.{0,30}\b(?:free|limit|articles)|free (?:articles?|stories) (?:left|remaining|this month)|(?:kostenlose|freie)[nr]? artikel|articles gratuits|art[ií]culos grat(?:is|uitos)|artigos gr[aá]tis|artigos gratuitos|articoli gratuiti|gratis artikelen|(?:exclusivo|solo) para (?:suscriptores|assinantes)|abbonati|会员|有料(?:会員|記事)|подпис(?:ка|чик)/i
}

/** How a page begins that is not there any more, or whose whole site is for sale, whatever else it then recommends. */
const goneAtOnce =
  /\b(?:page|article|story|content|link|post|video)\b[^.!?]{0,60}(?:no longer (?:available|exists?|online)|(?:not|n[’']t) be found|not found|(?:been|was) (?:removed|deleted)|does(?:n[’']t| not) exist|has expired)|(?:seite|artikel|beitrag|inhalt)\b[^.!?]{0,60}(?:nicht (?:mehr|gefunden)|gelöscht|existiert nicht)|(?:page|article|contenu)\b[^.!?]{0,60}(?:introuvable|n[’']existe (?:pas|plus)|n[’']est plus)|(?:página|artículo|noticia|artigo|notícia)\b[^.!?]{0,60}(?:no existe|não existe|encontrad|ya no est|disponible|disponível)|(?:pagina|articolo)\b[^.!?]{0,60}(?:non (?:è|esiste|trovat)|niet)|(?:domain|website|site)(?: names?)?\b[^.!?]{0,60}(?:is|are|may be|might be) (?:available )?for sale|(?:buy|acquire|purchase) this domain|domain (?:is|was) parked|domain\b[^.!?]{0,40}(?:zu verkaufen|zum verkauf|kaufen)|domaine\b[^.!?]{0,40}à vendre|domini[oe]\b[^.!?]{0,40}(?:en|in|à) (?:venta|vendita|venda)|домен[^.!?]{0,40}прода/i

/** Where such a notice stands, in code units of the text. */
const beginning = 250

/** More words in one part of a title are a headline, which may be about pages that are not found. */
const titleWords = 5

/** Links that lead from a teaser to its page, in the languages of most sources. */
const teaserLink =
  /^\P{L}{0,5}(?:(?:read|learn|see|view|show) more|(?:read|continue|keep) reading|read (?:on|full|the|article|story)|weiterlesen|(?:mehr|weiter) (?:lesen|erfahren)|lire (?:la suite|plus)|en savoir plus|(?:leer|ver|saber) más|(?:seguir|sigue) leyendo|(?:ler|leia|saiba) mais|leggi (?:tutto|di più)|lees (?:meer|verder)|(?:czytaj|dowiedz się) (?:więcej|dalej)|(?:читать|узнать) (?:далее|дальше|больше|полностью)|подробнее|続きを読む|阅读更多|阅读全文|더 ?(?:보기|읽기))/iu

/** A page of so many teasers, each with fewer words than this, is a list of them. */
const teasers = { least: 10, words: 50 }

/** The text of the whole page, cut short enough for the regular expressions above. */
const shownText = (document: Document): string =>
  (document.body?.textContent ?? "").slice(0, 60_000).replace(/\s+/gu, " ").trim().slice(0, 20_000)

/** The share of the page's text that is in links, the number of links, and how many of them are a teaser's. */
const links = (document: Document): { readonly count: number; readonly share: number; readonly teasers: number } => {
  let length = 0
  let teasers = 0
  const anchors = document.querySelectorAll("a")
  for (const anchor of anchors) {
    const text = anchor.textContent?.trim() ?? ""
    length += text.length
    if (text.length <= 200 && teaserLink.test(text)) teasers++
  }
  const all = document.body?.textContent?.trim().length ?? 1
  return { count: anchors.length, share: length / Math.max(1, all), teasers }
}

/** A page of links to others, such as a front page, a section or a tag. */
const isIndex = ({ url }: Page, details: Details, shape: ReturnType<typeof links>, words: number): boolean => {
  if (details.isArticle) return false
  const { pathname } = new URL(url)
  if (pathname === "/" && shape.count >= 20) return true
  if (shape.teasers >= teasers.least && words < teasers.words * shape.teasers) return true
  return shape.count >= 40 && shape.share > 0.4 && words < 4 * shape.count
}

/** Whether a part of the title is such a notice, and not a headline that has its words. */
const isTitled = (notice: RegExp, title: string): boolean =>
  title.split(/\s[|–—·:-]+\s/u).some((part) => notice.test(part) && wordCount(part) <= titleWords)

/** Whether about every fourth sentence is such a notice: an article that mentions cookies once is not a wall. */
const isAbout = (notice: RegExp, text: string, words: number): boolean => (text.split(notice).length - 1) * 50 > words

const stateOf = (
  page: Page,
  details: Details,
  text: string,
  shown: string,
  shape: ReturnType<typeof links>
): PageState => {
  const words = wordCount(text)
  const isRemains = words < fewWords
  const says = (notice: RegExp): boolean =>
    notice.test(details.title) || (isRemains && notice.test(shown.slice(0, 2_000)))
  if (isRemains && says(notices.missing)) return "missing"
  if (words < noticeWords && isTitled(notices.missing, details.title)) return "missing"
  if (words < stubWords && !details.isArticle && goneAtOnce.test(text.slice(0, beginning))) return "missing"
  if (words < noticeWords && !details.isArticle && (says(notices.consent) || isAbout(notices.consent, text, words)))
    return "consent"
  if (
    words < stubWords &&
    (details.isFree === false || notices.paywall.test(`${text.slice(-600)}\n${shown.slice(-4_000)}`))
  ) {
    if (details.isFree === false || words < noticeWords) return "paywall"
  }
  if (isIndex(page, details, shape, words)) return "index"
  return words < fewWords ? "empty" : "read"
}

/** What a page says, read in this thread. Throws a PageRefused; any other error means that the page cannot be read. */
export const readArticle = (input: PageInput): Article => {
  const page = readPage(input)
  const details = detailsOf(page)
  const shown = shownText(page.document)
  const shape = links(page.document)
  const text = mainText(page.document)
  const state = stateOf(page, details, text, shown, shape)
  const { author, language, published_at, title } = details
  return { state, text: state === "read" || state === "paywall" ? text : "", title, author, published_at, language }
}
