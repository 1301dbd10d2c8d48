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

/** Draws with the few sequences that every terminal knows: up by so many lines, and clear from there on. */
const drawOn = (write: (text: string) => void): NonNullable<Screen["draw"]> => {
  let drawn = 0
  return (lines) => {
    const back = drawn === 0 ? "" : `${escape}${drawn}A\r${escape}J`
    drawn = lines.length
    if (back !== "" || drawn > 0) write(back + lines.map((line) => `${line}\n`).join(""))
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
