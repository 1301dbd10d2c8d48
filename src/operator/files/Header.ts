/** No name of a column is longer. */
const longest = 100

/** `Market Cap (USD)`, `market_cap` and `market-cap` are one name. */
const plain = (header: string): string =>
  header
    .slice(0, longest)
    .toLowerCase()
    .replace(/[([][^()[\]]*[)\]]/g, " ")
    .replace(/[\s_.-]+/g, " ")
    .trim()

/**
 * The names of columns as people and other programs write them. A column that exports have and imports do not need has
 * the empty name; one that is unknown keeps its own.
 */
export const headerNames = (
  synonyms: Readonly<Record<string, ReadonlyArray<string>>>,
  ignored: ReadonlyArray<string> = []
): ((header: string) => string) => {
  const known = new Map(
    Object.entries(synonyms).flatMap(([column, all]) => [column, ...all].map((name) => [plain(name), column]))
  )
  for (const name of ignored) known.set(plain(name), "")
  return (header) => known.get(plain(header)) ?? header.trim().toLowerCase()
}
