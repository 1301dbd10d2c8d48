import { Effect } from "effect"
import { Agent, get } from "node:http"

/** How long each answer to /healthz took, in milliseconds, as long as the scope lives. */
export const probing = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const took: Array<number> = []
      let over = false
      const ask = (): void => {
        const begun = performance.now()
        get(`${url}/healthz`, { agent }, (response) => {
          response.resume().on("end", () => {
            took.push(performance.now() - begun)
            if (!over) setTimeout(ask, 20)
          })
        }).on("error", () => took.push(Number.POSITIVE_INFINITY))
      }
      ask()
      return { took, agent, end: () => void (over = true) }
    }),
    ({ agent, end }) =>
      Effect.sync(() => {
        end()
        agent.destroy()
      })
  ).pipe(Effect.map(({ took }) => took))
