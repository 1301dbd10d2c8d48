import type { AccountId } from "../../domain/Account.ts"
import { type Interest, maxInterestsOfAccount } from "../../domain/Interest.ts"

/**
 * What a memory layer holds of interests, oldest first: of each account the latest, each text once, the latest first.
 */
export const latestOf = (
  kind: Interest["kind"],
  rows: ReadonlyArray<{ readonly account: AccountId; readonly text: string; readonly since: Date }>,
  limit: number
): ReadonlyArray<Interest> => {
  const counts = new Map<AccountId, number>()
  const latest = new Map<string, Date>()
  for (const { account, since, text } of rows.toReversed()) {
    const count = (counts.get(account) ?? 0) + 1
    counts.set(account, count)
    if (count <= maxInterestsOfAccount && !latest.has(text)) latest.set(text, since)
  }
  return [...latest]
    .map(([text, since]) => ({ text, kind, since }))
    .sort((one, other) => other.since.getTime() - one.since.getTime() || (one.text < other.text ? -1 : 1))
    .slice(0, limit)
}
