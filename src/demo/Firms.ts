import type { NewCompany } from "../domain/Company.ts"
import type { CalendarDate } from "../domain/Timestamp.ts"

/** A listed company of the demo. Money is in millions of US dollars; null is unknown, as it is for many real ones. */
export interface Firm {
  /** Above every number that SEC has given out. */
  readonly cik: number
  readonly tickers: ReadonlyArray<string>
  readonly name: string
  readonly industry: string | null
  readonly revenue: number | null
  readonly marketCap: number | null
}

const firm = (
  cik: number,
  tickers: string,
  name: string,
  industry: string | null,
  revenue: number | null,
  marketCap: number | null
): Firm => ({ cik, tickers: tickers.split(" "), name, industry, revenue, marketCap })

/** The largest first, as in SEC's own file. */
export const firms: ReadonlyArray<Firm> = [
  firm(9_990_000_118, "TSLNQX", "Tessellon Semiconductor Corp.", "Semiconductors for on-device AI", 6_140, 48_200),
  firm(9_990_000_215, "SNHVX SNHVX-A", "Sunhaven Electronics Ltd", "Consumer electronics", 31_870, 41_500),
  firm(9_990_000_307, "MRWGX", "MARROWGATE FOUNDRY N.V.", "Contract manufacturing of AI chips", 11_360, 29_900),
  firm(9_990_000_412, "NMBRX", "Nimbrel Devices, Inc.", "Semiconductors for on-device AI", 1_940, 12_700),
  firm(9_990_000_509, "CSTGX", "Castlegate Markets plc", "Grocery stores", 18_450, 9_800),
  firm(9_990_000_611, "HRTLX", "Hearthloop Inc.", "Heat pumps and heating equipment", 2_610, 7_350),
  firm(9_990_000_702, "LRKFX LRKFX-P", "LARKFOLD DAIRIES INC", "Dairy products", 5_220, 6_100),
  firm(9_990_000_816, "VLTMX", "Voltmarsh Networks, Inc.", "Electric vehicle charging networks", 744, 4_480),
  firm(9_990_000_903, "ISBKX", "Isbrook Compressors A/S", "Compressors for heat pumps", 1_780, 3_960),
  firm(9_990_001_007, "WTMHX", "Wattmühle SE", "Electric vehicle charging networks", 512, 2_150),
  firm(9_990_001_114, "MDWPX", "Meadowpour Foods Inc.", "Oat milk and plant-based drinks", 781, 1_920),
  firm(9_990_001_201, "AMPRX", "AMPERLY CORP", "Electric vehicle charging equipment", 455, 1_340),
  firm(9_990_001_318, "HVRLX", "Haverlund AB", "Oat milk and plant-based drinks", 842, 1_110),
  firm(9_990_001_402, "WRMFX WRMFX-B", "Wärmefeld AG", "Heat pumps and heating equipment", 1_420, 870),
  firm(9_990_001_509, "KRBWX", "Kerbwell plc", "Electric vehicle charging networks", 96, 540),
  firm(9_990_001_611, "CNDMX", "CINDERMOOR PLC", "Installation of heat pumps", 388, 210),
  firm(9_990_001_704, "SKRVX", "Skarvlade ASA", "Electric vehicle charging networks", null, 185),
  firm(9_990_001_803, "BLWRX", "Bellwarren Coffee Co.", null, null, null),
  firm(9_990_001_912, "PNYFX", "Pennyfold Stores Group, Inc. /DE/", null, null, null)
]

const millions = (amount: number | null): number | null => (amount === null ? null : amount * 1_000_000)

/** What is known of the firms beside name and ticker, as of the last full year before `start`. */
export const profiles = (start: Date): ReadonlyArray<NewCompany> =>
  firms.map(({ cik, industry, marketCap, name, revenue, tickers }) => ({
    key: `cik:${cik}`,
    name,
    tickers,
    industry,
    revenue: millions(revenue),
    market_cap: millions(marketCap),
    revenue_period_end: revenue === null ? null : (`${start.getUTCFullYear() - 1}-12-31` as CalendarDate),
    source_url: null
  }))
