import { Context, Data, Effect } from "effect"
import { McpSchema, McpServer } from "effect/ai"
import type { Client } from "../api/Client.ts"
import { read } from "./Documents.ts"
import { Refused, told } from "./Refusal.ts"
import { fittingText, notice } from "./Result.ts"

/** The addresses of what can be read, and the scope that each needs. */
export const resourceRights = { "sonde://report/": "reports", "sonde://signal/": "signals" } as const

/** It is not there, or another account's. By this name Effect's server knows which code the protocol's revision has. */
class ResourceNotFound extends Data.TaggedError("ResourceNotFound")<{ readonly uri: string }> {}

const isMissing = (failure: unknown): boolean =>
  failure instanceof Refused || (failure as { readonly _tag?: unknown } | null)?._tag === "NotFound"

/** Reports and signals by their addresses. */
export const registerResources = Effect.fnUntraced(function* (client: Client) {
  const server = yield* McpServer.McpServer
  const services = yield* Effect.context<never>()
  const register = (name: string, mimeType: string, description: string) =>
    server.addResourceTemplate({
      template: new McpSchema.ResourceTemplate({ uriTemplate: `sonde://${name}/{id}`, name, description, mimeType }),
      // Its first colon is one, the second begins a parameter.
      routerPath: `sonde:://${name}/:0`,
      completions: {},
      annotations: Context.empty(),
      services,
      handle: (uri) =>
        read(client, uri).pipe(
          Effect.map(({ text }) => ({
            contents: [McpSchema.TextResourceContents.make({ uri, mimeType, text: fittingText(text, 1 / 2) })]
          })),
          Effect.catch((failure) =>
            isMissing(failure)
              ? // The types of Effect's server have no error for it; the server takes it.
                Effect.fail(new ResourceNotFound({ uri }) as never)
              : Effect.flatMap(told(failure), (message) => Effect.fail(new McpSchema.InternalError({ message })))
          )
        )
    })
  yield* register("report", "text/markdown", `A report of the account. ${notice}`)
  yield* register("signal", "text/plain", `A piece of news. ${notice}`)
})
