/** The server sent more than was to be read. */
export class AnswerTooLarge extends Error {
  override readonly name = "AnswerTooLarge"
}

/**
 * A fetch that reads at most so many bytes of a body, counted after decompression, and follows no redirect: an API has
 * none, what is sent is for the configured server alone, and no answer may lead anywhere else.
 */
export const cappedFetch =
  (limit: number, fetch?: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await (fetch ?? globalThis.fetch)(input, { ...init, redirect: "error" })
    if (response.body === null) return response
    if (Number(response.headers.get("content-length")) > limit) {
      await response.body.cancel()
      throw new AnswerTooLarge()
    }
    let read = 0
    const body = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          read += chunk.byteLength
          if (read > limit) controller.error(new AnswerTooLarge())
          else controller.enqueue(chunk)
        }
      })
    )
    return new Response(body, response)
  }
