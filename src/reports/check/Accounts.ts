import { stems } from "../../text/Words.ts"

/*
 * What an amount of money is to a company: revenue is no profit, and neither is a loss or a cost.
 */

const accounts = new Map<string, string>(
  Object.entries({
    revenue:
      "revenue revenues sales turnover umsatz umsatzes erlöse ventes ingresos ventas fatturato ricavi receita vendas",
    profit: "profit profits earnings ebit ebitda gewinn gewinns bénéfice bénéfices beneficio beneficios utile lucro",
    loss: "loss losses lost lose loses verlust verluste verlusts perte pertes pérdida pérdidas perdita perdite prejuízo",
    cost: "costs cost expenses spending kosten coûts dépenses costes gastos costi spese custos despesas"
  }).flatMap(([account, words]) => [...stems(words)].map((word) => [word, account] as const))
)

/** Which account words name; null where they name none, or several. */
export const accountIn = (words: Iterable<string>): string | null => {
  const found = new Set([...words].flatMap((word) => accounts.get(word) ?? []))
  return found.size === 1 ? [...found][0]! : null
}
