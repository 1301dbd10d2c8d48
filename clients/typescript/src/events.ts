import { backoff, type CallOptions, type Core, type Operation, passing, SondeError, wait } from "./core.ts"

/** One event of a stream of Server-Sent Events. */
export interface ServerSentEvent {
  readonly id: string
  readonly data: string
}

/** A line or an event longer than this is not what Sonde sends. */
const mostCharacters = 4_000_000

/**
 * The events of a body, by the rules of the HTML standard. One without data is told too, with empty data: its id says
 * where to go on.
 */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ""
  let id = ""
  let data: Array<string> = []
  let seen = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += value
      if (rest.length > mostCharacters) throw new Error("The stream sends a line that is too long.")
      // A carriage return at the end may be the first half of a line's end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop()!
      for (const line of lines) {
        if (line === "") {
          if (seen) yield { id, data: data.join("\n") }
          data = []
          seen = false
          continue
        }
        const [, field, text] = /^([^:]*):? ?([^]*)$/.exec(line)!
        if (field === "id" && !text!.includes("\0")) {
          id = text!
          seen = true
        } else if (field === "data") {
          data.push(text!)
          seen = true
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/**
 * Events as they come, without an end: when a stream ends or breaks, it is opened again behind the last event that was
 * told. It throws when the service refuses.
 */
export async function* events<Event>(
  core: Core,
  operation: Operation,
  values: object,
  options: CallOptions = {}
): AsyncGenerator<Event> {
  const given: Record<string, unknown> = { ...values }
  for (let attempt = 0; ; attempt++) {
    try {
      const body = await core.ask(operation, given, "text/event-stream", options, (response) => response.body!, true)
      for await (const { data, id } of serverSentEvents(body)) {
        attempt = 0
        if (data !== "") yield JSON.parse(data) as Event
        // Once the event is with the reader: one that is told twice is better than one that is lost.
        if (id !== "") given["last_event_id"] = id
      }
    } catch (error) {
      const isRefusal = error instanceof SondeError && !passing.has(error.status)
      if (isRefusal || error instanceof SyntaxError || options.signal?.aborted) throw error
    }
    await wait(backoff(attempt), options.signal)
  }
}
