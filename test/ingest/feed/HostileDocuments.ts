import { Buffer } from "node:buffer"
import { deflateSync, gzipSync } from "node:zlib"
import type { UnreadableReason } from "../../../ingest/feed/UnreadableDocument.ts"
import { atom, item, rss } from "./Documents.ts"

/** What is sent, and what comes of it: so many items, or the reason of the refusal. */
export interface HostileDocument {
  readonly document: string | Uint8Array
  readonly contentType?: string
  readonly gives: number | UnreadableReason
}

const of = (document: string | Uint8Array, gives: HostileDocument["gives"], contentType?: string): HostileDocument => ({
  document,
  gives,
  ...(contentType !== undefined && { contentType })
})

const one = item("<description>Some words</description>")
const described = (text: string): string => rss(item(`<description>${text}</description>`))
const cdata = (text: string): string => described(`<![CDATA[${text}]]>`)
const json = (items: string, more = ""): string =>
  `{"version":"https://jsonfeed.org/version/1.1"${more},"items":${items}}`

const laughs = `<!DOCTYPE rss [<!ENTITY a0 "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join("")}]>`
const utf16 = (text: string): Uint8Array => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from(text, "utf16le")])

/** Documents that bombs, broken servers and mistaken addresses give, by what they are. */
export const hostileDocuments: Readonly<Record<string, HostileDocument>> = {
  "a bomb of nested entities": of(rss(item("<description>&a20;</description>"), laughs), 1),
  "a bomb of one entity a million times": of(
    rss(
      item(`<description>${"&a;".repeat(1_000_000)}</description>`),
      `<!DOCTYPE rss [<!ENTITY a "${"x".repeat(1000)}">]>`
    ),
    1
  ),
  "an entity that names a file": of(
    rss(item("<description>&f;</description>"), `<!DOCTYPE rss [<!ENTITY f SYSTEM "file:///etc/passwd">]>`),
    1
  ),
  "an entity that names a host inside the network": of(
    rss(item("<description>&f;</description>"), `<!DOCTYPE rss [<!ENTITY f SYSTEM "http://169.254.169.254/">]>`),
    1
  ),
  "parameter entities of another document": of(
    rss(one, `<!DOCTYPE rss [<!ENTITY % d SYSTEM "http://127.0.0.1:1/x.dtd"> %d; %all;]>`),
    1
  ),
  "a document type of another host": of(rss(one, `<!DOCTYPE rss PUBLIC "x" "http://127.0.0.1:1/rss.dtd">`), 1),
  "an XInclude of a file": of(
    rss(item(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>`)),
    1
  ),
  "a style sheet of another host": of(`<?xml-stylesheet href="http://127.0.0.1:1/x.xsl"?>${rss(one)}`, 1),
  "50,000 escaped brackets": of(described("&lt;".repeat(50_000)), 1),
  "50,000 open brackets in a section": of(cdata("<".repeat(50_000)), 1),
  "156 KB of tags that never close": of(cdata("<h".repeat(80_000)), 1),
  "comments that never end, in a text": of(cdata("<!--".repeat(100_000)), 1),
  "100,000 elements deep": of(rss("<a>".repeat(100_000)), "too_deep"),
  "100,000 elements deep in an item's text": of(cdata(`${"<div>".repeat(100_000)}x`), 1),
  "100,000 lists deep in JSON": of(json(`${"[".repeat(100_000)}${"]".repeat(100_000)}`), "too_deep"),
  "100,000 objects deep in JSON": of(json(`[${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}]`), "too_deep"),
  "14 MB of brackets in JSON": of("[".repeat(7_000_000) + "]".repeat(7_000_000), "too_deep"),
  "14 MB of brackets in JSON that nothing closes": of("[".repeat(14_000_000), "too_deep"),
  "14 MB of empty lists in JSON": of(json(`[${"[],".repeat(4_600_000)}[]]`), "too_large"),
  "a million objects of different shapes in JSON": of(
    json(`[${Array.from({ length: 1_000_000 }, (_, n) => `{"${n}":1}`).join(",")}]`),
    "too_large"
  ),
  "14 MB of backslashes and quotes in JSON": of(
    json(`[{"id":"1","title":"${'\\\\"'.repeat(2_800_000)}"}]`),
    "bad_json"
  ),
  "20 MB of one item": of(described("word ".repeat(4_000_000)), "too_large"),
  "20 MB of items": of(rss(one.repeat(200_000)), "too_large"),
  "20 MB of nothing": of(Buffer.alloc(20_000_000, 0x20), "too_large"),
  "a gzip bomb": of(gzipSync(Buffer.alloc(200_000_000)), "too_large"),
  "a gzip bomb inside gzip": of(gzipSync(gzipSync(Buffer.alloc(50_000_000))), "not_a_feed"),
  "gzip that breaks off": of(gzipSync(rss(one.repeat(5))).subarray(0, 40), "empty"),
  "gzip that is none": of(Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), "malformed"),
  "compressed in a form that no header names": of(deflateSync(rss(one)), "not_a_feed"),
  "a feed cut off in an item": of(rss(one + one).slice(0, -80), 1),
  "a feed cut off in a character": of(
    Buffer.from(rss(one + item("<description>caf\u00e9</description>"))).subarray(0, -60),
    1
  ),
  "a feed cut off in its head": of(rss(one).slice(0, 40), "not_a_feed"),
  "UTF-8 that says Latin-1": of(`<?xml version="1.0" encoding="iso-8859-1"?>${rss(one)}`, 1),
  "Latin-1 that says UTF-8": of(
    Buffer.from(rss(item("<description>caf\u00e9</description>")), "latin1"),
    1,
    "text/xml; charset=utf-8"
  ),
  "UTF-16 that says UTF-8": of(utf16(`<?xml version="1.0" encoding="utf-8"?>${rss(one)}`), 1),
  "an encoding that nobody knows": of(
    `<?xml version="1.0" encoding="klingon"?>${rss(one)}`,
    1,
    "text/xml; charset=klingon"
  ),
  "half characters and U+0000": of(
    Buffer.concat([
      Buffer.from(rss(item("<description>a\u0000")).slice(0, -40)),
      Buffer.of(0xff, 0xc3, 0x28, 0),
      Buffer.from("</description></item></channel></rss>")
    ]),
    1
  ),
  "a PHP notice before the prolog": of(
    `<br />\n<b>Warning</b>: x in <b>/y.php</b> on line <b>7</b><br />\n<?xml version="1.0"?>${rss(one)}`,
    1
  ),
  "blank lines and marks before the prolog": of(`\ufeff\n\n \ufeff<?xml version="1.0"?>${rss(one)}`, 1),
  "a log line after its end": of(`${rss(one)}\n<!-- page generated in 0.3 s --> PHP Fatal error`, 1),
  "JSON of wrong types": of(
    json(
      `[{"id":{},"url":[1],"title":{"a":1},"content_html":7,"date_published":false,"tags":"x","authors":3},{"id":7,"url":"https://a.example/","title":"x"}]`,
      `,"title":[]`
    ),
    2
  ),
  "JSON items that are no objects": of(json(`[1,null,"x",[],true,{"id":"1","title":"x"}]`), 1),
  "JSON with one member a million times": of(json(`[{${`"id":"1",`.repeat(1_000_000)}"title":"x"}]`), "too_large"),
  "JSON that names a prototype": of(
    json(`[{"id":"1","title":"a","__proto__":{"title":"b"},"constructor":{"prototype":{"x":1}}}]`),
    1
  ),
  "JSON cut off": of(json(`[{"id":"1","title":"a"}`).slice(0, -2), "bad_json"),
  "JSON of another service": of(`{"error":{"code":429,"message":"slow down"}}`, "not_a_feed"),
  "a web page": of(
    "<!doctype html><html><head><title>Sign in</title></head><body><rss/></body></html>",
    "html",
    "application/rss+xml"
  ),
  "a web page in XHTML": of(
    `<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" ""><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`,
    "html"
  ),
  "a site map": of("<?xml version='1.0'?><urlset><url><loc>https://a.example/</loc></url></urlset>", "not_a_feed"),
  "plain text": of("Please limit requests to one every 5 seconds", "not_a_feed"),
  "a picture": of(
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48]),
    "not_a_feed",
    "image/png"
  ),
  nothing: of("", "empty"),
  "white space": of(" \r\n\t\u00a0", "empty"),
  "a prolog and nothing else": of(`<?xml version="1.0"?>`, "not_a_feed"),
  "a feed without items": of(rss(""), 0),
  "a root without anything": of("<rss/>", 0),
  "a root without anything, of Atom": of("<feed></feed>", 0),
  "14 MB of control characters": of(described("\u0001a".repeat(7_000_000)), 1),
  "300,000 items that never end": of(rss("<item>".repeat(300_000)), 0),
  "sections that never end": of(rss(one + "<![CDATA[".repeat(500_000)), 1),
  "one element of 100,000 attributes": of(
    rss(`<item ${Array.from({ length: 100_000 }, (_, n) => `a${n}="x"`).join(" ")}><title>x</title></item>`),
    1
  ),
  "a tag of 14 MB of attributes": of(rss(`<item ${'a="x" '.repeat(2_300_000)}>${one.slice(6)}${one}`), 1),
  "a hundred thousand namespaces": of(
    rss(one).replace("<rss ", `<rss ${Array.from({ length: 100_000 }, (_, n) => `xmlns:n${n}="x"`).join(" ")} `),
    1
  ),
  "links that are programs": of(
    atom(`<entry><title>x</title><link href="java&#10;script:alert(1)"/><id>data:text/html,x</id></entry>`),
    1
  ),
  "dates of 100 KB": of(rss(item(`<pubDate>${"Mon, ".repeat(20_000)}</pubDate>`)), 1)
}
