import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { parseFeed } from "../../../ingest/feed/ParseFeed.ts"
import { atom, input, item, only, parse, rss, second, URL_OF_FEED } from "./Documents.ts"
import { assertMatches } from "../../support/Matches.ts"

const RSS_2 = rss(
  `<language>en-GB</language><ttl>45</ttl>
   <item>
     <title>Cranes &amp; quays: &#8216;closed&#8217;</title>
     <link>https://harbour.example/cranes?a=1&amp;b=2</link>
     <guid isPermaLink="false">harbour-17</guid>
     <pubDate>Tue, 03 Mar 2026 09:05:07 +0100</pubDate>
     <dc:creator>Ada Quay</dc:creator>
     <dc:language>fr</dc:language>
     <category>Ports</category><category>Trade</category><category>Ports</category>
     <source url="https://wire.example/">The Wire</source>
     <description>&lt;p&gt;All cranes &lt;b&gt;stand&lt;/b&gt; still.&lt;/p&gt;</description>
     <content:encoded><![CDATA[<p>All cranes stand still.</p><p>Since <i>Monday</i>.</p>]]></content:encoded>
   </item>`
)

describe("the language of an item", () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title>T</title><id>t</id>
    <entry xml:lang="it"><title>Uno</title><id>1</id></entry><entry><title>Two</title><id>2</id></entry></feed>`
  const json = JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "T",
    language: "en",
    items: [
      { id: "1", title: "Uno", language: "it" },
      { id: "2", title: "Two" }
    ]
  })
  for (const [format, document] of Object.entries({ atom, json }))
    it.effect(`is its own, and not that of the feed: ${format}`, () =>
      Effect.gen(function* () {
        const { items } = yield* parse(document)
        assert.deepStrictEqual(
          items.map(({ language }) => language),
          ["it", null]
        )
      })
    )
})

describe("parseFeed, RSS", () => {
  it.effect("reads every field of an RSS 2.0 item", () =>
    Effect.gen(function* () {
      const feed = yield* parse(RSS_2)
      assertMatches(feed, {
        format: "rss",
        title: "Harbour News",
        link: "https://harbour.example/",
        language: "en-GB",
        ttlMinutes: 45
      })
      assert.deepStrictEqual(feed.items, [
        {
          guid: "harbour-17",
          title: "Cranes & quays: ‘closed’",
          link: "https://harbour.example/cranes?a=1&b=2",
          summary: "All cranes stand still.",
          text: "All cranes stand still. Since Monday.",
          publishedAt: new Date("2026-03-03T08:05:07Z"),
          author: "Ada Quay",
          categories: ["Ports", "Trade"],
          source: "The Wire",
          language: "fr",
          extensions: {}
        }
      ])
    })
  )

  it.effect("reads RSS 1.0, whose items stand beside the channel", () =>
    Effect.gen(function* () {
      const feed = yield* parse(
        `<?xml version="1.0"?><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:s="http://purl.org/rss/1.0/modules/syndication/">
         <channel r:about="https://harbour.example/"><title>Harbour</title><link>https://harbour.example/</link><d:language>nl</d:language><s:updatePeriod>hourly</s:updatePeriod><s:updateFrequency>2</s:updateFrequency></channel>
         <item r:about="https://harbour.example/1"><title>Sluis dicht</title><link>https://harbour.example/1</link><d:date>2026-03-03T09:05:07+01:00</d:date></item></r:RDF>`
      )
      assertMatches(feed, { format: "rdf", title: "Harbour", language: "nl", ttlMinutes: 30 })
      assertMatches(feed.items[0], { guid: "https://harbour.example/1", title: "Sluis dicht" })
      assert.strictEqual(second(feed.items[0]!.publishedAt), "2026-03-03T08:05:07")
    })
  )

  it.effect("reads RSS 0.91 with its DOCTYPE, and a channel without any rss around it", () =>
    Effect.gen(function* () {
      const doctype = `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://feeds.example/rss-0.91.dtd">`
      assert.strictEqual(
        (yield* only(`${doctype}<rss version="0.91"><channel><title>H</title>${item("")}</channel></rss>`)).title,
        "Cranes stand still"
      )
      assert.strictEqual(
        (yield* only(`<channel><title>H</title>${item("")}</channel>`)).link,
        "https://harbour.example/cranes"
      )
    })
  )

  it.effect("takes an address out of the guid where there is no link, unless the guid says that it is none", () =>
    Effect.gen(function* () {
      const linkOf = (guid: string) => Effect.map(only(rss(`<item><title>x</title>${guid}</item>`)), ({ link }) => link)
      assert.strictEqual(yield* linkOf("<guid>https://harbour.example/7</guid>"), "https://harbour.example/7")
      assert.isNull(yield* linkOf(`<guid isPermaLink="false">https://harbour.example/7</guid>`))
      assert.isNull(yield* linkOf("<guid>7</guid>"))
    })
  )

  it.effect.each([
    ["ada@harbour.example (Ada Quay)", "Ada Quay"],
    ["Ada Quay (ada@harbour.example)", "Ada Quay"],
    ["Ada Quay &lt;ada@harbour.example&gt;", "Ada Quay"],
    ["ada@harbour.example", "ada@harbour.example"],
    ["&lt;ada@harbour.example&gt;", "ada@harbour.example"],
    ["Ada Quay (The Wire)", "Ada Quay (The Wire)"]
  ] as const)("names an author without the address beside the name: %s", ([written, name]) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* only(rss(item(`<author>${written}</author>`)))).author, name)
    })
  )

  it.effect("makes a title of the first words where there is none", () =>
    Effect.gen(function* () {
      const { title, text } = yield* only(
        rss(`<item><description>${"All cranes stand still since Monday. ".repeat(5)}</description></item>`)
      )
      assert.isAbove(text.length, title.length)
      assert.match(title, /^All cranes stand still since Monday\. .*…$/)
      assert.isAtMost(title.length, 100)
    })
  )

  it.effect("leaves out an item that says nothing, and counts it", () =>
    Effect.gen(function* () {
      const feed = yield* parse(rss(`${item("")}<item><pubDate>Tue, 03 Mar 2026 09:05:07 GMT</pubDate></item>`))
      assert.lengthOf(feed.items, 1)
      assert.deepStrictEqual(feed.dropped, { empty: 1, overLimit: 0, cutOff: 0 })
    })
  )

  it.effect("keeps an item without words that has a guid, a link or an author, without a title", () =>
    Effect.gen(function* () {
      const inside = ["<guid>7</guid>", "<link>https://harbour.example/7</link>", "<author>Ada Quay</author>"]
      const { dropped, items } = yield* parse(rss(inside.map((each) => `<item>${each}</item>`).join("")))
      assert.strictEqual(dropped.empty, 0)
      assert.deepStrictEqual(
        items.map(({ author, link, summary, text, title }) => [title, text, summary, link, author]),
        [
          ["", "", "", null, null],
          ["", "", "", "https://harbour.example/7", null],
          ["", "", "", null, "Ada Quay"]
        ]
      )
      const [first, second, third, ...others] = items.map(({ guid }) => guid)
      assert.deepStrictEqual([first, second, others], ["7", "https://harbour.example/7", []])
      assert.match(third!, /^sha256:/)
    })
  )

  it.effect(
    "takes the name that RDF knows an item by before an identifier of Dublin Core, which may be anybody's",
    () =>
      Effect.gen(function* () {
        const guidOf = (about: string) =>
          Effect.map(
            only(
              `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><item${about}><title>x</title><dc:identifier>section-7</dc:identifier></item></rdf:RDF>`
            ),
            ({ guid }) => guid
          )
        assert.strictEqual(yield* guidOf(` rdf:about="https://harbour.example/1"`), "https://harbour.example/1")
        assert.strictEqual(yield* guidOf(""), "section-7")
      })
  )

  it.effect("finds titles, summaries and categories in the modules for podcasts and media", () =>
    Effect.gen(function* () {
      const read = yield* only(
        rss(
          `<item><itunes:subtitle>Cranes, and why they stand</itunes:subtitle><itunes:keywords>cranes, quays</itunes:keywords>
           <itunes:category text="Ports"/><media:category>Harbour</media:category>
           <media:group><media:title>Cranes stand still</media:title></media:group></item>`
        )
      )
      assertMatches(read, {
        title: "Cranes stand still",
        summary: "Cranes, and why they stand",
        categories: ["cranes", "quays", "Ports", "Harbour"]
      })
      const other = yield* only(
        rss(
          `<item><title>x</title><media:content><media:description>Since Monday</media:description></media:content></item>`
        )
      )
      assert.strictEqual(other.summary, "Since Monday")
    })
  )

  it.effect("ends a summary that has to be cut with an ellipsis", () =>
    Effect.gen(function* () {
      const words = "cranes ".repeat(200)
      const { summary } = yield* only(
        rss(item(`<description>${words}</description><content:encoded>${words}</content:encoded>`))
      )
      assert.match(summary, /cranes…$/)
      assert.isAtMost(summary.length, 1_000)
      const whole = yield* only(
        rss(item(`<description>Short.</description><content:encoded>${words}</content:encoded>`))
      )
      assert.strictEqual(whole.summary, "Short.")
    })
  )

  it.effect.each([
    ["a <! b", "a <! b"],
    ["x <!' y", "x <!' y"],
    ["The <!DOCTYPE of it", "The <!DOCTYPE of it"],
    ["What <?php is", "What <?php is"],
    ["Why </ is no tag", "Why </ is no tag"],
    ["1 <!-- 2 --> 3", "1 3"],
    ["1 <!DOCTYPE x> 2", "1 2"]
  ] as const)("keeps what an escaped sign does not begin: %s", ([written, shown]) =>
    Effect.gen(function* () {
      const { title } = yield* only(rss(item("", written.replaceAll("<", "&lt;").replaceAll(">", "&gt;"))))
      assert.strictEqual(title, shown)
    })
  )

  it.effect("waits as long as the syndication module asks, in no period that is none", () =>
    Effect.gen(function* () {
      const ttlOf = (inside: string) => Effect.map(parse(rss(inside)), ({ ttlMinutes }) => ttlMinutes)
      assert.strictEqual(yield* ttlOf("<sy:updatePeriod>daily</sy:updatePeriod>"), 1_440)
      assert.isNull(yield* ttlOf("<sy:updatePeriod>constructor</sy:updatePeriod>"))
      assert.strictEqual((yield* parse(atom("<sy:updatePeriod>hourly</sy:updatePeriod>"))).ttlMinutes, 60)
    })
  )

  it.effect("hands over the elements that a source asks for by path", () =>
    Effect.gen(function* () {
      const document = rss(
        item(
          "<ht:traffic>500+</ht:traffic><ht:news><ht:name>a</ht:name></ht:news><ht:news><ht:name>b &amp;amp; c</ht:name></ht:news>"
        )
      )
      const feed = yield* parseFeed({ ...input(document), extensions: ["ht:traffic", "ht:news/ht:name", "ht:absent"] })
      assert.deepStrictEqual(feed.items[0]?.extensions, {
        "ht:traffic": ["500+"],
        "ht:news/ht:name": ["a", "b &amp; c"],
        "ht:absent": []
      })
    })
  )
})

