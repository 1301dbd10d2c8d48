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
    /subscri(?:be|ption|bers?)\b.{0,80}(?:continue|read|access|unlock|only|now)|(?:continue|keep) reading\b.{0,60}(?:subscri|sign|account)|already (?:a |have )?(?:subscriber|account)|(?:sign|log) ?in to (?:read|continue)|to (?:read|continue reading) (?:the (?:full|rest)|this)|for subscribers only|nur für abonnenten|jetzt (?:abonnieren|weiterlesen)|abonnés?\b.{0,40}(?:lire|réservé)|réservé aux abonnés|(?:exclusivo|solo) para (?:suscriptores|assinantes)|abbonati|会员|有料(?:会員|記事)|подпис(?:ка|чик)/i
}

/** The text of the whole page, cut short enough for the regular expressions above. */
const shownText = (document: Document): string =>
  (document.body?.textContent ?? "").slice(0, 60_000).replace(/\s+/gu, " ").trim().slice(0, 20_000)

/** The share of the page's text that is in links, and the number of links. */
const links = (document: Document): { readonly count: number; readonly share: number } => {
  let length = 0
  const anchors = document.querySelectorAll("a")
  for (const anchor of anchors) length += anchor.textContent?.trim().length ?? 0
  return { count: anchors.length, share: length / Math.max(1, document.body?.textContent?.trim().length ?? 1) }
}

/** A page of links to others, such as a front page, a section or a tag. */
const isIndex = ({ url }: Page, details: Details, shape: ReturnType<typeof links>, words: number): boolean => {
  if (details.isArticle) return false
  const { pathname } = new URL(url)
  if (pathname === "/" && shape.count >= 20) return true
  return shape.count >= 40 && shape.share > 0.4 && words < 4 * shape.count
}

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
  const says = (notice: RegExp): boolean =>
    notice.test(details.title) || (words < fewWords && notice.test(shown.slice(0, 2_000)))
  if (words < noticeWords && says(notices.missing)) return "missing"
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
