import { spacedNumbers } from "../../text/SpacedNumbers.ts"

/*
 * Numbers whose thousands are grouped by spaces or apostrophes: 4 200 and 4'200. After a name, or a word such as "top",
 * the same digits may be two numbers: Boeing 737 800, the top 10 200 shops. Three groups are always one number.
 */

/** Words after which a number says which one is meant. */
const numbering =
  "top|no|nr|number|page|chapter|article|section|paragraph|table|step|item|route|line|flight|bus|gate|room|floor|platform|level|stage|phase|" +
  "group|class|grade|size|type|model|series|version|question|week|day|aged?"

/** Words that may open a sentence before a count. Any other word with a capital may be a name. */
const opening =
  "A|An|The|All|About|Around|Some|Over|Nearly|Almost|Roughly|Only|Another|These|Those|Rund|Etwa|Über|Fast|Knapp|Die|" +
  "Environ|Quelque|Les|Ces|Près de|Plus de|Au|Los|Las|Unos|Unas|Casi|Circa|Oltre|Quasi|Gli|Le|Cerca|Os|As"

/** The text before a number that is certainly not part of a name. */
const before = new RegExp(
  String.raw`(?:^|[\n"“„«(\[]|[.!?,;:–] |[$€£¥] ?|(?<![\p{L}’'-])(?!(?:${numbering}) )\p{Ll}[\p{L}’'-]* |(?<!\p{L})(?:${opening}) )$`,
  "u"
)

/** How many characters before a number are looked at. */
const near = 40

const apostrophes = /(?<![\p{L}\p{N}.,'’])[1-9]\d{0,2}(?:['’]\d{3})+(?![\p{L}\p{N}]|[.,'’]\d)/gu

/** The text with commas in such numbers (4,200). Its length stays the same. */
export const withCommas = (text: string): string => {
  let read = ""
  let at = 0
  for (const { 0: number, index } of spacedNumbers(text)) {
    const isCertain = number.length > 7 || before.test(text.slice(Math.max(0, index - near), index))
    if (!isCertain) continue
    read += text.slice(at, index) + number.replace(/\D/g, ",")
    at = index + number.length
  }
  return (read + text.slice(at)).replace(apostrophes, (number) => number.replace(/\D/g, ","))
}
