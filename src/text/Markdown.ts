import { decodeHTML } from "entities"
import { Lexer, type Token, type Tokens } from "marked"

/*
 * Markdown where nobody shows it: in mail, chats and notifications.
 */

/** The words of a line; pages that they lead to, pictures and markup of HTML are left out. */
const words = (tokens: ReadonlyArray<Token>): string =>
  tokens
    .map((token) => {
      const { text = "", tokens: inner, type } = token as Tokens.Generic
      if (type === "html") return /^<br\b/i.test(text) ? "\n" : ""
      if (type === "br") return "\n"
      if (inner !== undefined) return words(inner)
      return type === "text" ? decodeHTML(text) : text
    })
    .join("")

const listItem = ({ checked, tokens }: Tokens.ListItem, mark: string): string =>
  `${mark} ${checked === true ? "✓ " : ""}${blocks(tokens).join("\n").replaceAll("\n", "\n  ")}`

const table = ({ header, rows }: Tokens.Table): string =>
  [header, ...rows].map((cells) => cells.map(({ tokens }) => words(tokens)).join(" | ")).join("\n")

const blocks = (tokens: ReadonlyArray<Token>): ReadonlyArray<string> =>
  tokens.flatMap((token): ReadonlyArray<string> => {
    switch (token.type) {
      case "space":
      case "def":
      case "hr":
      case "html":
      case "checkbox":
        return []
      case "code":
        return [(token as Tokens.Code).text]
      case "blockquote":
        return blocks((token as Tokens.Blockquote).tokens)
      case "list": {
        const { items, ordered, start } = token as Tokens.List
        const mark = (n: number) => (ordered ? `${Number(start || 1) + n}.` : "•")
        return [items.map((item, n) => listItem(item, mark(n))).join("\n")]
      }
      case "table":
        return [table(token as Tokens.Table)]
      default: {
        const text = words([token]).trim()
        return text === "" ? [] : [text]
      }
    }
  })

/** What Markdown says, without its marks: paragraphs with an empty line between them, and lists line by line. */
export const plainText = (markdown: string): string => blocks(Lexer.lex(markdown, { gfm: true })).join("\n\n")
