/**
 * Questions that try what a search can be made to do, by what they try; as long as the service takes them unless said
 * otherwise.
 */
export const hostileSearches: Readonly<Record<string, string>> = {
  "only quotation marks": '"'.repeat(500),
  "one that is never closed": `"${"tin ".repeat(124)}`,
  dashes: "- ".repeat(250),
  "dashes and quotation marks": '-"'.repeat(250),
  parentheses: "(".repeat(250) + ")".repeat(250),
  "operators of tsquery": "tin & | ! <-> :* ' \\ ".repeat(23),
  "operators of SQL": "tin'; drop table signals; -- $1 ${} ".repeat(13),
  "operators of regular expressions": "(a+)+$ .*[^x]{9} tin ".repeat(23),
  "only stop words": "the of and to in is it ".repeat(21),
  "only what must not match": Array.from({ length: 100 }, (_, n) => `-w${n}`).join(" "),
  "many words": Array.from({ length: 125 }, (_, n) => `w${n}`).join(" "),
  "many phrases": Array.from({ length: 50 }, (_, n) => `"tin ${n} x"`).join(" "),
  "many words with typos": Array.from(
    { length: 50 },
    (_, n) => `electrifikat${String.fromCharCode(97 + (n % 26))}`
  ).join(" "),
  "one long word": "a".repeat(500),
  "words joined by signs": "a-b.c_d/e".repeat(55),
  "Chinese without a space": "電".repeat(500),
  "Thai without a space": "ราคาน้ำมัน".repeat(50),
  emoji: "😀".repeat(250),
  "emoji of several": "👨‍👩‍👧‍👦".repeat(45),
  "from right to left": "\u202e\u05d0\u05d1 tin \u202c".repeat(50),
  "marks upon marks": `e${"\u0301".repeat(499)}`,
  "half a surrogate pair": "\ud800 tin \udc00".repeat(50),
  "U+0000": "\u0000tin\u0000 ".repeat(80),
  "control characters": "\u0001\u001b\u007f\u0085 tin ".repeat(50)
}
