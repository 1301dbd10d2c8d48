/** Something that the service serves beside the endpoints of the contract, for anybody or whoever knows its address. */
export interface Document {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly summary: string
  readonly description: string
}

const feed = (name: string, type: string, format: string): Document => ({
  name,
  path: `/feeds/{secret}.${name}`,
  type,
  summary: `Read a watch as ${format}`,
  description: "The last 50 events. `POST /watches/{watch_id}/feed` answers with the address; no credential is needed."
})

/** The documents that the service serves. */
export const documents: ReadonlyArray<Document> = [
  feed("rss", "application/rss+xml", "RSS 2.0"),
  feed("atom", "application/atom+xml", "Atom"),
  feed("json", "application/feed+json", "JSON Feed"),
  {
    name: "openapi",
    path: "/openapi.json",
    type: "application/json",
    summary: "Read this document",
    description: "OpenAPI 3.1, for programs."
  },
  {
    name: "docs",
    path: "/docs",
    type: "text/html",
    summary: "Read the reference",
    description: "A page for people, made from the document. It loads nothing from elsewhere."
  },
  {
    name: "docs_markdown",
    path: "/docs.md",
    type: "text/markdown",
    summary: "Read the reference as Markdown",
    description: "The same for agents and terminals."
  },
  {
    name: "llms",
    path: "/llms.txt",
    type: "text/plain",
    summary: "Read what is here, in short",
    description: "For language models (llmstxt.org)."
  }
]
