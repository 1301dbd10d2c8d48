import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { temporaryDirectory } from "../../harness/Service.ts"

const { path: directory, remove } = temporaryDirectory()
afterAll(remove)

const start = (name: string, ...args: ReadonlyArray<string>) => {
  const file = join(directory, name)
  const program = join(import.meta.dirname, "../support/EndsWithReader.ts")
  const child = spawn(process.execPath, [program, file, ...args], { stdio: ["ignore", "pipe", "pipe"] })
  const ended = once(child, "close") as Promise<[code: number | null, signal: string | null]>
  return { child, ended, released: () => existsSync(file) && readFileSync(file, "utf8") }
}

// As `sonde … | head -1` does.
describe("a command whose reader goes away", () => {
  it("ends as by SIGTERM, with nothing left open", async () => {
    const signalled = start("signalled")
    await once(signalled.child.stdout, "data")
    signalled.child.stderr.resume()
    signalled.child.stdout.resume()
    signalled.child.kill("SIGTERM")
    const expected = await signalled.ended
    assert.strictEqual(signalled.released(), "released")

    const { child, ended, released } = start("headed")
    let said = ""
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()))
    await once(child.stdout, "data")
    child.stdout.destroy()
    assert.deepStrictEqual(await ended, expected)
    assert.strictEqual(released(), "released")
    assert.notInclude(said, "EPIPE")
  })

  it("goes on where only its progress is read no more", async () => {
    const { child, ended, released } = start("unwatched", "5000")
    let read = ""
    child.stderr.destroy()
    child.stdout.on("data", (chunk: Buffer) => (read += chunk.toString()))
    assert.deepStrictEqual(await ended, [0, null])
    assert.strictEqual(released(), "released")
    assert.strictEqual(read.trimEnd().split("\n").length, 5000)
  })

  it("that has said all already ends well", async () => {
    const { child, ended, released } = start("through", "1")
    child.stderr.resume()
    child.stdout.destroy()
    assert.strictEqual((await ended)[1], null)
    assert.strictEqual(released(), "released")
  })
})
