import { assert, describe, it } from "@effect/vitest"
import { parseHTML } from "linkedom"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runInNewContext } from "node:vm"

const script = readFileSync(join(import.meta.dirname, "../../src/dashboard/assets/events.js"), "utf8").replace(
  /^import .*$/m,
  "const [ask, tryReach] = [fetch, () => {}]"
)

const pageOf = (ids: ReadonlyArray<number>) =>
  `<section id="events" data-live>${ids.map((id) => `<li data-event="${id}"></li>`).join("")}</section>`

/** The script in a tab: what it shows, the streams that it opens, what it asks for, and what waits for its time. */
const tab = (visibilityState: "visible" | "hidden", ids: ReadonlyArray<number>) => {
  const { document, DOMParser, Event } = parseHTML(pageOf(ids))
  Object.defineProperty(document, "visibilityState", { get: () => visibilityState })
  const streams: Array<Stream> = []
  const asked: Array<string> = []
  const timers = new Map<number, () => void>()
  class Stream {
    static readonly CLOSED = 2
    readyState = 1
    readonly url: string
    readonly heard: Record<string, () => void> = {}
    constructor(url: string) {
      this.url = url
      streams.push(this)
    }
    addEventListener(name: string, hear: () => void) {
      this.heard[name] = hear
    }
    close() {
      this.readyState = Stream.CLOSED
    }
  }
  let timer = 0
  runInNewContext(script, {
    document,
    DOMParser,
    EventSource: Stream,
    location: { href: "/dashboard/events" },
    setTimeout: (act: () => void) => (timers.set(++timer, act), timer),
    clearTimeout: (id: number) => timers.delete(id),
    fetch: (url: string, init?: { readonly body?: string }) => {
      asked.push(init?.body === undefined ? url : `${url} ${init.body}`)
      return Promise.resolve({ ok: true, redirected: false, text: () => Promise.resolve(pageOf(ids)) })
    }
  })
  return {
    streams,
    asked,
    /** Addresses of the streams that are open. */
    open: () => streams.filter(({ readyState }) => readyState === 1).map(({ url }) => url),
    pass: () => {
      const due = [...timers.values()]
      timers.clear()
      for (const act of due) act()
    },
    show: (state: "visible" | "hidden") => {
      visibilityState = state
      document.dispatchEvent(new Event("visibilitychange"))
    }
  }
}

const stream = "/api/v1/public/events/stream?after="
const read = '/api/v1/public/events/read {"ids":[7,5]}'

describe("events in a tab", () => {
  it("come by one stream while somebody sees it, and by none while nobody does", () => {
    const { asked, open, pass, show } = tab("visible", [7, 5])
    assert.deepStrictEqual(open(), [`${stream}7`])
    assert.deepStrictEqual(asked, [read])
    show("hidden")
    pass()
    assert.deepStrictEqual([open(), asked], [[], [read]])
    show("visible")
    assert.deepStrictEqual(open(), [`${stream}7`])
    pass()
    assert.deepStrictEqual(asked, [read, "/dashboard/events"], "what came meanwhile is looked for once")
  })

  it("are neither asked for nor read in a tab that is opened in the background", () => {
    const { asked, open, pass, show } = tab("hidden", [7, 5])
    pass()
    assert.deepStrictEqual([open(), asked], [[], []])
    show("visible")
    assert.deepStrictEqual([open(), asked], [[`${stream}7`], [read]])
  })

  it("are asked for again after a refusal, and not once the tab is hidden", () => {
    const { open, pass, show, streams } = tab("visible", [])
    const refuse = () => {
      const refused = streams.at(-1)!
      refused.close()
      refused.heard["error"]!()
    }
    refuse()
    assert.deepStrictEqual(open(), [])
    pass()
    assert.deepStrictEqual(open(), [`${stream}0`])
    refuse()
    show("hidden")
    pass()
    assert.deepStrictEqual(open(), [])
  })
})
