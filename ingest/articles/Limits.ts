/**
 * How much of a page is read. Everything here bounds memory and time for markup that strangers wrote.
 */

/** Bytes of a page after decompression. Article pages have 0.05 to 1 MB. */
export const maxPageBytes = 5_000_000

/** Elements of a page. Real pages have 500 to 10,000. */
export const maxElements = 60_000

/**
 * Depth of nested elements. Real pages reach 40. Walks over the tree recurse, and read a text once for each element
 * around it.
 */
export const maxNesting = 150

/**
 * Elements around elements, counted for each: real pages have up to 20,000 (1,000 elements at a depth of 20). Walks
 * that read a text once for each element around it cost as much.
 */
export const maxAncestors = 300_000

/** Code units of text on a page, with navigation and comments; the rest is cut off. Long reads have 100,000. */
export const maxPageText = 500_000

/** Signs `&`, `<` and `>` in texts: each makes a node of the tree. Further ones become blanks. */
export const maxEscapedSigns = 2_000

/** Code units of a title; the rest is cut off. */
export const maxTitle = 1_000

/** Attributes of a page. Real pages have fewer than four for each element. */
export const maxAttributes = 300_000

/** Code units of an attribute. */
export const maxAttribute = 4_096

/** Code units of the main text: 30,000 words, a long essay. */
export const maxArticleText = 200_000

/** Code units of one JSON-LD block: publishers put whole articles into it. */
export const maxJsonLd = 500_000
