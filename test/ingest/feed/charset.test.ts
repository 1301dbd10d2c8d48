import { assert, describe, it } from "@effect/vitest"
import { Buffer } from "node:buffer"
import { decodeText } from "../../../ingest/feed/Charset.ts"

const GERMAN = "Größe, Übung, Ärger"
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))
const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"))
/** What TextDecoder reads as that text: TextEncoder writes UTF-8 only. */
const encode = (encoding: string, text: string): Uint8Array => {
  const decoder = new TextDecoder(encoding)
  const table = new Map<string, ReadonlyArray<number>>()
  const codes = Array.from({ length: 256 }, (_, code) => code)
  for (const first of codes.slice(0x80)) {
    for (const second of codes.slice(0x40)) table.set(decoder.decode(Uint8Array.of(first, second)), [first, second])
  }
  for (const code of codes) table.set(decoder.decode(Uint8Array.of(code)), [code])
  return Uint8Array.from(Array.from(text).flatMap((char) => table.get(char) ?? []))
}

const prolog = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`

describe("decodeText", () => {
  it("reads UTF-8 with and without a byte order mark", () => {
    assert.strictEqual(decodeText(utf8(GERMAN), undefined), GERMAN)
    assert.strictEqual(decodeText(utf8(`\ufeff${GERMAN}`), undefined), GERMAN)
  })

  it("reads UTF-16 of either order, marked or not", () => {
    const little = Buffer.from(`<a>${GERMAN}</a>`, "utf16le")
    const big = Buffer.from(little).swap16()
    for (const body of [little, big])
      assert.strictEqual(decodeText(new Uint8Array(body), undefined), `<a>${GERMAN}</a>`)
    assert.strictEqual(
      decodeText(Buffer.concat([bytes("fffe"), little]), "text/xml; charset=utf-8"),
      `<a>${GERMAN}</a>`
    )
    assert.strictEqual(decodeText(Buffer.concat([bytes("feff"), big]), undefined), `<a>${GERMAN}</a>`)
  })

  it("believes the header before the prolog, and the prolog before its own guess", () => {
    const declared = Buffer.concat([utf8(prolog("iso-8859-7")), bytes("e1 3e")])
    assert.strictEqual(decodeText(declared, undefined), `${prolog("iso-8859-7")}α>`)
    assert.strictEqual(decodeText(declared, "text/xml; charset=koi8-r"), `${prolog("iso-8859-7")}А>`)
    assert.strictEqual(decodeText(declared, 'application/rss+xml; Charset="win-1251"'), `${prolog("iso-8859-7")}б>`)
  })

  it("takes bytes that are valid UTF-8 for that, whatever single-byte label they carry", () => {
    assert.strictEqual(
      decodeText(utf8(`${prolog("iso-8859-1")}${GERMAN}`), "text/xml; charset=windows-1251"),
      `${prolog("iso-8859-1")}${GERMAN}`
    )
  })

  it("reads a multi-byte encoding by its label", () => {
    assert.strictEqual(decodeText(bytes("b8db bfda"), "text/xml; charset=gb2312"), "港口")
    assert.strictEqual(decodeText(bytes("1b2442 393d 1b2842"), "text/xml; charset=iso-2022-jp"), "構")
  })

  it("falls back to windows-1252 where nothing is said or what is said is wrong", () => {
    assert.strictEqual(decodeText(latin1(GERMAN), undefined), GERMAN)
    assert.strictEqual(decodeText(latin1(GERMAN), "text/xml; charset=utf-8"), GERMAN)
    assert.strictEqual(decodeText(latin1(GERMAN), "text/xml; charset=no-such-charset"), GERMAN)
    assert.strictEqual(decodeText(bytes("80 93 94"), undefined), "€“”")
  })

  it("loses only the broken characters of a document that is UTF-8 otherwise", () => {
    const body = Buffer.concat([utf8(GERMAN.repeat(5)), bytes("ff"), utf8(GERMAN)])
    assert.strictEqual(decodeText(body, "text/xml; charset=utf-8"), `${GERMAN.repeat(5)}\ufffd${GERMAN}`)
  })

  it("is not misled by a character cut off at the end", () => {
    assert.strictEqual(decodeText(utf8(GERMAN).subarray(0, 3), undefined), "Gr")
  })

  it.each([
    ["windows-1251", "Порт снова открыт, краны работают"],
    ["koi8-r", "Порт снова открыт, краны работают"],
    ["shift_jis", "港は再開されました。クレーンも動いています"],
    ["euc-jp", "港は再開されました。クレーンも動いています"],
    ["euc-kr", "항구는 다시 문을 열었고 크레인이 움직이고 있다"],
    ["gbk", "港口在这个月的中国是不开的，我们要来上海"],
    ["big5", "港口在這個月的中國是不開的，我們要來上海"]
  ])("recognizes %s by its letters where no label says so", (encoding, text) => {
    assert.strictEqual(decodeText(encode(encoding, text), undefined), text)
  })
})
