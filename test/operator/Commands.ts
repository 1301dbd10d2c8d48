import { NodeServices } from "@effect/platform-node"
import { Console, Effect, identity, Layer, Option, Stdio, Stream } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as CommandLine from "../../src/operator/CommandLine.ts"
import * as ControlSocket from "../../src/operator/ControlSocket.ts"
import type { Operator } from "../../src/operator/Operator.ts"
import * as RemoteOperator from "../../src/operator/RemoteOperator.ts"
import { services, temporaryDirectory } from "./Operators.ts"

/** What came of a command. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * The command line in this process, over an operator: `run("keys", "list")`. What is written goes to `told` as it
 * comes, and `input` is what is handed in.
 */
export const sonde =
  <E>(operator: Layer.Layer<Operator, E>, told: (line: string) => void = () => {}, input?: string) =>
  (...args: ReadonlyArray<string>): Effect.Effect<Ended> =>
    Effect.suspend(() => {
      const written = { stdout: "", stderr: "" }
      const console = {
        ...globalThis.console,
        log: (text: string) => {
          told(text)
          written.stdout += `${text}\n`
        },
        error: (text: string) => (written.stderr += `${text}\n`)
      }
      return CommandLine.run(args, operator).pipe(
        Effect.map((code) => ({ code, ...written })),
        Effect.provideService(Console.Console, console),
        input === undefined
          ? identity
          : Effect.provide(Stdio.layerTest({ stdin: Stream.make(new TextEncoder().encode(input)) })),
        Effect.provide(NodeServices.layer)
      )
    })

/**
 * A running service, and the command line beside it, which reaches it through the control socket. `file` writes one to
 * import.
 */
export const besideService = Effect.gen(function* () {
  const directory = yield* temporaryDirectory()
  const context = yield* Layer.build(Layer.provideMerge(ControlSocket.layer(directory), services))
  const dialled = Effect.map(RemoteOperator.dial(directory), (connection) =>
    RemoteOperator.layer(Option.getOrThrow(connection))
  )
  return {
    context,
    sonde: sonde(Layer.unwrap(dialled)),
    file: (name: string, text: string) => {
      const path = join(directory, name)
      writeFileSync(path, text)
      return path
    }
  }
})
