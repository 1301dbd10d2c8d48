import { type Document, iso } from "../Document.ts"
import { escapeMarkup } from "../../text/Html.ts"
import { communities, type Post, posts } from "../Posts.ts"

const site = "https://www.reddit.example"

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, 50)
    .replace(/^_|_$/g, "")

const idOf = (index: number): string => (60_466_176 + index * 7_919).toString(36)

/** The page of the post at this place of the list. */
export const pageOf = ({ community, title }: Post, index: number): string =>
  `${site}/r/${community}/comments/${idOf(index)}/${slugOf(title)}/`

const entry = (post: Post, index: number, start: Date): string => {
  const { by, community, hoursAgo, title } = post
  const id = idOf(index)
  const page = pageOf(post, index)
  const at = iso(new Date(start.getTime() - hoursAgo * 3_600_000)).replace("Z", "+00:00")
  const html = `&#32; submitted by &#32; <a href="${site}/user/${by}"> /u/${by} </a> &#32; to &#32; <a href="${site}/r/${community}/"> r/${community} </a> <br/> <span><a href="${page}">[link]</a></span> &#32; <span><a href="${page}">[comments]</a></span>`
  return `<entry><author><name>/u/${by}</name><uri>${site}/user/${by}</uri></author><category term="${community}" label="r/${community}"/><content type="html">${escapeMarkup(html)}</content><id>t3_${id}</id><link href="${page}" /><updated>${at}</updated><published>${at}</published><title>${escapeMarkup(title)}</title></entry>`
}

/** The hot posts of several communities in one listing, in the Atom form that reddit gives to everybody. */
export const reddit = (start: Date): Document => ({
  type: "application/atom+xml; charset=UTF-8",
  body: `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><category term="${communities.join("+")}" label="r/${communities.join("+")}"/><updated>${iso(start)}</updated><id>/r/${communities.join("+")}/hot/.rss</id><link rel="alternate" href="${site}/r/${communities.join("+")}/hot/" type="text/html" /><title>hot posts</title>${posts
    .map((post, index) => entry(post, index, start))
    .join("")}</feed>`
})
