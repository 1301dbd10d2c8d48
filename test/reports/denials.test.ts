import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { deniedBetween } from "../../src/reports/evidence/Denials.ts"
import { objectionBetween } from "../../src/reports/evidence/Objections.ts"
import * as World from "./ReportWorld.ts"

const telling = (text: string) => ({
  kind: "signal" as const,
  title: "News of the day",
  headline: "News of the day",
  sentences: [{ text, verbatim: true }],
  published_at: "2026-03-01",
  published_at_estimated: false
})

const talks =
  "Kestrel Networks is in advanced talks to acquire Ashby plc, which runs 27,000 chargers, for $640 million."
const leak = "Kestrel in talks to buy Ashby for $640 million, people familiar say"
const closing = "Ashby will close its plant in Porto."

describe("what one piece says", () => {
  for (const [said, denial] of [
    [talks, "Ashby plc says it is not in talks with Kestrel Networks or anyone else."],
    [talks, "Ashby said on Monday that a report that it is in talks with Kestrel is untrue."],
    [talks, "An Ashby spokesperson said it isn't in talks with Kestrel."],
    [leak, "Ashby said it was not in talks with Kestrel."],
    [leak, "Ashby denies talks with Kestrel."],
    [leak, "Ashby dismisses reports of talks with Kestrel."],
    [closing, "Ashby will not close its plant in Porto."],
    ["Ashby plans to close its plant in Porto.", "Ashby has no plans to close its plant in Porto, it said."],
    ["Ashby to buy Pelham for $3 billion, sources say", "Ashby denies that it will buy Pelham."]
  ] as const)
    it(`is denied: “${said}” by “${denial}”`, () => {
      assert.deepStrictEqual(deniedBetween(telling(said), telling(denial)), [said, denial])
      assert.deepStrictEqual(deniedBetween(telling(denial), telling(said)), [denial, said])
    })

  for (const [said, other] of [
    // The situation has changed, or the time is another one.
    [talks, "Ashby is no longer in talks with Kestrel."],
    ["Kestrel ends talks with Ashby", "Ashby is not in talks with Kestrel."],
    ["Kestrel broke off talks with Ashby", "Ashby is not in talks with Kestrel."],
    ["Kestrel was in talks with Ashby in 2024", "Ashby is not in talks with Kestrel."],
    [closing, "Ashby has not closed its plant in Porto."],
    [closing, "Ashby will not close its plant in Porto before 2028."],
    ["Ashby raises prices in Spain.", "Ashby will not raise prices in Spain this year."],
    // Somebody or something else.
    [talks, "Ashby is not in talks with Pelham."],
    [talks, "Pelham is not in talks with Ashby."],
    [talks, "Ashby shareholders are not in talks with Kestrel."],
    [talks, "Ashby is not in talks with Kestrel's lenders."],
    ["Ashby's lenders are in talks with Kestrel.", "Ashby is not in talks with Kestrel."],
    ["Ashby will buy Pelham.", "Pelham will not buy Ashby."],
    [closing, "Ashby will not close its paint shop in Porto."],
    // Not a plain statement, or not a plain denial.
    ["Ashby may close its plant in Porto.", "Ashby will not close its plant in Porto."],
    ["Is Kestrel in talks with Ashby?", "Ashby is not in talks with Kestrel."],
    ["Kestrel denies talks with Ashby", "Ashby is not in talks with Kestrel."],
    ["Kestrel offers $640 million for Ashby", "Ashby rejects the offer of Kestrel."],
    ["Pelham accuses Ashby of fraud", "Ashby denies fraud at Pelham."],
    ["Ashby to split from Pelham", "Ashby reports split from Pelham went wrong."]
  ] as const)
    it(`is not denied: “${said}” by “${other}”`, () => {
      assert.isNull(deniedBetween(telling(said), telling(other)))
      assert.isNull(deniedBetween(telling(other), telling(said)))
    })
})

