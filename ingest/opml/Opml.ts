import { Result } from "effect"
import sax from "sax"
import { hostnameOf } from "../../src/text/Host.ts"
import { escapeMarkup } from "../../src/text/Html.ts"
import { clean } from "../../src/text/Text.ts"

/*
 * OPML 2.0 (opml.org/spec2.opml): the form in which feed readers exchange their lists.
 */

/** A feed of such a list, as written. */
export interface OpmlFeed {
  readonly url: string
  readonly title: string | null
  /** Where it stands, counted from 1. */
  readonly line: number
}

/** Why a document is not read, and where. Lines and columns count from 1. */
export interface OpmlFault {
  readonly line: number
  readonly column: number
  readonly reason: string
}

/** Feeds of one list: the largest published ones have some thousand. */
const maxFeeds = 10_000

/** Folders inside each other; people make two or three. */
const maxDepth = 100

class OpmlError extends Error {}

/** Attributes are `xmlUrl` in the specification, and `xmlurl` where it was read carelessly. */
const attribute = (attributes: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(attributes)
    .find(([key]) => key.toLowerCase() === name)?.[1]
    .trim() ?? ""

/** `feed:` is how browsers once marked feeds. */
const withoutFeedScheme = (url: string): string =>
  url.replace(/^feed:(?:\/\/)?(?=https?:)/i, "").replace(/^feed:\/\//i, "http://")

/**
 * The feeds of the document in its order, without folders. The document must be well-formed: a partly read list would
 * look complete.
 */
export const readOpml = (text: string): Result.Result<ReadonlyArray<OpmlFeed>, OpmlFault> => {
  const parser = sax.parser(true, { strictEntities: true })
  const feeds: Array<OpmlFeed> = []
  let depth = 0
  let found = false
  const refuse = (reason: string): never => {
    throw new OpmlError(reason)
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- sax has no other way
  parser.onerror = (error) => refuse(error.message.split("\n")[0]!.toLowerCase())
  parser.onopentag = ({ attributes, name }) => {
    depth += 1
    found = true
    if (depth === 1 && name.toLowerCase() !== "opml") refuse(`the document is <${clean(name)}>, not <opml>`)
    if (depth > maxDepth) refuse(`more than ${maxDepth} folders inside each other`)
    const url = withoutFeedScheme(attribute(attributes, "xmlurl"))
    if (name.toLowerCase() !== "outline" || url === "") return
    if (feeds.length === maxFeeds) refuse(`more than ${maxFeeds} feeds`)
    const title = clean(attribute(attributes, "title") || attribute(attributes, "text"))
    feeds.push({ url, title: title === "" || title === url ? null : title, line: parser.line + 1 })
  }
  parser.onclosetag = () => {
    depth -= 1
  }
  try {
    parser.write(text.replace(/^\ufeff/, "")).close()
    return found ? Result.succeed(feeds) : refuse("the document is empty")
  } catch (error) {
    if (!(error instanceof OpmlError)) throw error
    return Result.fail({ line: parser.line + 1, column: parser.column + 1, reason: error.message })
  }
}

/** Clean text in double quotes. U+FFFE and U+FFFF are no characters of XML. */
const quoted = (text: string): string => `"${escapeMarkup(clean(text).replace(/[\ufffe\uffff]/g, ""))}"`

/** The list as a document that feed readers import. */
export const writeOpml = (
  feeds: ReadonlyArray<{ readonly url: string; readonly title: string | null }>,
  created: Date
): string => {
  const outlines = feeds.map(({ title, url }) => {
    const name = quoted(title ?? hostnameOf(url) ?? url)
    return `    <outline type="rss" text=${name} title=${name} xmlUrl=${quoted(url)}/>\n`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>Feeds of Sonde</title>
    <dateCreated>${created.toUTCString()}</dateCreated>
  </head>
  <body>
${outlines.join("")}  </body>
</opml>
`
}
