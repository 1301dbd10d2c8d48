import { Cause, Effect, Fiber, Queue, Stdio, Stream } from "effect"
import { Command } from "effect/cli"
import { FetchHttpClient } from "effect/http"
import { login } from "../client/Login.ts"
import { linesIn, makeBridge, messageIn } from "../McpBridge.ts"

/** Answers until its input ends, and then what is still in hand. */
const serve = Effect.gen(function* () {
  const stdio = yield* Stdio.Stdio
  const lines = yield* Queue.unbounded<string, Cause.Done>()
  const printing = yield* Effect.forkChild(
    Stream.fromQueue(lines).pipe(
      Stream.map((line) => `${line}\n`),
      Stream.run(stdio.stdout())
    )
  )
  const answer = yield* makeBridge({
    ...(yield* login),
    write: (line) => Effect.asVoid(Queue.offer(lines, line))
  })
  const inHand = new Map<unknown, Fiber.Fiber<void>>()

  yield* stdio.stdin.pipe(
    Stream.decodeText(),
    linesIn,
    Stream.filter((line) => line.trim() !== ""),
    Stream.runForEach(
      Effect.fnUntraced(function* (line) {
        const message = messageIn(line)
        // What follows depends on what was agreed.
        if (message?.method === "initialize") return yield* answer(line)
        const cancelled =
          message?.method === "notifications/cancelled" ? inHand.get(message.params?.["requestId"]) : null
        if (cancelled !== null) return yield* cancelled === undefined ? Effect.void : Fiber.interrupt(cancelled)
        const id = message?.id ?? Symbol("without an id")
        const fiber = yield* Effect.forkChild(
          Effect.ensuring(
            answer(line),
            Effect.sync(() => inHand.delete(id))
          )
        )
        if (fiber.pollUnsafe() === undefined) inHand.set(id, fiber)
      })
    )
  )
  yield* Fiber.awaitAll([...inHand.values()])
  yield* Queue.end(lines)
  yield* Fiber.join(printing)
})

export const mcp = Command.make("mcp", {}, () => Effect.provide(serve, FetchHttpClient.layer)).pipe(
  Command.withDescription(
    "Run an MCP server (Model Context Protocol) over standard input and output, for the service at SONDE_URL with the key SONDE_KEY, or that of `sonde login`."
  )
)
