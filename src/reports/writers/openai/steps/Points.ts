import type { Paragraph } from "../../Writer.ts"

/** A sentence of the report that holds: what its summary and its recommendation may rest on. */
export interface Point {
  readonly n: number
  /** The title of its section. */
  readonly section: string
  readonly text: string
  readonly citations: ReadonlyArray<number>
}

export const pointLine = ({ n, section, text }: Point): string => JSON.stringify({ n, section, text })

/** The sentences of these sections, numbered from 1. */
export const pointsOf = (
  sections: ReadonlyArray<{ readonly title: string; readonly paragraphs: ReadonlyArray<Paragraph> }>
): ReadonlyArray<Point> =>
  sections
    .flatMap(({ paragraphs, title }) =>
      paragraphs.flatMap(({ statements }) =>
        statements.map(({ citations, text }) => ({ section: title, text, citations }))
      )
    )
    .map((point, index) => ({ ...point, n: index + 1 }))

/** The sources on which these points rest, each once, at most so many, those of the first point first. */
export const citationsOfPoints = (
  points: ReadonlyArray<Point>,
  numbers: ReadonlyArray<number>,
  most: number
): ReadonlyArray<number> => [
  ...new Set(numbers.flatMap((n) => points.find((point) => point.n === n)?.citations ?? []).slice(0, most))
]
