import { Result } from "effect"

/** A JSON value and where it begins in the text, in characters from 0. */
export interface Node {
  readonly at: number
  readonly value: unknown
  /** The parts of an array. */
  readonly items: ReadonlyArray<Node> | null
  /** The members of an object, the last of each name. */
  readonly members: ReadonlyMap<string, Node> | null
}

export interface JsonFault {
  readonly at: number
  readonly message: string
}

/** No file of ours is nested deeper. */
const deepest = 10

const space = /[\t\n\r ]*/y
// oxlint-disable-next-line no-control-regex
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Reads JSON (RFC 8259) as `JSON.parse` does, and remembers where everything stands. */
export const parseJson = (text: string): Result.Result<Node, JsonFault> => {
  let at = 0

  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    at += found?.length ?? 0
    return found
  }
  const skip = (character: string): boolean => {
    take(space)
    const there = text[at] === character
    if (there) at++
    take(space)
    return there
  }
  const fault = (message: string): JsonFault => ({
    at,
    message: at >= text.length ? "the file ends in the middle" : message
  })
  const need = (character: string): void => {
    if (!skip(character)) throw fault(`here should be ${character}`)
  }

  /** What stands between the brackets, with commas in between. */
  const list = <A>(close: string, part: () => A): Array<A> => {
    const parts: Array<A> = []
    if (skip(close)) return parts
    do parts.push(part())
    while (skip(","))
    need(close)
    return parts
  }

  const node = (depth: number): Node => {
    take(space)
    const start = at
    if (depth > deepest) throw fault("this is nested too deep")
    if (skip("[")) {
      const items = list("]", () => node(depth + 1))
      return { at: start, value: items.map(({ value }) => value), items, members: null }
    }
    if (skip("{")) {
      const members = list("}", () => {
        const name = take(string)
        if (name === null) throw fault("here should be a name in quotes")
        need(":")
        return [JSON.parse(name) as string, node(depth + 1)] as const
      })
      const value = Object.fromEntries(members.map(([name, { value }]) => [name, value]))
      return { at: start, value, items: null, members: new Map(members) }
    }
    const literal = take(string) ?? take(scalar)
    if (literal === null) throw fault("here should be a value")
    return { at: start, value: JSON.parse(literal) as unknown, items: null, members: null }
  }

  return Result.try({
    try: () => {
      const root = node(1)
      take(space)
      if (at < text.length) throw fault("something stands behind the end")
      return root
    },
    catch: (error) => error as JsonFault
  })
}