describe("parseFeed, Atom", () => {
  it.effect("reads an Atom 1.0 entry with XHTML in the order of its text", () =>
    Effect.gen(function* () {
      const feed = yield* parse(
        atom(
          `<author><name>The Desk</name></author>
           <entry>
             <id>tag:harbour.example,2026:1</id>
             <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Cranes <em>stand</em> still</div></title>
             <link rel="self" href="https://harbour.example/1.atom"/><link rel="alternate" href="1.html"/>
             <published>2026-03-03T09:05:07Z</published><updated>2026-03-04T00:00:00Z</updated>
             <category term="ports" label="Ports"/>
             <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>One <b>two</b> three</p><ul><li>four</li><li>five &amp; six</li></ul></div></content>
           </entry>`,
          ` xml:lang="en" xml:base="https://harbour.example/news/"`
        )
      )
      assertMatches(feed, {
        format: "atom",
        title: "Harbour News",
        link: "https://harbour.example/",
        language: "en"
      })
      assertMatches(feed.items[0], {
        guid: "tag:harbour.example,2026:1",
        title: "Cranes stand still",
        link: "https://harbour.example/news/1.html",
        text: "One two three four five & six",
        author: "The Desk",
        categories: ["Ports"]
      })
      assert.strictEqual(second(feed.items[0]!.publishedAt), "2026-03-03T09:05:07")
    })
  )

  it.effect("reads Atom 0.3", () =>
    Effect.gen(function* () {
      const feed = yield* parse(
        `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>H</title><entry><title mode="escaped" type="text/html">A &amp;amp; B</title>
         <link rel="alternate" type="text/html" href="https://harbour.example/1"/><id>1</id><issued>2026-03-03T09:05:07Z</issued>
         <content type="text/plain" mode="base64">QWxsIGNyYW5lcw==</content></entry></feed>`
      )
      assertMatches(feed.items[0], {
        title: "A & B",
        text: "All cranes",
        publishedAt: new Date("2026-03-03T09:05:07Z")
      })
    })
  )

  it.effect.each([
    ["text/html", "&lt;p>Cranes &amp;amp; quays&lt;/p>", "Cranes & quays"],
    ["text/html; charset=utf-8", "&lt;p>Cranes&lt;/p>", "Cranes"],
    ["application/xhtml+xml", "<div><p>Cranes</p></div>", "Cranes"],
    ["application/xml", "<p>Cranes <b>stand</b></p>", "Cranes stand"],
    ["application/atom+xml", "&lt;p>Cranes&lt;/p>", "Cranes"],
    ["text/plain", "Cranes &lt;p>", "Cranes <p>"],
    ["text/x-markdown", "Cranes *stand* &lt;still>", "Cranes *stand* <still>"],
    ["application/octet-stream", "PHA+Q3JhbmVzICZhbXA7IHF1YXlzPC9wPg==", "Cranes & quays"],
    ["application/octet-stream", "QWxs\nIGNy\nYW5l\ncw==", "All cranes"],
    ["image/png", "iVBORw0KGgoAAAANSUhEUg==", ""],
    ["image/png", "no base64!", ""]
  ] as const)("reads content of the type %s", ([type, written, text]) =>
    Effect.gen(function* () {
      const read = yield* only(
        atom(`<entry><id>1</id><title>x</title><content type="${type}">${written}</content></entry>`)
      )
      assert.strictEqual(read.text, text)
    })
  )

  it.effect("asks the entry, then its source, then the feed who wrote it", () =>
    Effect.gen(function* () {
      const by = (name: string) => `<author><name>${name}</name></author>`
      const { dropped, items } = yield* parse(
        atom(
          `${by("The Desk")}<entry><title>a</title>${by("Ada")}<source>${by("The Wire")}</source></entry>
           <entry><title>b</title><source>${by("The Wire")}</source></entry><entry><title>c</title></entry><entry/>`
        )
      )
      assert.deepStrictEqual(
        items.map(({ author }) => author),
        ["Ada", "The Wire", "The Desk"]
      )
      assert.strictEqual(dropped.empty, 1)
    })
  )

  it.effect("knows the vocabularies by their addresses, with https and with a slash at the end too", () =>
    Effect.gen(function* () {
      const read = yield* only(
        rss(
          `<item xmlns:d="https://purl.org/dc/elements/1.1"><d:title>Cranes</d:title><d:creator>Ada</d:creator></item>`
        )
      )
      assertMatches(read, { title: "Cranes", author: "Ada" })
    })
  )

  it.effect("shows plain text as it stands", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* only(atom(`<entry><title type="text">The &lt;b> tag &amp;amp; you</title></entry>`))).title,
        "The <b> tag &amp; you"
      )
      assert.strictEqual(
        (yield* only(atom(`<entry><title type="html">The &lt;b>new&lt;/b> tag &amp;amp; you</title></entry>`))).title,
        "The new tag & you"
      )
    })
  )

  it.effect("understands any prefix, and one prefix for all", () =>
    Effect.gen(function* () {
      const read = yield* only(
        `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>H</a:title><a:entry><a:title>Cranes</a:title><a:link href="/1"/></a:entry></a:feed>`
      )
      assertMatches(read, { title: "Cranes", link: "https://feeds.example/1" })
    })
  )

  it.effect("keeps a feed whose entry has a bare link or a bad date", () =>
    Effect.gen(function* () {
      const { items } = yield* parse(
        atom(
          `<entry><id>1</id><title>a</title><link>https://harbour.example/1</link><updated>soon</updated></entry>
           <entry><id>2</id><title>b</title><link/><updated>2026-03-03T09:05:07Z</updated></entry>`
        )
      )
      assert.deepStrictEqual(
        items.map(({ link, publishedAt }) => [link, second(publishedAt)]),
        [
          ["https://harbour.example/1", null],
          [null, "2026-03-03T09:05:07"]
        ]
      )
    })
  )
})

