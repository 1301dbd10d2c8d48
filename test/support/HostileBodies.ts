/*
 * What a source may answer that means harm to whoever reads it: as much of something as fits, in the forms of JSON and
 * of feeds.
 */

/** A row that passes for one of any service. */
const row = (n: number, text: string) => {
  const story = {
    objectID: `${n}`,
    title: `Story ${n} ${text}`,
    url: `https://a${n}.example/`,
    story_text: text,
    points: n
  }
  const topic = {
    topic: `t${n} ${text}`,
    link: `/t/${n}`,
    postCount: n,
    name: `n${n}${text}`,
    history: [{ uses: `${n}` }]
  }
  const trend = {
    trend_name: `x${n}${text}`,
    tweet_count: n,
    hashtag_name: `h${n}${text}`,
    video_views: n,
    domain: "a.example"
  }
  return { ...story, ...topic, ...trend, ticker: `T${n}`, price: n + 1 }
}

const plausible = (count: number, text: string): string => {
  const rows = Array.from({ length: Math.max(1, Math.floor(count)) }, (_, n) => row(n, text))
  const children = rows.map(({ title, url }, n) => ({
    kind: "t3",
    data: { title, url, permalink: `/r/a/${n}`, score: n }
  }))
  return JSON.stringify({
    code: 0,
    kind: "Listing",
    data: { list: rows, children },
    hits: rows,
    articles: rows,
    trends: rows,
    results: rows,
    organic_results: rows,
    items: rows
  })
}

const filled = (unit: string, bytes: number, before = "", after = ""): string =>
  `${before}${unit.repeat(Math.floor((bytes - before.length - after.length) / unit.length))}${after}`

const rss = (items: number, text: string): string =>
  `<rss version="2.0"><channel><title>x</title>${Array.from(
    { length: items },
    (_, n) =>
      `<item><title>Story ${n} of many</title><link>https://b.example/${n}</link><description>${text}</description></item>`
  ).join("")}</channel></rss>`

const megabyte = 1_000_000

/** The answers. Documents of APIs have `small` bytes, feeds and files up to `large`. */
export const hostileBodies = (small = megabyte, large = 15 * megabyte): Readonly<Record<string, string>> => ({
  "many empty lists": filled("[],", large - 10, "[", "[]]"),
  "many brackets": "[".repeat(large),
  "empty lists in a list that is expected": filled("[],", small - 10, '{"hits":[', "[]]}"),
  "fewer brackets": "[".repeat(small - 1),
  "objects of different shapes": `{"hits":[${Array.from({ length: Math.floor(small / 16) }, (_, n) => `{"k${n}":1}`).join(",")}]}`,
  rows: plausible(small / 2_850, "x".repeat(10)),
  "a few long rows": plausible(2, "word &amp; <b>bold</b> ".repeat(Math.floor(small / 2_200))),
  "white space in a string": `{"hits":[{"objectID":"1","title":"${" ".repeat(small - 60)}"}]}`,
  "a feed of 2,000 long items": rss(
    2_000,
    "&lt;p&gt;some words &amp;amp; more&lt;/p&gt; ".repeat(Math.floor(large / 94_000))
  ),
  "a feed of one item": rss(1, "&lt;b&gt;word ".repeat(Math.floor(large / 15))),
  "a feed in JSON": JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: "x",
    items: Array.from({ length: Math.floor(large / 750) }, (_, n) => ({
      id: `${n}`,
      url: `https://c.example/${n}`,
      title: "x".repeat(500)
    }))
  })
})
