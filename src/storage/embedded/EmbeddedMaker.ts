import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import * as FileSystem from "node:fs"
import * as Path from "node:path"
import { startParams } from "./EmbeddedFiles.ts"

/*
 * A process that makes a new database in the directory that it is given. It does so under a name of its own and renames it:
 * one that dies half-way leaves no half database, and one that outlives its parent is in nobody's way. Nothing of it counts
 * before that, so that it is brought to the disk once, at the end.
 */

const directory = Path.resolve(process.argv[2]!)
const parent = Path.dirname(directory)
const unfinished = `${directory}.new-${process.pid}`

// A terminal's Ctrl-C comes here too, and is the parent's to obey: it ends this process, by its own end at the latest.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {})
process.once("disconnect", () => process.exit(1))

for (const entry of FileSystem.readdirSync(parent))
  if (entry.startsWith(`${Path.basename(directory)}.new`))
    FileSystem.rmSync(Path.join(parent, entry), { recursive: true, force: true })

/**
 * Brings files to the disk, for their owner alone. Many at a time: a journal brings to the disk together what is asked for together,
 * a thousand files in a tenth of the time.
 */
const flush = async (paths: ReadonlyArray<string>): Promise<void> => {
  // Windows neither opens nor flushes a directory; NTFS journals it.
  if (process.platform === "win32") return
  const left = [...paths]
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const file = await FileSystem.promises.open(path, "r")
      // PGlite unpacks its files for everybody to read and write.
      await file.chmod((await file.stat()).isDirectory() ? 0o700 : 0o600)
      await file.sync()
      await file.close()
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
}

FileSystem.mkdirSync(unfinished, { mode: 0o700 })
const pglite = await PGlite.create({ fs: new NodeFS(unfinished), startParams })
await pglite.close()
const entries = FileSystem.readdirSync(unfinished, { recursive: true, encoding: "utf8" })
await flush([unfinished, ...entries.map((entry) => Path.join(unfinished, entry))])
FileSystem.renameSync(unfinished, directory)
await flush([parent])
process.exit(0)
