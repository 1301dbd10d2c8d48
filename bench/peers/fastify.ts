import Fastify from "fastify"
import type { AddressInfo } from "node:net"
import { announce, type Key, keyReader, openDatabase, refusal, settings } from "./Database.ts"

/*
 * The same reads with Fastify 5 and postgres.js, answers by fast-json-stringify from a schema. Remembering, it keeps
 * the serialised answers of the shared list by URL, before it serialises them again.
 */

const database = openDatabase(settings.databaseUrl)
const readKey = keyReader(database, settings.remember)
const answers = new Map<string, string>()

declare module "fastify" {
  interface FastifyRequest {
    key: Key
  }
}

const app = Fastify()
app.decorateRequest("key")

const string = { type: "string" }
const integer = { type: "integer" }
const nullable = (type: string) => ({ type: [type, "null"] })
const enveloped = (data: object) => ({
  200: { type: "object", properties: { success: { type: "boolean" }, data } }
})
const list = (properties: object) => enveloped({ type: "array", items: { type: "object", properties } })

const signal = {
  id: integer,
  title: string,
  snippet: string,
  url: string,
  source: string,
  published_at: string,
  published_at_estimated: { type: "boolean" },
  language: { type: ["string", "null"] },
  also_in: { type: "array", items: { type: "object", properties: { source: string, url: string } } },
  story_id: { type: ["integer", "null"] },
  story_signals: integer
}
const strings = { type: "array", items: string }
const competitor = {
  id: integer,
  name: string,
  domain: string,
  status: string,
  aliases: strings,
  exclude: strings,
  created_at: string
}
const report = {
  id: integer,
  niche: string,
  report_type: string,
  title: string,
  status: string,
  confidence: nullable("number"),
  created_at: string,
  executive_summary: string,
  sections: { type: "object", additionalProperties: true },
  completed_at: nullable("string"),
  step: nullable("string"),
  research: { type: ["object", "null"], additionalProperties: true },
  error: nullable("string")
}

/** One scope for each group of routes. */
const scoped = (scope: string) => ({
  preHandler: async (request: Fastify.FastifyRequest, reply: Fastify.FastifyReply) => {
    const key = await readKey(String(request.headers["x-api-key"] ?? ""))
    const status = refusal(key, scope)
    if (status !== undefined) return reply.code(status).send({ success: false })
    request.key = key!
    const answer = answers.get(request.url)
    if (answer !== undefined) return reply.type("application/json; charset=utf-8").send(answer)
  }
})

app.get<{ Querystring: { q?: string; limit: number } }>(
  "/api/v1/public/signals",
  {
    ...scoped("signals"),
    ...(settings.remember && {
      onSend: async (request: Fastify.FastifyRequest, _: Fastify.FastifyReply, payload: unknown) => {
        if ((request.query as { q?: string }).q === undefined) answers.set(request.url, payload as string)
        return payload
      }
    }),
    schema: {
      querystring: {
        type: "object",
        properties: {
          q: { type: "string", maxLength: 500 },
          limit: { type: "integer", minimum: 1, maximum: 100, default: 20 }
        }
      },
      response: list(signal)
    }
  },
  async ({ query: { limit, q } }) => ({
    success: true,
    data: await (q === undefined ? database.newest(limit) : database.search(q, limit))
  })
)

app.get(
  "/api/v1/public/competitors",
  { ...scoped("competitors"), schema: { response: list(competitor) } },
  async ({ key }) => ({ success: true, data: await database.competitors(key.account_id) })
)

app.get<{ Params: { id: number } }>(
  "/api/v1/public/reports/:id",
  {
    ...scoped("reports"),
    schema: {
      params: { type: "object", properties: { id: { type: "integer", minimum: 1 } } },
      response: enveloped({ type: "object", properties: report })
    }
  },
  async ({ key, params }, reply) => {
    const found = await database.report(key.account_id, params.id)
    return found === undefined ? reply.code(404).send({ success: false }) : { success: true, data: found }
  }
)

await app.listen({ port: 0, host: "127.0.0.1" })
announce((app.server.address() as AddressInfo).port)
