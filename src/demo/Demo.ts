import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Layer, Scope } from "effect"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Ingest } from "../../ingest/Ingest.ts"
import * as Scheduler from "../../ingest/schedule/Scheduler.ts"
import { OperatorCommand } from "../access/OperatorCommand.ts"
import { launch } from "../app/Service.ts"
import { greeting } from "./Greeting.ts"
import { open } from "./SampleWeb.ts"
import * as Seed from "./Seed.ts"

/*
 * The service on a data directory that is thrown away, with sample sites on this machine in place of the web. Where it
 * listens, how it logs and the like is the environment's to say, as ever.
 */

const directory = FileSystem.mkdtempSync(join(tmpdir(), "sonde-demo-"))
// Last of all: the database in it is closed by then.
process.on("exit", () => FileSystem.rmSync(directory, { recursive: true, force: true }))

const web = await Effect.runPromise(open(new Date()).pipe(Scope.provide(Scope.makeUnsafe())))
const sourcesFile = join(directory, "sources.json")
FileSystem.writeFileSync(sourcesFile, JSON.stringify(web.sources, null, 2))
const contact = "demo@sonde.example"
/** The sample sites, beside the hosts that the user opens: a webhook on this machine is how people try deliveries. */
const opened = [process.env["ALLOW_PRIVATE_HOSTS"] ?? "", ...web.hosts].filter((host) => host !== "").join(",")

const DATA_DIR = join(directory, "data")

Object.assign(process.env, {
  DATA_DIR,
  DATABASE_URL: "",
  SOURCES_FILE: sourcesFile,
  ALLOW_PRIVATE_HOSTS: opened,
  CONTACT: contact,
  REPORTS_PER_HOUR: "0",
  // The demo starts its own scheduler: after the seed, and all sources at once.
  INGEST_ENABLED: "false"
})

const ingest = Ingest.layer({ sourcesFile, contact, allowHosts: web.hosts }).pipe(
  Layer.provide(NodeFileSystem.layer),
  Layer.orDie
)

launch({
  companion: Scheduler.layer({ spread: 0 }).pipe(Layer.provide([ingest, Seed.layer])),
  greeting,
  // A user's .env may name a database, which the command would use.
  operatorCommand: `DATABASE_URL= DATA_DIR='${DATA_DIR}' ${OperatorCommand.defaultValue()}`,
  // Everything that the key opens is invented and deleted when the demo ends: it may be logged.
  printsSecrets: true
})
