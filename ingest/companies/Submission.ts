import { Result, Schema } from "effect"
import { clean } from "../../src/text/Text.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"

/*
 * SEC's `submissions` of one company: who it is, and the last thousand of what it has filed. The industry is that of
 * the Standard Industrial Classification; funds and foreign governments have none.
 */

const File = Schema.Struct({
  cik: Schema.Union([Schema.Int, Schema.String]),
  sicDescription: Schema.optionalKey(Schema.NullOr(Schema.String.check(Schema.isBetweenCodePoints(0, 200)))),
  filings: Schema.optionalKey(
    Schema.Struct({
      recent: Schema.optionalKey(Schema.Struct({ form: Schema.optionalKey(Schema.Array(Schema.String)) }))
    })
  )
})

/** A thousand filings in a dozen columns take 0.3 MB. */
export const submissionBytes = 2_000_000

export interface Submission {
  readonly industry: string | null
  /** Whether it files annual reports of domestic companies, which are what revenue is read from. */
  readonly reportsYearly: boolean
}

/** What the file says of the company of this CIK, or why it is refused. */
export const readSubmission = (document: Document, key: string): Result.Result<Submission, string> =>
  Result.flatMap(readJson(document, File, "a company's submissions"), ({ cik, filings, sicDescription }) => {
    if (`cik:${Number(cik)}` !== key) return Result.fail(`not the submissions of ${key}: those of another company`)
    const industry = clean(sicDescription ?? "")
    return Result.succeed({
      industry: industry === "" ? null : industry,
      reportsYearly: filings?.recent?.form?.includes("10-K") ?? false
    })
  })

export const submissionOf = reader(import.meta.url, readSubmission)
