import type { Figure } from "./SentenceFigures.ts"
import { stems } from "../../text/Words.ts"

/*
 * Whether a number counts people or things, and those who work somewhere or those who come and go. So many employees
 * are not as many shops, complaints or sales, nor are they those who are hired.
 */

const working = stems(
  "employee employees staff staffers work works workers jobs workforce personnel employ employs employed"
)

/** People whose names do not end like most of theirs. */
const people = stems(`
  people persons men women staff jobs posts positions places roles workforce personnel crew hands heads headcount colleagues nurses clerks guards chefs cooks
  pilots members graduates apprentices interns recruits temps specialists experts students residents agents mechanics attendants assistants professionals
  staffers hires youths teenagers children patients participants households experts professors partners couriers analysts vacancies openings redundancies
  layoffs cuts losses departures full-time part-time`)

/** Workers, fitters, inspectors, chemists, technicians, employees. */
const isPerson = (word: string): boolean => people.has(word) || /(?:er|or|ist|ian|ant|ee|man|men)s?$/.test(word)

/** Whether a claim counts by a number who works somewhere, and the evidence by the same only things. */
export const isOfThings = (claim: Figure, here: ReadonlyArray<Figure>): boolean => {
  // "The two factories employ" counts factories.
  const counted = claim.counts === null ? claim.counting : [claim.counts]
  const isOfStaff =
    counted.some((word) => working.has(word)) ||
    (counted.some((word) => people.has(word)) && [...claim.own].some((word) => working.has(word)))
  return (
    claim.kind === "number" &&
    isOfStaff &&
    here.every(
      ({ counting, counts, isTranslated, own }) =>
        counts !== null && !isTranslated && !counting.some(isPerson) && ![...own].some((word) => working.has(word))
    )
  )
}

const changing = stems(`
  hire hires hired hiring recruit recruits recruited recruiting add adds added adding create creates created creating cut cuts cutting shed sheds shedding
  dismiss dismisses dismissed sack sacks sacked axe axes axed lay lays laid redundant redundancies layoffs vacancies openings additional new more`)

/** What says that so many work somewhere, right before the number. */
const having =
  /\b(?:has|have|had|with|employ(?:s|ed|ing)?|(?:staff|workforce|headcount|team) (?:of|is|was|stands at))(?: (?:about|around|some|roughly|nearly|almost|over|just|only))? $/i
/** What is still to come may become so many: "is to have 140 employees". */
const future = /\b(?:will|would|shall|should|to|plans?|planned|expect(?:s|ed)?|once|when)\b/i
/** What says so stands no further away. */
const reach = 60

/** Whether a claim says that so many work somewhere, and the evidence only that so many are hired or go. */
export const isOfComingAndGoing = (text: string, claim: Figure, here: ReadonlyArray<Figure>): boolean => {
  const before = text.slice(Math.max(claim.part, claim.start - reach), claim.start)
  const isOfPeople = ({ counting, own }: Figure) =>
    [...counting, ...own].some((word) => working.has(word) || people.has(word))
  return (
    claim.kind === "number" &&
    having.test(before) &&
    !future.test(before) &&
    isOfPeople(claim) &&
    ![...claim.near].some((word) => changing.has(word)) &&
    here.every((its) => isOfPeople(its) && (its.role === "change" || [...its.near].some((word) => changing.has(word))))
  )
}
