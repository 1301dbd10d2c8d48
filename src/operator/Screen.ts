import { Context } from "effect"

/** Where a command's output is seen. */
export interface Screen {
  /** Characters in a line; null where lines may be as long as they like, as in a file or another program. */
  readonly columns: number | null
  /** Shows these lines in place of those that it has shown last; null where what was written stays. */
  readonly draw: ((lines: ReadonlyArray<string>) => void) | null
  /** Whether words may have colours and weights. */
  readonly styled?: boolean
  /** Whether nothing is told of how far a command is. */
  readonly quiet?: boolean
}

const escape = "\u001b["

/**
 * Draws with the few sequences that every terminal knows: up by so many lines, and clear the rest of each. What is
 * cleared down to the screen's end at once, some terminals keep among what has scrolled away.
 */
export const drawOn = (write: (text: string) => void): NonNullable<Screen["draw"]> => {
  let drawn = 0
  const up = (count: number) => (count === 0 ? "" : `${escape}${count}A\r`)
  return (lines) => {
    const next = Array.from({ length: Math.max(drawn, lines.length) }, (_, n) => `${lines[n] ?? ""}${escape}K\n`)
    if (next.length > 0) write(up(drawn) + next.join("") + up(next.length - lines.length))
    drawn = lines.length
  }
}

const ofProcess = (): Screen => {
  const { stderr, stdout } = process
  const asked = Number(process.env["COLUMNS"])
  const columns = Number.isSafeInteger(asked) && asked > 0 ? asked : stdout.isTTY ? stdout.columns : null
  const moves = stderr.isTTY && process.env["TERM"] !== "dumb"
  return {
    columns,
    draw: moves ? drawOn((text) => void stderr.write(text)) : null,
    // What https://no-color.org asks for, and nothing where another program reads.
    styled: stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb"
  }
}

/** The process's own, unless told. */
export const Screen = Context.Reference<Screen>("sonde/operator/Screen", { defaultValue: ofProcess })
