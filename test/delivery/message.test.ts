import { assert, describe, it } from "@effect/vitest"
import { messageOf } from "../../src/delivery/Message.ts"
import type { Posted } from "../../src/domain/Endpoint.ts"
import type { WatchEvent } from "../../src/domain/WatchEvent.ts"
import { event } from "./Event.ts"

const url = "https://hooks.example/a/topic"

const sent = (kind: Posted["kind"], more: Partial<WatchEvent> = {}, home: string | null = null) => {
  const message = messageOf({ kind, url }, event(more), home)
  return { url: message.url, body: JSON.parse(message.body) }
}

const hostile = "<!channel> @everyone & **[x](https://evil.example)** `a` | _b_\n# c"

describe("messages", () => {
  it("are the event itself as plain JSON, and in an envelope for webhooks", () => {
    assert.deepStrictEqual(sent("json"), { url, body: event() })
    assert.deepStrictEqual(sent("webhook").body.data, event())
  })

  it("for Slack have no mention and no link but the source's", () => {
    assert.strictEqual(
      sent("slack").body.text,
      "<https://news.example/tea|Tea is dear in Assam>\nSince March.\nTea · News"
    )
    const link = { kind: "signal", id: 5, url: "https://news.example/?a=1&b=<x>|y" } as const
    const { text } = sent("slack", { title: hostile, text: hostile, link }).body
    assert.deepStrictEqual(text.match(/<[^>]*>/g).length, 1, text)
    assert.notInclude(text, "<!channel>")
    const [head] = text.split("\n")
    assert.strictEqual(
      head,
      "<https://news.example/?a=1&amp;b=%3Cx%3E%7Cy|&lt;!channel&gt; @everyone &amp; **[x](https://evil.example)** `a` ¦ _b_ # c>"
    )
  })

  it("for Discord are text without markup, and mention nobody", () => {
    const { allowed_mentions, embeds } = sent("discord", { title: hostile, text: hostile }).body
    assert.deepStrictEqual(allowed_mentions, { parse: [] })
    const words = embeds[0].title as string
    assert.strictEqual(
      words,
      "\\<!channel\\> \\@everyone & \\*\\*\\[x\\]\\(https\\://evil.example\\)\\*\\* \\`a\\` \\| \\_b\\_ \\# c"
    )
    assert.strictEqual(embeds[0].description, words)
    assert.strictEqual(embeds[0].url, "https://news.example/tea")
  })

  it("for Teams are an adaptive card whose text is shown as it is", () => {
    const { attachments, type } = sent("teams", { title: hostile }).body
    const { contentType, content } = attachments[0]
    assert.deepStrictEqual([type, contentType], ["message", "application/vnd.microsoft.card.adaptive"])
    assert.deepStrictEqual(
      content.body.map((block: any) => [block.type, block.inlines[0].type, block.inlines[0].text]),
      [
        ["RichTextBlock", "TextRun", hostile.replace("\n", " ")],
        ["RichTextBlock", "TextRun", "Since March."],
        ["RichTextBlock", "TextRun", "Tea · News"]
      ]
    )
    assert.deepStrictEqual(content.actions, [
      { type: "Action.OpenUrl", title: "Open", url: "https://news.example/tea" }
    ])
  })

  it("for ntfy go to the server with the topic inside", () => {
    assert.deepStrictEqual(sent("ntfy", { title: "Tee in Österreich" }), {
      url: "https://hooks.example/a/",
      body: {
        topic: "topic",
        title: "Tee in Österreich",
        message: "Since March.\nTea · News",
        click: "https://news.example/tea"
      }
    })
  })

  it("say what has changed, and are bounded", () => {
    const change = { what: "position", before: 12, after: null }
    const why = { terms: [], highlights: [], change }
    assert.include(sent("slack", { text: null, why }).body.text, "\nposition: 12 → unknown\n")
    const long = "*".repeat(5_000)
    const { embeds } = sent("discord", { title: long, text: long, watch: { id: 3 as never, name: long } }).body
    assert.isAtMost(embeds[0].title.length, 256)
    assert.isAtMost(embeds[0].description.length, 4_096)
    assert.isAtMost(embeds[0].footer.text.length, 2_048)
    for (const kind of ["slack", "teams", "ntfy"] as const)
      assert.isAtMost(JSON.stringify(sent(kind, { title: long, text: long }).body).length, 3_500)
  })

  it("are as long as Discord and ntfy count, and never end within a character", () => {
    const long = "😀".repeat(5_000)
    const { embeds } = sent("discord", { title: long, text: long }).body
    const { message, title } = sent("ntfy", { text: long, source: long }).body
    assert.isAtMost(embeds[0].title.length, 256)
    assert.isAtMost(embeds[0].description.length, 4_096)
    assert.isAtMost(Buffer.byteLength(message), 4_096)
    for (const text of [embeds[0].title, embeds[0].description, message, title]) assert.isTrue(text.isWellFormed())
  })

  it("lead to the page of the service where it has an address of its own, whatever their form", () => {
    const home = "https://sonde.example"
    const page = `${home}/dashboard/stories/9`
    const story_id = 9 as never
    const of = (kind: Posted["kind"], more: Partial<WatchEvent> = { story_id }) => sent(kind, more, home).body
    const { link } = event()
    assert.deepStrictEqual(of("json"), { ...event({ story_id }), link: { ...link, page } })
    assert.deepStrictEqual(of("webhook").data.link, { ...link, page })
    assert.strictEqual(
      of("slack").text,
      `<https://news.example/tea|Tea is dear in Assam>\nSince March.\nTea · News\n<${page}|Open in Sonde>`
    )
    const [embed] = of("discord").embeds
    assert.deepStrictEqual([embed.url, embed.author], [link.url, { name: "Open in Sonde", url: page }])
    assert.deepStrictEqual(of("teams").attachments[0].content.actions, [
      { type: "Action.OpenUrl", title: "Open", url: link.url },
      { type: "Action.OpenUrl", title: "Open in Sonde", url: page }
    ])
    assert.deepStrictEqual(
      [of("ntfy").click, of("ntfy").actions],
      [link.url, [{ action: "view", label: "Open in Sonde", url: page }]]
    )
    const pageOf = (more: Partial<WatchEvent>) => of("json", more).link.page
    const about = (kind: WatchEvent["link"]["kind"]) => pageOf({ link: { kind, id: 4, url: null } })
    assert.deepStrictEqual((["report", "company", "keyword", "key", "trending", "source"] as const).map(about), [
      `${home}/dashboard/reports/4`,
      `${home}/dashboard/companies/4`,
      `${home}/dashboard/keywords/4`,
      `${home}/dashboard/keys/4`,
      `${home}/dashboard/trends`,
      `${home}/dashboard/sources`
    ])
    // News that is in no story stands at the top of this list of events.
    assert.strictEqual(pageOf({}), `${home}/dashboard/events?before=18`)
    const report = { link: { kind: "report", id: 4, url: null } } as const
    assert.strictEqual(of("ntfy", report).click, `${home}/dashboard/reports/4`)
    assert.strictEqual(pageOf({ kind: "test" }), undefined)
  })

  it("lead only to pages", () => {
    const link = { kind: "signal", id: 5, url: "javascript:alert(1)" } as const
    for (const kind of ["slack", "discord", "teams", "ntfy"] as const)
      assert.notInclude(JSON.stringify(sent(kind, { link }).body), "javascript:")
  })
})