describe("parseFeed, JSON Feed", () => {
  it.effect("reads a feed of version 1.1", () =>
    Effect.gen(function* () {
      const feed = yield* parse(
        JSON.stringify({
          version: "https://jsonfeed.org/version/1.1",
          title: "Harbour News",
          home_page_url: "https://harbour.example/",
          language: "en",
          authors: [{ name: "The Desk" }],
          items: [
            {
              id: 17,
              url: "/cranes",
              title: "Cranes",
              content_html: "<p>All &amp; still</p>",
              date_published: "2026-03-03T09:05:07Z",
              tags: ["Ports"]
            },
            {
              id: "b",
              external_url: "https://wire.example/b",
              content_text: "1 < 2 &amp; so on",
              author: { name: "Ada" }
            }
          ]
        }),
        "application/feed+json"
      )
      assertMatches(feed, {
        format: "json",
        title: "Harbour News",
        link: "https://harbour.example/",
        language: "en"
      })
      assertMatches(feed.items[0], {
        guid: "17",
        link: "https://feeds.example/cranes",
        text: "All & still",
        author: "The Desk",
        categories: ["Ports"]
      })
      assertMatches(feed.items[1], {
        guid: "b",
        link: "https://wire.example/b",
        title: "1 < 2 &amp; so on",
        author: "Ada",
        publishedAt: null
      })
    })
  )

  it.effect("takes fields of the wrong type for absent ones", () =>
    Effect.gen(function* () {
      const feed = yield* parse(
        JSON.stringify({
          version: "https://jsonfeed.org/version/1",
          title: { a: 1 },
          items: [
            null,
            5,
            "x",
            [],
            { id: {}, title: "ok", url: [], content_html: 7, date_published: {}, tags: "x", authors: { name: 1 } }
          ]
        })
      )
      assert.lengthOf(feed.items, 1)
      assertMatches(feed.items[0], {
        title: "ok",
        link: null,
        text: "7",
        publishedAt: null,
        author: null,
        categories: []
      })
    })
  )
})

