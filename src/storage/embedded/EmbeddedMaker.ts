import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import * as FileSystem from "node:fs"
import * as Path from "node:path"
import { flush, flushAll, startParams } from "./EmbeddedFiles.ts"

/*
 * A process that makes a new database in the directory that it is given. It does so under a name of its own and renames
 * it: one that dies half-way leaves no half database, and one that outlives its parent is in nobody's way. Nothing of
 * it counts before that, so that it is brought to the disk once, at the end.
 */

const directory = Path.resolve(process.argv[2]!)
const parent = Path.dirname(directory)
const unfinished = `${directory}.new-${process.pid}`

// A terminal's Ctrl-C reaches this process too. The parent handles it, and ends this process.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {})
process.once("disconnect", () => process.exit(1))

for (const entry of FileSystem.readdirSync(parent))
  if (entry.startsWith(`${Path.basename(directory)}.new`))
    FileSystem.rmSync(Path.join(parent, entry), { recursive: true, force: true })

FileSystem.mkdirSync(unfinished, { mode: 0o700 })
const pglite = await PGlite.create({ fs: new NodeFS(unfinished), startParams })
await pglite.close()
// PGlite unpacks its files for everybody to read and write.
for (const entry of FileSystem.readdirSync(unfinished, { recursive: true, withFileTypes: true }))
  FileSystem.chmodSync(Path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
await flushAll(unfinished)
FileSystem.renameSync(unfinished, directory)
flush(parent)
process.exit(0)
