/**
 * How much of a document is read. Everything here bounds memory and time for text that strangers wrote.
 */

/** Bytes of a document, after decompression: the fetcher's own cap. The largest feed met so far has 0.2 MB. */
export const MAX_BYTES = 15_000_000

/** Items of one document. Publishers send 10 to 200; a whole archive in one file stays below this. */
export const MAX_ITEMS = 2_000

/** Elements of one XML document, or values of one JSON document: 125 for each of its items. Real items have 5 to 30. */
export const MAX_ELEMENTS = 250_000

/**
 * Nested elements outside of text, or arrays and objects of JSON. Real feeds reach 8; the rest is room for extensions.
 */
export const MAX_DEPTH = 100

/**
 * UTF-16 units of one tag, after which it counts as text: some ten thousand attributes, or a picture as `data:` URL.
 */
export const MAX_TAG = 2_000_000

/** Tags that never end; with more of them a document is not markup. */
export const MAX_BROKEN_TAGS = 1_000

/**
 * UTF-16 units searched without finding the ends of such tags; with more a document is not markup. Takes less than 0.1
 * s.
 */
export const MAX_BROKEN_LENGTH = 30_000_000

/** Code points of an item's text: about 3,000 words, longer than nearly all articles. */
export const MAX_TEXT = 20_000

/** UTF-16 units of one text with its markup, a hundred times the text that is kept: room for images inside of it. */
export const MAX_MARKUP = 2_000_000

/** Code points of an item's summary: a paragraph. */
export const MAX_SUMMARY = 1_000

/** Code points of a title. */
export const MAX_TITLE = 500

/** Code points of a title made from the first words of a text: what a headline has. */
export const MAX_MADE_TITLE = 100

/** Code points of a name: an author, a category, a publisher. */
export const MAX_NAME = 200

/** Categories of one item, or authors. */
export const MAX_NAMES = 30

/**
 * Characters of a URL: what browsers and proxies agree on, and less than the 2,704 bytes that a Postgres index row
 * holds.
 */
export const MAX_URL = 2_048

/** Characters of an identity; a longer one is hashed. */
export const MAX_GUID = 512
