import { Effect, Schema } from "effect"
import { McpSchema, McpServer } from "effect/ai"
import type { Client } from "../api/Client.ts"
import { read } from "./Documents.ts"
import { fittingText, notice } from "./Result.ts"

/** The addresses of what can be read, and the scope that each needs. */
export const resourceRights = { "sonde://report/": "reports", "sonde://signal/": "signals" } as const

const contentOf = (client: Client, mimeType: string) => (uri: string, id: string) =>
  Effect.map(read(client, uri.slice(0, uri.lastIndexOf("/") + 1) + encodeURIComponent(id)), ({ text }) => ({
    contents: [McpSchema.TextResourceContents.make({ uri, mimeType, text: fittingText(text) })]
  }))

/** Reports and signals by their addresses. */
export const registerResources = Effect.fnUntraced(function* (client: Client) {
  yield* McpServer.registerResource`sonde://report/${McpSchema.param("id", Schema.String)}`({
    name: "report",
    description: `A report of the account. ${notice}`,
    mimeType: "text/markdown",
    content: contentOf(client, "text/markdown")
  })
  yield* McpServer.registerResource`sonde://signal/${McpSchema.param("id", Schema.String)}`({
    name: "signal",
    description: `A piece of news. ${notice}`,
    mimeType: "text/plain",
    content: contentOf(client, "text/plain")
  })
})
