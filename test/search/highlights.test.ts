import { assert, describe, it } from "@effect/vitest"
import { highlight } from "../../src/search/Highlights.ts"
import { parse, planOf, withWords } from "../../src/search/Query.ts"

const marked = (q: string, title: string, language: string): ReadonlyArray<string> => {
  const [first] = highlight({ title, snippet: "" }, planOf(parse(q), [language]), language)
  return (first?.offsets ?? []).map(([start, end]) => first!.fragment.slice(start, end))
}

describe("highlights", () => {
  it("mark words with accents where they are asked for without", () => {
    assert.deepStrictEqual(marked("economia", "La economía crece", "es"), ["economía"])
    assert.deepStrictEqual(marked("osterreich", "Preise in Österreich", "de"), ["Österreich"])
  })

  it("mark the word of a possessive, and the parts of a name with a sign", () => {
    assert.deepStrictEqual(marked("Germany's", "Germany's exports, Apple's suppliers", "en"), ["Germany"])
    assert.deepStrictEqual(marked("R&D", "R&D costs", "en"), ["R", "D"])
  })

  it("mark the words of a phrase only where it stands, and others wherever they do", () => {
    const title = "A pump is no heat pump: heat and a pump"
    assert.deepStrictEqual(marked('"heat pumps"', title, "en"), ["heat", "pump"])
    assert.deepStrictEqual(marked('"heat pumps" pump', title, "en"), ["pump", "heat", "pump", "pump"])
    assert.deepStrictEqual(marked('-"heat pump" pump', title, "en"), ["pump", "pump", "pump"])
    assert.deepStrictEqual(marked('"pump heat"', title, "en"), ["pump", "heat"])
    assert.deepStrictEqual(marked('"heat wave"', title, "en"), [])
  })

  it("mark two words that a word of the question was divided into", () => {
    const query = withWords(parse("heatpump"), new Map([["heatpump", ["heatpump", "heat pump"]]]))
    const title = "A heatpump or a heat pump, not a pump"
    const [first] = highlight({ title, snippet: "" }, planOf(query, ["en"]), "en")
    const words = first!.offsets.map(([start, end]) => title.slice(start, end))
    assert.deepStrictEqual(words, ["heatpump", "heat", "pump"])
  })

  it("mark two capitals as initials and without points, and not the small word", () => {
    assert.deepStrictEqual(marked("US", "US and U.S. news for us", "en"), ["US", "U.S"])
  })

  it("mark initials, and not times or abbreviations of small words, as them", () => {
    for (const small of ["8 a.m.", "8 p.m.", "8:30 p.m.", "8 P.M.", "8 pm", "e.g.", "E.g.", "i.e.", "I.e."])
      assert.deepStrictEqual(marked("AM PM EG IE", `Trains go ${small} late`, "en"), [], small)
    for (const small of ["z.B.", "Z.B.", "z.b.", "d.h.", "D.h."])
      assert.deepStrictEqual(marked("ZB DH", `Züge fahren ${small} nachts`, "de"), [], small)
    for (const [initials, text] of [
      ["A.M", "A.M. Best rates insurers"],
      ["P.M", "P.M. Modi travels"],
      ["A.M.A", "the A.M.A. warns"],
      ["D.H", "D.H. Lawrence"],
      ["P.M", "Trains go P.M. late"],
      ["P.M.I", "8 P.M.I. figures"]
    ] as const)
      assert.deepStrictEqual(marked(initials.replaceAll(".", ""), text, "en"), [initials], text)
  })

  it("mark a number whole, however it is grouped", () => {
    assert.deepStrictEqual(marked("4000 jobs", "It cuts 4,000 jobs of 14,000", "en"), ["4,000", "jobs"])
    for (const q of ["4200 jobs", "4 200 jobs", "4,200 jobs"])
      assert.deepStrictEqual(marked(q, "It cuts 4\u00A0200 jobs", "en"), ["4\u00A0200", "jobs"], q)
  })

  it("mark a whole time, however it is written", () => {
    for (const time of ["8 p.m", "8 P.M", "8pm", "8 pm", "8PM", "8p.m"])
      for (const q of ["8 p.m.", "8 P.M.", "8pm", "8 pm", "8 p.m"])
        assert.deepStrictEqual(marked(q, `Trains go ${time}. Pm 9 8`, "en"), [time], `${q} in ${time}`)
    for (const q of ["8 a.m.", "8am", "8 am", "8 AM"])
      for (const time of ["8 a.m", "8am", "8 am", "8 AM"])
        assert.deepStrictEqual(marked(q, `Trains go ${time}.`, "en"), [time], `${q} in ${time}`)
  })
})
