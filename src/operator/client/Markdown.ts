import { Marked, type Token, type Tokens } from "marked"
import stringWidth from "string-width"
import { painter, parts, table, wrapped } from "../Table.ts"

/*
 * Markdown for people at a terminal: headings, lists and tables, in lines that fit.
 */

/** Control characters but line feeds: what comes from elsewhere must not steer the terminal. */
// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]+/g

const marked = new Marked({ gfm: true })

/** The most lines that a row of a table has, at the mean. */
const mostLines = 3

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)

/** Markdown as text of lines that fit the room; with colours and weights where they may be. */
export const markdownText = (markdown: string, room: number | null, styled: boolean): string => {
  const paint = painter(styled)

  const inline = (tokens: ReadonlyArray<Token>): string =>
    tokens
      .map((token) => {
        const { tokens: inner, type } = token as Tokens.Generic
        const text = inner === undefined ? unescaped((token as Tokens.Text).text ?? "") : inline(inner)
        switch (type) {
          case "strong":
            return paint("bold", text)
          case "em":
            return paint("italic", text)
          case "del":
            return paint("strikethrough", text)
          case "codespan":
            return paint("cyan", text)
          case "link": {
            const { href } = token as Tokens.Link
            return text === href || text === "" ? paint("underline", href) : `${text} ${paint("dim", `(${href})`)}`
          }
          case "br":
            return "\n"
          default:
            return text.replaceAll("\n", " ")
        }
      })
      .join("")

  const lines = (text: string, indent: string, first = indent): string =>
    text
      .split("\n")
      .map((line, n) => {
        const begins = n === 0 ? first : indent
        const narrow = room === null ? null : Math.max(20, room - stringWidth(indent))
        return begins + wrapped(line, narrow).replaceAll("\n", `\n${indent}`)
      })
      .join("\n")

  const block = (tokens: ReadonlyArray<Token>, indent: string, tight = false): string =>
    tokens
      .flatMap((token) => {
        switch (token.type) {
          case "space":
          case "html":
          case "def":
            return []
          case "heading": {
            const { depth, tokens: inner } = token as Tokens.Heading
            const text = inline(inner)
            const line = depth === 1 ? "=" : "-"
            // Where nothing can be bold a heading is one by what stands below it.
            const under =
              depth > 2 || styled ? "" : `\n${indent}${line.repeat(Math.min(stringWidth(text), room ?? 80))}`
            return [lines(paint(depth === 1 ? ["bold", "underline"] : "bold", text), indent) + under]
          }
          case "hr":
            return [indent + "─".repeat(Math.max(3, Math.min(room ?? 40, 40) - indent.length))]
          case "code":
            return [
              (token as Tokens.Code).text
                .split("\n")
                .map((line) => `${indent}    ${line}`)
                .join("\n")
            ]
          case "blockquote":
            return [block((token as Tokens.Blockquote).tokens, `${indent}│ `)]
          case "list": {
            const { items, loose, ordered, start } = token as Tokens.List
            const last = Number(start || 1) + items.length - 1
            const hang = ordered ? String(last).length + 2 : 2
            return [
              items
                .map((item, n) => {
                  const mark = ordered ? `${Number(start || 1) + n}.`.padEnd(hang) : "• "
                  const inner = indent + " ".repeat(hang)
                  return indent + mark + block(item.tokens, inner, true).slice(inner.length)
                })
                .join(loose ? "\n\n" : "\n")
            ]
          }
          case "table":
            return [tabular(token as Tokens.Table, indent)]
          default: {
            const { tokens: inner, text } = token as Tokens.Paragraph
            return [lines((inner === undefined ? unescaped(text) : inline(inner)).trim(), indent)]
          }
        }
      })
      .join(tight ? "\n" : "\n\n")

  /** Cells are measured and cut: they have no styles. */
  const plain = (tokens: ReadonlyArray<Token>): string =>
    tokens
      .map((token) => {
        const { tokens: inner, text = "" } = token as Tokens.Generic
        return inner === undefined ? unescaped(String(text)) : plain(inner)
      })
      .join("")

  /** A row by itself: its first cell, and below it what its other cells say. */
  const record = ([first = "", ...others]: ReadonlyArray<string>, titles: ReadonlyArray<string>, indent: string) => {
    const narrow = room === null ? Number.POSITIVE_INFINITY : room - indent.length - 2
    const said = others.flatMap((cell, n) => {
      const text = `${titles[n + 1]}: ${cell}`
      // What fits a line is not broken.
      return cell === "" || cell === "–" ? [] : [stringWidth(text) <= narrow ? text.replaceAll(" ", "\u00a0") : text]
    })
    const below = lines(said.join(" · "), `${indent}  `).replaceAll("\u00a0", " ")
    return lines(paint("bold", first), `${indent}  `, `${indent}• `) + (said.length === 0 ? "" : `\n${below}`)
  }

  /** Beside each other; where that were mostly broken lines, one row below the other. */
  const tabular = ({ align, header, rows }: Tokens.Table, indent: string): string => {
    const titles = header.map(({ tokens }) => plain(tokens))
    const cells = rows.map((row) => row.map(({ tokens }) => plain(tokens)))
    const space = room === null ? null : room - indent.length
    const columns = titles.map((title, index) => {
      const texts = [title, ...cells.map((row) => row[index]!)]
      return {
        title,
        cell: (row: ReadonlyArray<string>) => row[index]!,
        numeric: align[index] === "right",
        // No word and no number is cut.
        least: Math.max(...texts.flatMap(parts).map((part) => stringWidth(part))),
        wraps: true
      }
    })
    const least = columns.reduce((sum, one) => sum + one.least + 2, -2)
    const drawn = table(cells, columns, "", { room: space, styled }).split("\n")
    if (space !== null && (least > space || drawn.length > mostLines * cells.length))
      return cells.map((row) => record(row, titles, indent)).join("\n")
    return drawn.map((line) => indent + line).join("\n")
  }

  return block(marked.lexer(markdown.replace(steering, " ")), "")
}
