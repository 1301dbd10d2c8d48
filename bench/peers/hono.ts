import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { createMiddleware } from "hono/factory"
import { announce, type Key, keyReader, openDatabase, refusal, settings } from "./Database.ts"

/*
 * The same reads with Hono on @hono/node-server and postgres.js.
 */

const database = openDatabase(settings.databaseUrl)
const readKey = keyReader(database, settings.remember)
const answers = new Map<string, string>()

type Environment = { Variables: { key: Key } }

const scoped = (scope: string) =>
  createMiddleware<Environment>(async (context, next) => {
    const key = await readKey(context.req.header("x-api-key") ?? "")
    const status = refusal(key, scope)
    if (status !== undefined) return context.json({ success: false }, status)
    context.set("key", key!)
    const answer = answers.get(context.req.url)
    if (answer !== undefined) return context.body(answer, 200, { "content-type": "application/json" })
    await next()
  })

const app = new Hono<Environment>()

app.get("/api/v1/public/signals", scoped("signals"), async (context) => {
  const { limit: given = "20", q } = context.req.query()
  const limit = Number(given)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return context.json({ success: false }, 422)
  const data = await (q === undefined ? database.newest(limit) : database.search(q, limit))
  if (q === undefined && settings.remember) answers.set(context.req.url, JSON.stringify({ success: true, data }))
  return context.json({ success: true, data })
})

app.get("/api/v1/public/competitors", scoped("competitors"), async (context) =>
  context.json({ success: true, data: await database.competitors(context.get("key").account_id) })
)

app.get("/api/v1/public/reports/:id{[0-9]+}", scoped("reports"), async (context) => {
  const data = await database.report(context.get("key").account_id, Number(context.req.param("id")))
  return data === undefined ? context.json({ success: false }, 404) : context.json({ success: true, data })
})

serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => announce(port))
