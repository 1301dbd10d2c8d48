import type { NewCompany } from "../../src/domain/Company.ts"
import { seeded } from "./Generate.ts"

/** One letter of the word missing, doubled, mistyped or swapped with its neighbour. */
const misspelt = (word: string, random: () => number): string => {
  const at = 1 + Math.floor(random() * (word.length - 2))
  const [before, letter, next, after] = [word.slice(0, at), word[at]!, word[at + 1]!, word.slice(at + 2)]
  return [
    before + next + after,
    before + letter + letter + next + after,
    `${before}q${next}${after}`,
    before + next + letter + after
  ][Math.floor(random() * 4)]!
}

const kinds: ReadonlyArray<(company: NewCompany, random: () => number) => string> = [
  ({ tickers }) => tickers[0]!,
  ({ tickers }, random) => tickers[0]!.slice(0, 1 + Math.floor(random() * 3)).toLowerCase(),
  ({ name }) => name,
  ({ name }, random) => name.slice(0, 1 + Math.floor(random() * 6)),
  ({ name }, random) => name.slice(0, 3 + Math.floor(random() * 8)),
  ({ name }) => name.split(" ")[0]!,
  ({ name }) => name.split(" ").slice(0, 2).toReversed().join(" "),
  ({ name }, random) => misspelt(name.split(" ")[0]!, random),
  ({ name }, random) => [misspelt(name.split(" ")[0]!, random), ...name.split(" ").slice(1)].join(" "),
  ({ name }) => name.split(" ")[1] ?? name,
  ({ industry }) => industry ?? "gold",
  ({ industry }) => (industry ?? "motor vehicles").split(/[^A-Za-z]+/).at(-1)!
]

/** What people type, of every kind alike. */
export const questions = (companies: ReadonlyArray<NewCompany>, count: number): ReadonlyArray<string> => {
  const random = seeded(7)
  return Array.from({ length: count }, (_, n) =>
    kinds[n % kinds.length]!(companies[Math.floor(random() * companies.length)]!, random).slice(0, 100)
  )
}
