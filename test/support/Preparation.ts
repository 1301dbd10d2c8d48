/**
 * Runs what tests need before they begin, and names the step that it was at when it fails or takes too long: Vitest's
 * own limit of a `beforeAll` skips every test and doesn't say where the time went.
 */
export const prepared = async (
  seconds: number,
  prepare: (begin: (step: string) => void) => Promise<void>
): Promise<void> => {
  let step = "beginning"
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${seconds} s`)), seconds * 1_000)
  })
  const work = prepare((next) => {
    step = next
  })
  try {
    await Promise.race([work, late])
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The preparation of these tests ended while ${step}: ${reason}`, { cause })
  } finally {
    clearTimeout(timer)
  }
}
