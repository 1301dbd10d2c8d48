import { money, saidAs } from "../evidence/Facts.ts"
import { shortName } from "../evidence/Names.ts"
import { several } from "../check/Plural.ts"
import { add, days, type Kind, numberAt, numbers, type Row, row, sum, textAt, texts } from "./ExhibitKind.ts"

const amount = (value: number | null): number | null => (value === null ? null : saidAs(value))

/** The companies' numbers side by side. */
export const companyNumbers: Kind = {
  id: "companies",
  make: ({ market: { companies } }) => {
    const known = companies
      .filter(({ company, n }) => n !== null && (company.revenue !== null || company.market_cap !== null))
      .toSorted(
        (one, other) =>
          (other.company.revenue ?? -1) - (one.company.revenue ?? -1) ||
          (other.company.market_cap ?? -1) - (one.company.market_cap ?? -1)
      )
    const [currency, ...others] = new Set(known.map(({ company }) => company.currency))
    // Amounts of several currencies are not to be compared.
    if (currency === undefined || others.length > 0) return null
    return {
      title: "The companies side by side",
      description: `Stored figures of ${several(known.length, "company", "companies")} of the niche, in ${currency}, the highest revenue first; what is not known is left empty.`,
      chart: "bars",
      columns: [
        texts("Company"),
        numbers("Revenue", currency),
        days("Period to"),
        numbers("Market value", currency),
        texts("Ticker"),
        texts("Industry")
      ],
      rows: known.map(({ company, n }) =>
        row(
          n,
          company.name,
          amount(company.revenue),
          company.revenue === null ? null : company.revenue_period_end,
          amount(company.market_cap),
          company.ticker,
          company.industry
        )
      )
    }
  },
  tell: ({ columns, rows }) => {
    const currency = columns[1]?.unit ?? "USD"
    const highest = (column: number): Row | undefined =>
      rows
        .filter((row) => numberAt(row, column) !== null)
        .toSorted((one, other) => numberAt(other, column)! - numberAt(one, column)!)[0]
    const named = (row: Row) => shortName(textAt(row, 0))
    if (rows.length < 2) return []
    return (["Revenue", "Market value"] as const).flatMap((name) => {
      const column = columns.findIndex((one) => one.name === name)
      const first = highest(column)
      const compared = rows.filter((row) => numberAt(row, column) !== null).length
      if (first === undefined || compared < 2) return []
      const said = money(numberAt(first, column)!, currency)
      const period = name === "Revenue" && textAt(first, 2) !== "" ? ` in the period to ${textAt(first, 2)}` : ""
      const text = `Highest ${name.toLowerCase()} of the ${several(compared, "company", "companies")} compared: ${named(first)} with ${said}${period}.`
      return [name === "Revenue" ? sum(text, first) : add(text, first)]
    })
  },
  counted: []
}
