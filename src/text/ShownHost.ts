import { domainToUnicode } from "node:url"

/** Letters of one script in which no host looks like one of another script. */
const scripts = [
  // Without the dotless i and other letters that pass for plain ones.
  /^[a-z0-9À-ÖØ-öø-ÿĀ-ĐĒ-İĲ-ķĹ-ň-]+$/u,
  /^[0-9\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー-]+$/u,
  /^[0-9\p{Script=Hangul}-]+$/u,
  /^[0-9\p{Script=Arabic}-]+$/u,
  /^[0-9\p{Script=Hebrew}-]+$/u,
  /^[0-9\p{Script=Thai}-]+$/u,
  /^[0-9\p{Script=Devanagari}-]+$/u
]

/** These look like Latin letters unless all of the name is theirs, down to the top-level domain. */
const alike = [/^[0-9\p{Script=Cyrillic}-]+$/u, /^[0-9\p{Script=Greek}-]+$/u]

/**
 * A host as people write it: `wattmühle.example` for `xn--wattmhle-b6a.example`. It stays as it is where its letters
 * are of several scripts, or could be taken for others.
 */
export const shownHost = (host: string): string => {
  if (!/(?:^|\.)xn--/i.test(host)) return host
  const shown = domainToUnicode(host)
  const labels = shown.split(".")
  const isSafe =
    shown !== "" &&
    (alike.some((script) => labels.every((label) => script.test(label))) ||
      labels.every((label) => scripts.some((script) => script.test(label))))
  return isSafe ? shown : host
}
