import { clean } from "../text/Text.ts"

/** Something that accounts follow, and that news is therefore searched for. */
export interface Interest {
  /** As the latest account to follow it has written it. */
  readonly text: string
  /**
   * The name of a competitor, which is looked for word by word in its order; or the niche of a report, whose words may
   * stand anywhere.
   */
  readonly kind: "competitor" | "niche"
  /** When an account last began to follow it. */
  readonly since: Date
}

/**
 * What a search is stored by: the same for every way of writing the text, so `ACME  Corp` and `Acme Corp` are one
 * search.
 */
export const searchTerm = (text: string): string => clean(text.normalize("NFKC")).toLowerCase()

/**
 * How many interests are searched for, over all accounts: at ten searches an hour each has its turn within half a day.
 */
export const maxInterests = 120

/** How many competitors, and how many niches, one account can put among them: nobody fills the list alone. */
export const maxInterestsOfAccount = 25
