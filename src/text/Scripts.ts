/**
 * Scripts that write words without spaces between them, as they stand in a character class of a pattern with `u` or
 * `v`.
 */
export const unspacedScripts = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}`

const unspaced = new RegExp(`[${unspacedScripts}]`, "u")

/** Whether any of it is in such a script. */
export const isUnspaced = (text: string): boolean => unspaced.test(text)
