import { Result } from "effect"
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser"

export interface JsonFault {
  /** In characters from 0. */
  readonly at: number
  readonly message: string
}

/** No file of ours is nested deeper. */
const deepest = 10

const messages: Readonly<Record<string, string>> = {
  CommaExpected: "here should be ,",
  ColonExpected: "here should be :",
  CloseBraceExpected: "here should be }",
  CloseBracketExpected: "here should be ]",
  PropertyNameExpected: "expected a name in quotes here"
}

/** Where the text is nested too deep, null where it isn't: the parser calls itself for each level. */
const tooDeep = (text: string): number | null => {
  const scanner = createScanner(text, true)
  let depth = 0
  for (;;) {
    scanner.scan()
    const at = scanner.getTokenOffset()
    if (at >= text.length) return null
    const first = text[at]!
    if ("[{".includes(first) && ++depth > deepest) return at
    if ("]}".includes(first)) depth--
  }
}

/** Reads JSON (RFC 8259) as `JSON.parse` does, and tells where everything stands. */
export const parseJson = (text: string): Result.Result<Node, JsonFault> => {
  const deep = tooDeep(text)
  if (deep !== null) return Result.fail({ at: deep, message: "this is nested too deep" })
  const errors: Array<ParseError> = []
  const root = parseTree(text, errors, { disallowComments: true })
  const [first] = errors
  if (root !== undefined && first === undefined) return Result.succeed(root)
  const { error, offset: at } = first!
  if (at >= text.length) return Result.fail({ at, message: "the file ends in the middle" })
  if (root !== undefined && at >= root.offset + root.length)
    return Result.fail({ at, message: "there is text after the end" })
  return Result.fail({ at, message: messages[printParseErrorCode(error)] ?? "here should be a value" })
}
