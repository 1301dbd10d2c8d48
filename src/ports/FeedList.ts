import { Context, type Effect } from "effect"

/** What an import did to the list of sources. */
export interface FeedImport {
  /** Where the list is. */
  readonly path: string
  readonly added: ReadonlyArray<{ readonly url: string; readonly title: string | null }>
  /** Feeds that the list had already, or the imported document twice. */
  readonly known: number
  /** Feeds that cannot be read, by the line of the imported document. */
  readonly left_out: ReadonlyArray<{ readonly line: number; readonly reason: string }>
}

/** Why the list stays as it is, in words for the operator. */
export interface FeedListFailure {
  readonly _tag: string
  readonly message: string
}

/**
 * The port to the feeds of the operator's list of sources: a file, which needs neither a database nor a running
 * service. The form in which feeds come and go is OPML 2.0.
 */
export class FeedList extends Context.Service<
  FeedList,
  {
    /** Adds the feeds of the document at that path. The list is replaced as a whole, or left alone. */
    readonly importOpml: (path: string) => Effect.Effect<FeedImport, FeedListFailure>
    readonly exportOpml: Effect.Effect<
      {
        readonly feeds: ReadonlyArray<{ readonly url: string; readonly title: string | null }>
        readonly opml: string
      },
      FeedListFailure
    >
  }
>()("sonde/ports/FeedList") {}
