import { Effect } from "effect"
import type { AccountId } from "../domain/Account.ts"
import { validationError } from "../domain/ValidationError.ts"
import type { WatchSubject } from "../domain/Watch.ts"
import { IngestControl } from "../ports/IngestControl.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { Competitors } from "../storage/companies/Competitors.ts"
import { TrackedKeywords } from "../storage/keywords/TrackedKeywords.ts"
import { canMatch, ruleOf } from "./Rule.ts"

/** Checks that what a subject names exists and is the account's, and that its words can match something. */
export const check = Effect.fnUntraced(function* (account: AccountId, subject: WatchSubject) {
  const refused = (member: string, what: string) =>
    validationError([{ location: ["body", "subject", member], message: `must be the id of a ${what} that there is` }])
  const matching = (member: string, q: string, language?: string) =>
    canMatch(ruleOf({ q, ...(language !== undefined && { language }) }))
      ? Effect.void
      : validationError([
          {
            location: ["body", "subject", member],
            message:
              "must have words to look for, not only words to exclude or words such as “the” and “of”, which every text has"
          }
        ])
  switch (subject.kind) {
    case "search":
      return yield* matching("q", subject.q, subject.language)
    case "trending":
    case "social":
      return subject.about === undefined ? undefined : yield* matching("about", subject.about)
    case "source": {
      if (subject.source === undefined) return
      const { status } = yield* (yield* IngestControl).open
      const names: ReadonlyArray<string> = (yield* status).map(({ name }) => name)
      if (names.includes(subject.source)) return
      const message =
        "must be the name of a source, as GET /api/v1/dashboard/sources and `sonde ingest status` list them"
      return yield* validationError([{ location: ["body", "subject", "source"], message }])
    }
    case "competitor":
      return yield* (yield* Competitors).find(account, subject.competitor_id).pipe(
        Effect.mapError(() => refused("competitor_id", "competitor")),
        Effect.asVoid
      )
    case "keyword": {
      const keywords = yield* (yield* TrackedKeywords).list(account)
      if (!keywords.some(({ id }) => id === subject.keyword_id)) return yield* refused("keyword_id", "keyword")
      if (subject.moved_by === undefined && subject.top === undefined)
        return yield* validationError([{ location: ["body", "subject"], message: "must have moved_by or top" }])
      return
    }
    case "company":
      if ((yield* (yield* Companies).ofIds([subject.company_id])).length === 0)
        return yield* refused("company_id", "company")
  }
})
