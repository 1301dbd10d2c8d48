import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { performance } from "node:perf_hooks"
import { attributesIn } from "../../../ingest/feed/Scanner.ts"
import { shapes, textOf } from "../../support/HostileText.ts"
import { parse, rss } from "./Documents.ts"

/*
 * Wherever a document has text, a hundred thousand characters of anything are soon read. A pattern that goes back over
 * what it has read needs ten billion steps for them, half a minute; a linear one a few milliseconds.
 */

/** Beginnings of markup, of which the shapes for any text have few. */
const markup = (
  "</¦<a x=¦<!¦<!-¦<!D¦<![¦<![CDATA[¦]]>¦<?¦a=¦a=\"¦a='¦=\"'¦&lt;¦&lt;a ¦&lt;!¦&lt;!--¦&lt;script>¦script¦</script¦<item>¦<title>¦</title¦" +
  "jan ¦a@b ¦(a)¦é¦午"
).split("¦")

const texts = [
  ...shapes.filter(({ end, start }) => start === "" && end !== ""),
  ...markup.map((unit) => ({ start: "", unit, end: 'x">' }))
].map((shape) => textOf(shape, 100_000))

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
const item = (inside: string) => rss(`<item><title>x</title>${inside}</item>`)
const json = (value: object) => JSON.stringify({ version: "https://jsonfeed.org/version/1.1", ...value })

/** Where a document holds text of its publisher. */
const places: Readonly<Record<string, (text: string) => string>> = {
  "the whole document": (text) => text,
  "what stands before it": (text) => text + item(""),
  "a DOCTYPE": (text) => `<!DOCTYPE rss [${text}]>${item("")}`,
  "markup between items": (text) => rss(`${text}<item><title>x</title></item>`),
  "an element": (text) => item(`<guid>${text}</guid>`),
  "the name of an element": (text) => item(`<n${text}>x</n${text}>`),
  attributes: (text) => item(`<link ${text} href="/x"/>`),
  "the value of an attribute": (text) => item(`<link rel='alternate' href="${text.replaceAll('"', "")}"/>`),
  "the address of a vocabulary": (text) => item(`<a xmlns:b="${text.replaceAll('"', "")}"/>`),
  "the base of addresses": (text) => item(`<link xml:base="${escaped(text).replaceAll('"', "")}" href="x"/>`),
  "a title": (text) => rss(`<item><title>${escaped(text)}</title></item>`),
  "a title as written": (text) => rss(`<item><title>${text}</title></item>`),
  "a description": (text) => item(`<description>${escaped(text)}</description>`),
  "a section": (text) => item(`<content:encoded><![CDATA[${text}]]></content:encoded>`),
  "a link": (text) => item(`<link>${escaped(text)}</link>`),
  "a date": (text) => item(`<pubDate>${escaped(text.slice(0, 400))}</pubDate>`.repeat(100)),
  "an author": (text) => item(`<author>${escaped(text)}</author>`),
  "a category": (text) =>
    item(`<category>${escaped(text)}</category><itunes:keywords>${escaped(text)}</itunes:keywords>`),
  "a language": (text) => rss(`<language>${escaped(text)}</language><item><title>x</title></item>`),
  "how long to wait": (text) => rss(`<ttl>${escaped(text)}</ttl><sy:updatePeriod>${escaped(text)}</sy:updatePeriod>`),
  "content of Atom": (text) =>
    `<feed><entry><title>x</title><content type="a/b">${escaped(text)}</content></entry></feed>`,
  "a type of Atom": (text) =>
    `<feed><entry><title type="${escaped(text).replaceAll('"', "")}">x</title></entry></feed>`,
  JSON: (text) => `{"version":"https://jsonfeed.org/version/1.1","items":[${text}]}`,
  "texts of JSON": (text) =>
    json({
      title: text,
      language: text,
      items: [{ id: text, url: text, content_html: text, tags: [text], authors: [{ name: text }] }]
    })
}

describe("a hundred thousand characters are soon read", () => {
  it.effect.each(Object.entries(places))("in %s", ([, place]) =>
    Effect.gen(function* () {
      for (const text of texts) {
        const document = place(text)
        const begun = performance.now()
        yield* Effect.exit(parse(document))
        // A hundred times what is needed: other files run beside this one.
        assert.isBelow(performance.now() - begun, 2_000, text.slice(0, 20))
      }
    })
  )

  it("as attributes of one tag", () => {
    for (const text of texts) {
      const begun = performance.now()
      attributesIn(`a="b" ${text}`)
      assert.isBelow(performance.now() - begun, 2_000, text.slice(0, 20))
    }
  })
})
