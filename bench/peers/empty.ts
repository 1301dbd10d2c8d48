import Fastify from "fastify"

/*
 * The least that there is to start: Fastify with one route, without a database.
 */

const app = Fastify()
app.get("/", async () => ({ success: true }))
await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" })
