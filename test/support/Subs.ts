/**
 * What an identity provider may call somebody, and nobody may be called here: each looks like `boss` or `local`, or
 * breaks a line.
 */
export const refusedSubs: Readonly<Record<string, string>> = {
  "the operator's own account": "local",
  "a space before the operator's own account": " local",
  "a space after it": "boss ",
  "a no-break space before it": "\u00a0boss",
  "an ideographic space after it": "boss\u3000",
  "a line separator after it": "boss\u2028",
  "a next line in it": "bo\u0085ss",
  "a tab before it": "\tboss",
  "a byte order mark before it": "\ufeffboss",
  "a null byte": "boss\u0000",
  "an escape": "boss\u001b[2K",
  "an override of direction": "bo\u202ess",
  "an isolate of direction": "\u2066boss\u2069",
  "a mark of direction": "boss\u200f",
  "an Arabic letter mark": "\u061cboss",
  "a space without width": "bo\u200bss",
  "a soft hyphen": "bo\u00adss",
  "a filler of Hangul": "boss\u3164",
  "a filler of Hangul alone": "\u3164",
  "half a filler of Hangul": "\uffa0boss",
  "a joiner of graphemes": "bo\u034fss",
  "a selector of variants": "boss\ufe0f",
  "a selector of variants for ideographs": "boss\u{e0100}",
  "a selector of Mongolian": "bo\u180bss",
  "a vowel of Khmer that is not drawn": "boss\u17b4",
  "an empty pattern of Braille": "boss\u2800",
  "a letter whose accent stands by itself": "bo\u0301ss",
  "a letter with two names": "\u212bngstrom",
  "half a character": "boss\ud800",
  "256 characters": "b".repeat(256)
}

/** What looks odd, and is one account all the same: as it is, and no other. */
export const oddSubs: ReadonlyArray<string> = [
  "Boss",
  "bo ss",
  "auth0|5f7c8ec7c33c6c004bbafe82",
  "https://id.example/users/7?x=1&y=2",
  "b\u00f3ss",
  "𝐛oss",
  "b".repeat(255),
  "💼".repeat(255),
  "__proto__",
  "LOCAL"
]