describe("the identity of an item", () => {
  const guids = (document: string) => Effect.map(parse(document), ({ items }) => items.map(({ guid }) => guid))

  it.effect("is its guid, else its link, else what it says", () =>
    Effect.gen(function* () {
      const [first, other, third] = yield* guids(
        rss(
          `${item("<guid>g1</guid>")}<item><title>b</title><link>/b#part</link></item><item><title>c</title><description>d</description></item>`
        )
      )
      assert.deepStrictEqual([first, other], ["g1", "https://feeds.example/b#part"])
      assert.match(third ?? "", /^sha256:/)
    })
  )

  it.effect("is title and date where all items link to the same page", () =>
    Effect.gen(function* () {
      const trend = (title: string, day: number) =>
        `<item><title>${title}</title><description/><link>${URL_OF_FEED}</link><pubDate>Tue, 0${day} Mar 2026 09:00:00 GMT</pubDate></item>`
      const monday = yield* guids(rss(trend("tides", 2) + trend("cranes", 2)))
      const tuesday = yield* guids(rss(trend("cranes", 2) + trend("tides", 3)))
      assert.strictEqual(new Set([...monday, ...tuesday]).size, 3)
      assert.strictEqual(tuesday[0], monday[1])
    })
  )

  it.effect("does not change because another item repeats it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* guids(rss(item("<guid>g1</guid>") + item("<guid>g1</guid>"))), ["g1", "g1"])
    })
  )

  it.effect("stays short enough for an index", () =>
    Effect.gen(function* () {
      const [first, other] = yield* guids(
        rss(item(`<guid>${"x".repeat(5_000)}1</guid>`) + item(`<guid>${"x".repeat(5_000)}2</guid>`, "b"))
      )
      assert.match(first ?? "", /^sha256:/)
      assert.notStrictEqual(other, first)
    })
  )
})
