/*
 * What is searched for: planted in the same few signals at every size, so that answers have as many rows and only the
 * rest of the table grows. Generated texts don't have these words.
 */

/** In how many signals each stands. */
export const planted = 40

export const rareWord = "quillfeather"
export const phrase = "zephyr quarry"
export const nowhere = "xylophonist"
/** By its name and by its site, each in as many signals. */
export const competitor = { name: "Zanthor Industries", domain: "zanthor.example" }
export const niche = "tidal kiln"

/** Brings each of the planted number of signals, as others do. */
export const rareSource = "feed:rare"
/** Brings one signal in ten. */
export const commonSource = "feed:other"
/** Brought the first signals, one in five of all, and nothing since. */
export const oldSource = "feed:old"

/** Named in one of so many signals: the more are stored, the more name it. */
export const popular = { name: "Omnicorp", domain: "omnicorp.example", every: 500 }
export const misspelt = "omnicrop"
