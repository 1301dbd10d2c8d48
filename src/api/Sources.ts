import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SourceHealth, SourceName, SourceRun, SourceTags } from "../domain/Source.ts"
import { FoundFeed, ImportedList } from "../domain/SourceList.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { defaulted, described, optional } from "./Members.ts"
import { Authentication, Requirement, Validation } from "./Security.ts"

/** How a source is, beside what it is. Its address is not told: that of a private feed may be a secret. */
export const ListedSource = Schema.Struct({
  ...SourceHealth.fields,
  title: Schema.String,
  missing: Schema.NullOr(Schema.String).annotate({ description: "what has to be set before the source can run" }),
  listed: Schema.Boolean.annotate({ description: "false: remembered, but not on the operator's list" }),
  service: Schema.NullOr(Schema.String).annotate({
    description: "where it stands in the list: `feeds`, `google_trends`, …; null for a source that a setting makes"
  }),
  paused: Schema.Boolean.annotate({ description: "an operator does not want it to be read" }),
  tags: Schema.Array(Schema.String),
  interval_seconds: Schema.NullOr(Schema.Int).annotate({
    description: "how often it is read; null when it is not listed"
  }),
  cron: Schema.NullOr(Schema.String).annotate({
    description: "the times (UTC) at which it is read, in place of the interval"
  })
}).annotate({ identifier: "Source" })
export type ListedSource = typeof ListedSource.Type

/** The body of POST /sources. */
export const NewListEntry = Schema.Struct({
  service: defaulted(
    Schema.String.check(Schema.isBetweenCodePoints(1, 100)).annotate({
      description: "where it stands in the list: `feeds`, or the name of a service, such as `google_trends`"
    }),
    "feeds"
  ),
  entry: Schema.Record(Schema.String, Schema.Unknown).annotate({
    description: "what stands there, as in the list's file: of `feeds` one feed. Its faults are those of the file"
  }),
  tags: defaulted(SourceTags, [])
}).annotate({
  identifier: "NewListEntry",
  examples: [
    {
      service: "feeds",
      entry: { url: "https://example.com/feed.xml", title: "Example", every: "1 hour" },
      tags: ["rivals"]
    }
  ]
})

/** The body of PATCH /sources/{name}: what is given is changed. */
export const SourcePatch = Schema.Struct({
  paused: optional(Schema.Boolean),
  every: Schema.optionalKey(
    Schema.NullOr(Schema.String.check(Schema.isMaxLength(100))).annotate({
      description: "an interval (`2 hours`), or a cron expression in UTC (`30 6 * * 1-5`); null for its usual times"
    })
  ),
  tags: optional(SourceTags).pipe(Schema.annotateEncoded({ description: "in the place of those that it had" }))
}).annotate({ identifier: "SourcePatch", examples: [{ paused: true } as never] })

/** The body of POST /sources/import. */
export const ListImport = Schema.Struct({
  document: Schema.String.check(Schema.isMinLength(1)).annotate({
    description: "a list in the form of its file (JSON, or the address of a feed on each line), or OPML"
  }),
  replace: defaulted(
    Schema.Boolean.annotate({ description: "remove what the document does not name: of OPML, other feeds" }),
    false
  )
}).annotate({
  identifier: "ListImport",
  examples: [{ document: "https://example.com/feed.xml", replace: false }]
})

/** The body of POST /sources/discover. */
export const SiteAddress = Schema.Struct({
  // The document promises what it always has: a URL. What people type in its place is completed.
  url: Schema.String.check(
    Schema.makeFilter<string>(
      (text) => (text !== "" && text.length <= 2_000) || "must be an address of at most 2000 characters",
      { toJsonSchema: () => ({ format: "uri", maxLength: 2_000 }) }
    )
  ).annotate({ description: "the site's page, or a feed; what has no scheme is taken for https" })
}).annotate({ identifier: "SiteAddress", examples: [{ url: "https://example.com/" }] })

