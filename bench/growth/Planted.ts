/*
 * What is looked for: planted in the same few signals at every size, so that an answer has as many rows and only what
 * is around it grows. The words stand in no generated text.
 */

/** In how many signals each stands. */
export const planted = 40

export const rareWord = "quillfeather"
export const phrase = "zephyr quarry"
export const nowhere = "xylophonist"
/** By its name and by its site, each in as many signals. */
export const competitor = { name: "Zanthor Industries", domain: "zanthor.example" }
export const niche = "tidal kiln"

/** Named in one of so many signals: the more are stored, the more name it. */
export const popular = { name: "Omnicorp", domain: "omnicorp.example", every: 500 }
