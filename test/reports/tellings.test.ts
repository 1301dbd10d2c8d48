import { assert, describe, it } from "@effect/vitest"
import type { Piece } from "../../src/reports/evidence/Piece.ts"
import { contradictionsIn } from "../../src/reports/evidence/Conflicts.ts"
import { ofSignal } from "../../src/reports/evidence/News.ts"
import { oncePerStory } from "../../src/reports/evidence/Tellings.ts"
import { atOnce } from "../../src/storage/database/Batch.ts"
import * as World from "./ReportWorld.ts"

type Telling = readonly [publisher: string, title: string, snippet?: string, language?: string]

/** The pieces that are kept of one story; the first one given has the highest score. */
const chosen = (...tellings: ReadonlyArray<Telling>) =>
  atOnce(
    oncePerStory(
      tellings.map(([source, title, snippet = "", language = "en"], n) => {
        const signal = World.stored({ id: n, story_id: 1, title, snippet, source, language })
        return { signal, piece: ofSignal({ signal, score: 1 - n / 20, reasons: [] }, [], null, World.today) }
      })
    )
  )

const carried = (...tellings: ReadonlyArray<Telling>) =>
  chosen(...tellings).map(({ carriedBy, headline }) => [headline, ...(carriedBy ?? [])])

describe("events of one company that became one story", () => {
  const seven = "Glacier Mining accident kills seven at Kiruna pit"
  const three = "Glacier Mining accident kills three at Kiruna pit"
  const rose = "Glacier Mining revenue rose 22% in the third quarter"
  const fell = "Glacier Mining revenue fell 22% in the third quarter"
  const all: ReadonlyArray<Telling> = [
    ["Alpha", seven],
    ["Beta", three],
    ["Gamma", rose],
    ["Delta", fell]
  ]

  it("are carried only by publishers that report the same", () =>
    assert.deepStrictEqual(carried(...all, ["Epsilon", "Seven die in accident at Glacier Mining pit, Kiruna mourns"]), [
      [seven, "Alpha", "Epsilon"],
      [three, "Beta"],
      [rose, "Gamma"],
      [fell, "Delta"]
    ]))

  it("contradict each other event by event", () => {
    const pieces = chosen(...all).map((piece, at): Piece => ({ ...piece, n: at + 1 }))
    assert.deepStrictEqual(
      contradictionsIn(pieces).map(({ pieces }) => pieces.map(({ publisher }) => publisher)),
      [
        ["Alpha", "Beta"],
        ["Gamma", "Delta"]
      ]
    )
  })

  it("name all of its publishers, whatever they report", () =>
    assert.deepStrictEqual(chosen(...all)[0]?.others, ["Beta", "Gamma", "Delta"]))
})

describe("headlines of one story that differ only in a count", () => {
  const clash = (one: string, other: string) => {
    const pieces = [one, other].map((title, at) => ({ ...chosen([`P${at}`, title])[0]!, n: at + 1 }))
    return contradictionsIn(pieces).map(({ figures }) => figures)
  }

  for (const [one, other, ...figures] of [
    ["Seven die in Ashby mine accident", "Ashby mine accident kills three", "seven", "three"],
    ["Ashby mine accident kills 7", "Accident at Ashby mine kills 3", "7", "3"]
  ] as const)
    it(`contradict each other: “${one}” and “${other}”`, () => assert.deepStrictEqual(clash(one, other), [figures]))

  for (const [one, other] of [
    ["Seven die in Ashby mine accident", "Ashby mine accident kills at least three"],
    ["Accident kills seven at Ashby mine in Kent", "Accident kills three at Ashby mine in Wales"],
    ["Ashby opens tea house part 1", "Ashby opens tea house part 2"],
    ["Ashby mine accident kills 100", "Ashby mine accident kills 101"],
    ["Ashby launches the Model 7 truck", "Ashby launches the Model 3 truck"]
  ] as const)
    it(`do not contradict each other: “${one}” and “${other}”`, () => assert.isEmpty(clash(one, other)))
})

describe("a publisher that reports the same as a headline", () => {
  const headline = "Voltrex recalls electric cars over battery fires"
  for (const [what, other, isSame] of [
    [
      "says it in other words, with a text that has its own",
      ["B", "Batteries catch fire in Norway", "Voltrex recalls its electric cars because batteries caught fire."],
      true
    ],
    ["writes in another language", ["B", "Voltrex ruft Elektroautos zurück", "", "de"], true],
    [
      "says something else of the company",
      ["B", "Voltrex opens a showroom in Oslo", "The showroom is the largest in Norway, it said on Monday."],
      false
    ]
  ] as const)
    it(`${isSame ? "is" : "is not"} one that ${what}`, () =>
      assert.deepStrictEqual(
        carried(["A", headline, "Owners were told to park outside, the maker said on Monday."], other)[0],
        [headline, "A", ...(isSame ? ["B"] : [])]
      ))
})

it("a figure that another publisher disputes by name is a contradiction in any story", () => {
  const own = "Voltmarsh Networks reported that 19% of its chargers were out of order in May."
  const objection = "The figure sits badly with the 19% that Voltmarsh Networks reported for its chargers."
  const pieces = [
    ["A", "Drivers trust chargers less", objection],
    ["B", "Voltmarsh repairs its chargers", own]
  ].map(([source, title, text], at) => ({ ...chosen([source!, title!, text!])[0]!, story: `${at}`, n: at + 1 }))
  assert.deepStrictEqual(
    contradictionsIn(pieces).map(({ sentences }) => sentences),
    [[objection, own]]
  )
  assert.isEmpty(contradictionsIn(pieces.map((piece) => ({ ...piece, publisher: "A" }))))
})
