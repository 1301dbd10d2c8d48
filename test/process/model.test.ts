import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import { fakeOpenAi, hangs, type Mode } from "../../harness/FakeOpenAi.ts"
import { startService, temporaryDirectory } from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"

const directory = temporaryDirectory()
const scope = Effect.runSync(Scope.make())

afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  directory.remove()
})

/** A server that hangs, and tells of each request when it comes. */
const hanging = async () => {
  const waiting: Array<() => void> = []
  let seen = 0
  let awaited = 0
  const mode: Mode = (request, response) => {
    hangs(request, response)
    seen++
    waiting.shift()?.()
  }
  const server = await Effect.runPromise(Scope.provide(fakeOpenAi(mode), scope))
  return {
    ...server,
    /** Resolves when one more request has come than was waited for so far. */
    next: () => (++awaited <= seen ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve)))
  }
}

describe("a report that a model writes", { timeout: 120_000 }, () => {
  it("survives stops and kills: a stop costs no attempt, and after kills one call is repeated", async () => {
    const server = await hanging()
    const environment = {
      DATA_DIR: placeDatabase(directory.path),
      OPENAI_API_KEY: "sk-test-secret",
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_MODEL: "fake",
      RATE_LIMIT_PER_MINUTE: "0"
    }
    let service = await startService(environment)
    const headers = { "x-api-key": await service.createKey(), "content-type": "application/json" }
    const call = async (path: string, init: RequestInit = {}) =>
      (await (
        await fetch(`${service.url}/api/v1/public${path}`, { ...init, headers: { ...headers, ...init.headers } })
      ).json()) as { data: any }
    await call("/competitors", { method: "POST", body: JSON.stringify({ name: "Acme", domain: "acme.example" }) })
    const { data } = await call("/reports", {
      method: "POST",
      body: JSON.stringify({ niche: "Acme" }),
      headers: { prefer: "respond-async", "idempotency-key": "once" }
    })
    await server.next()
    assert.strictEqual((await call(`/reports/${data.id}`)).data.step, "writing")
    const output: Array<string> = []
    const restart = async (signal: NodeJS.Signals) => {
      await service.stop(signal)
      output.push(service.output())
      service = await startService(environment)
    }
    for (const signal of ["SIGTERM", "SIGTERM", "SIGKILL"] as const) {
      await restart(signal)
      await server.next()
    }
    await restart("SIGKILL")
    let report: any
    do {
      await sleep(50)
      report = (await call(`/reports/${data.id}`)).data
    } while (report.status !== "completed")
    assert.lengthOf(server.requests, 4)
    assert.strictEqual(report.sections.quality.writer, "extractive")
    assert.include(report.sections.gaps[0], "writing was interrupted before")
    const again = await call("/reports", {
      method: "POST",
      body: JSON.stringify({ niche: "Acme" }),
      headers: { "idempotency-key": "once" }
    })
    assert.strictEqual(again.data.id, data.id)
    await service.stop()
    assert.notInclude([...output, service.output()].join(), "sk-test-secret")
  })
})
