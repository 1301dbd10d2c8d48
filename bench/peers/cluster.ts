import cluster from "node:cluster"

/*
 * Fastify on several cores, as Node's manual has it: so many processes as WORKERS says share the port.
 */

if (cluster.isPrimary) for (let n = 0; n < Number(process.env["WORKERS"]); n++) cluster.fork()
else await import("./fastify.ts")
