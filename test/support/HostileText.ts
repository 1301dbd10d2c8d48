import { Worker } from "node:worker_threads"

/*
 * Text that patterns stumble over: something that they look for, said again and again, and then something else than
 * what they hope for. A pattern that goes back over what it has read, or reads the same once for each place, needs
 * minutes for it.
 */

/**
 * What is repeated: white space, digits, dots, hyphens, letters, brackets, quotes, marks, and the beginnings of markup.
 */
const units = (
  " ¦\n¦\n\n¦\t¦\u00a0¦a¦A¦1¦1 ¦1,¦1.¦0¦.¦...¦ .¦…¦,¦, ¦'¦;¦; ¦-¦--¦1-¦1–¦$¦€1¦%¦%41¦\\¦\\\"¦_¦|¦»¦*¦#¦(¦((¦[¦" +
  '](¦[1] ¦]¦{¦[{"a":¦"¦’¦“¦“a” ¦<¦<a ¦<!--¦&¦&#¦&#x1¦&amp;¦://¦http://¦https://a.¦a.¦A. ¦a@¦@¦x-¦!¦?¦=¦+¦' +
  "ab ¦and ¦the the ¦Inc. ¦1 million ¦19 Mar ¦12:¦Mon, ¦q=0;¦a=b&¦/¦/..¦:¦::¦\u0301¦e\u0301¦漢¦😀¦\ud800¦\udc00¦\0¦" +
  "ignore all "
).split("¦")

/** A text that begins somehow, goes on with the same and ends otherwise. */
export interface Shape {
  readonly start: string
  readonly unit: string
  readonly end: string
}

/**
 * What every reader and every pattern is given. The wide letter in front keeps the engine from ruling out wide ones at
 * once.
 */
export const shapes: ReadonlyArray<Shape> = units.flatMap((unit) => [
  { start: "", unit, end: "" },
  { start: "", unit, end: "!\n" },
  { start: "漢1 ", unit, end: "!\n" }
])

/** What a pattern that looks for these words is given besides: it is led on by them. */
export const shapesOf = (words: ReadonlyArray<string>): ReadonlyArray<Shape> =>
  words.flatMap((start) =>
    [" ", "a", "1", ...words.flatMap((word) => [word, `${word} `, `${word}-`])].map((unit) => ({
      start,
      unit,
      end: "!"
    }))
  )

const texts = new WeakMap<Shape, Map<number, string>>()

/** The text of a shape, so long; made once, since every pattern is given it. */
export const textOf = (shape: Shape, length: number): string => {
  const made = texts.get(shape) ?? new Map<number, string>()
  texts.set(shape, made)
  const { end, start, unit } = shape
  const text = made.get(length) ?? start + unit.repeat(Math.ceil(length / unit.length)) + end
  made.set(length, text)
  return text
}

/**
 * Milliseconds of processor time that something takes, at the best of a few times: what else the machine does is not
 * meant.
 */
export const fastest = (run: () => unknown, enough: number): number => {
  let best = Infinity
  for (let times = 0; times < 4 && best > enough; times++) {
    const begun = process.threadCpuUsage()
    run()
    const { system, user } = process.threadCpuUsage(begun)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

/** Looks through a whole text, as `replace`, `matchAll`, `match` and `split` do. */
export const lookThrough = (regExp: RegExp, text: string): unknown => {
  regExp.lastIndex = 0
  return regExp.global ? text.replace(regExp, "") : regExp.exec(text)
}

/**
 * The milliseconds of a pattern that looks through a text, in a thread that knows no other pattern: V8 stops optimising
 * patterns once it has compiled very many of them.
 */
export const fastestAlone = (
  { flags, source }: { readonly source: string; readonly flags: string },
  text: string,
  enough: number
): Promise<number> =>
  new Promise((resolve, reject) => {
    const program = `
      const { parentPort, workerData: { enough, flags, source, text } } = require("node:worker_threads")
      const regExp = new RegExp(source, flags)
      parentPort.postMessage((${fastest})(() => (${lookThrough})(regExp, text), enough))`
    const worker = new Worker(program, { eval: true, workerData: { enough, flags, source, text } })
    worker.once("message", resolve)
    worker.once("error", reject)
  })