const ListExport = Schema.Struct({
  format: Schema.Literals(["json", "opml"]),
  document: Schema.String
}).annotate({ identifier: "ListExport" })

const params = { source_name: described(SourceName, "the source, by its name") }

/** Where everything comes from. */
export const SourcesGroup = HttpApiGroup.make("sources")
  .add(
    HttpApiEndpoint.get("list", "/sources", { success: enveloped(Schema.Array(ListedSource)) }).annotateMerge(
      explained(
        "List the sources",
        "In the order of the operator's list, each with how it is and when it is read next."
      )
    ),
    HttpApiEndpoint.post("add", "/sources", {
      payload: NewListEntry,
      success: enveloped(Schema.Array(ListedSource)).pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, Errors.Invalid]
    })
      .annotateMerge(
        explained(
          "Add to the list of sources",
          "For operators. Answers the sources that the entry makes; they are read within a minute. A feed that is on the list already is 409."
        )
      )
      .annotate(Requirement, "operator"),
    HttpApiEndpoint.patch("change", "/sources/:source_name", {
      params,
      payload: SourcePatch,
      success: enveloped(ListedSource),
      error: [Errors.NotFound, Errors.Invalid]
    })
      .annotateMerge(
        explained("Pause, resume, retime or tag a source", "For operators. All processes follow within a second.")
      )
      .annotate(Requirement, "operator"),
    HttpApiEndpoint.delete("remove", "/sources/:source_name", {
      params,
      success: HttpApiSchema.NoContent,
      error: [Errors.NotFound, Errors.Conflict]
    })
      .annotateMerge(
        explained(
          "Remove from the list of sources",
          "For operators: a feed, or a service by its name in the list. What it has brought stays. One of several sources of a service is 409; pause it."
        )
      )
      .annotate(Requirement, "operator"),
    HttpApiEndpoint.post("discover", "/sources/discover", {
      payload: SiteAddress,
      success: enveloped(Schema.Array(FoundFeed)),
      error: Errors.Invalid
    })
      .annotateMerge(
        explained(
          "Find the feeds of a site",
          "For operators. Those that its page names, or else those in usual places, each with its newest items. Nothing is saved. May take half a minute."
        )
      )
      .annotate(Requirement, "operator"),
    HttpApiEndpoint.post("import", "/sources/import", {
      payload: ListImport,
      success: enveloped(ImportedList),
      error: Errors.Invalid
    })
      .annotateMerge(
        explained(
          "Import a list of sources",
          "For operators. What it names is added, or put in the place of what is there; all of it or nothing. Larger lists than a body holds come by `sonde sources import`."
        )
      )
      .annotate(Requirement, "operator"),
    HttpApiEndpoint.get("export", "/sources/export", {
      query: {
        format: described(
          Schema.optionalKey(Schema.Literals(["json", "opml"])),
          "`json`, the whole list in the form of its file (the default), or `opml`, its feeds"
        )
      },
      success: enveloped(ListExport)
    })
      .annotateMerge(
        explained("Export the list of sources", "For operators, since addresses of private feeds may be secrets.")
      )
      .annotate(Requirement, "operator"),
    HttpApiEndpoint.post("run", "/sources/:source_name/run", {
      params,
      success: enveloped(SourceRun),
      error: Errors.NotFound
    })
      .annotateMerge(
        explained(
          "Run a source now",
          "For operators, whether it is due or not. Answers how it went; after five seconds, that it is running."
        )
      )
      .annotate(Requirement, "operator")
  )
  .middleware(Validation)
  .middleware(Authentication)
  .prefix("/api/v1/dashboard")
  .annotate(Requirement, "unrestricted_user")
  .annotateMerge(
    OpenApi.annotations({
      title: "Sources",
      description:
        "How the sources are, for signed-in users (a token needs all scopes), and the list of them, for operators."
    })
  )