describe("a report whose sources deny each other", () => {
  const report = (...denials: ReadonlyArray<ReturnType<typeof World.news>>) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(World.today.getTime())
      yield* World.storeSignals([
        World.news(
          "A",
          "Batteries merger near, people familiar say",
          "Varta is in talks to acquire the batteries maker Ashby."
        ),
        ...denials
      ])
      const { result } = yield* World.write({ niche: "batteries", report_type: "trend_report", context: null })
      return World.parts(result.sections).quality
    }).pipe(Effect.provide(World.layer))
  const text = "The batteries maker Ashby is not in talks with Varta, it said in a statement."

  it.effect("shows both sides, and has a lower confidence", () =>
    Effect.gen(function* () {
      const { agreement, conflicts } = yield* report(
        World.news("B", "“There is nothing”: an answer on batteries", text, 2)
      )
      assert.isBelow(agreement, 1)
      assert.sameMembers(
        conflicts[0].sides.map(({ sentence }: any) => sentence),
        ["“Varta is in talks to acquire the batteries maker Ashby.”", `“${text}”`]
      )
    })
  )

  for (const [what, source, day] of [
    ["of one publisher", "A", 2],
    ["of days later", "B", 6]
  ] as const)
    it.effect(`takes nothing for a denial that is ${what}`, () =>
      Effect.gen(function* () {
        const { conflicts } = yield* report(World.news(source, "“There is nothing”: an answer on batteries", text, day))
        assert.isUndefined(conflicts)
      })
    )
})

describe("a figure that another piece disputes", () => {
  const own = "Voltmarsh Networks reported that 19% of its chargers were out of order in May."

  for (const objection of [
    "The figure sits badly with the 19% that Voltmarsh Networks reported.",
    "That is at odds with Voltmarsh's 19 percent.",
    "The survey contradicts the 19% reported by Voltmarsh.",
    "Contrary to the 19% of Voltmarsh, it found 31%.",
    "The regulator disputes the 19% that Voltmarsh named.",
    "It found 31%, compared with the 19% that Voltmarsh claimed."
  ])
    it(`is contradicted by “${objection}”`, () => {
      assert.deepStrictEqual(objectionBetween(telling(objection), telling(own)), [objection, own])
      assert.deepStrictEqual(objectionBetween(telling(own), telling(objection)), [own, objection])
    })

  for (const [other, told] of [
    ["This does not contradict the 19% that Voltmarsh reported.", own],
    ["It found 31%, compared with the 19% that Voltmarsh had a year before.", own],
    ["That is at odds with Voltmarsh's 23 percent.", own],
    ["That is at odds with Kerbwell's 19 percent.", own],
    ["That is at odds with what Voltmarsh said.", own],
    ["That is at odds with Voltmarsh's 19 percent.", "The survey contradicts the 19% reported by Voltmarsh."]
  ] as const)
    it(`is not contradicted by “${other}”`, () => assert.isNull(objectionBetween(telling(other), telling(told))))

  const disputing = {
    ...telling("The figure sits badly with the 19% that Voltmarsh Networks reported."),
    headline: "Utilisation fell to 11% in May, meters show"
  }
  const reporting = (headline: string, ...sentences: ReadonlyArray<string>) => ({
    ...telling(""),
    headline,
    sentences: [headline, ...sentences].map((text) => ({ text, verbatim: true }))
  })
  const unnamed = "Average utilisation of its 9,300 bays climbed to 19%, it said, from 14% a year ago."

  it("is found where its owner was named before", () => {
    for (const piece of [
      reporting("Voltmarsh raises its forecast", unnamed),
      reporting("Quarterly results are in", "Voltmarsh Networks said that revenue rose.", "It expects more.", unnamed)
    ])
      assert.deepStrictEqual(objectionBetween(disputing, piece), [disputing.sentences[0]!.text, unnamed])
  })

  it("is not found where it is somebody else's, or of something else", () => {
    for (const piece of [
      reporting("Kerbwell raises its forecast", unnamed),
      reporting("Voltmarsh raises its forecast", "Kerbwell's figures are out, too.", unnamed),
      reporting("Voltmarsh raises its forecast", "Kerbwell's utilisation climbed to 19%."),
      reporting("Voltmarsh raises its forecast", "Its shares rose 19% in early trading."),
      reporting("Voltmarsh raises its forecast", unnamed.replace("19%", "21%"))
    ])
      assert.isNull(objectionBetween(disputing, piece), piece.sentences.at(-1)!.text)
  })
})
