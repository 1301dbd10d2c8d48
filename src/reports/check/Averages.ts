/*
 * Whether a figure is a median or an average: the two are not the same.
 */

export type Average = "average" | "median"

const median = /(?<!\p{L})m[eé]dian\p{L}{0,3}(?!\p{L})/iu
const average =
  /(?<!\p{L})(?:averag(?:e|es|ed|ing)|(?:the|a|arithmetic) mean|mean(?= (?:price|pay|wage|salary|cost|income|age|value)s?\b)|durchschnitt\p{L}{0,8}|im schnitt|moyennes?|promedio|médias?|em média|in media)(?!\p{L})/iu

/** Which of the two a text names; null if it names both or neither. */
export const averageIn = (text: string): Average | null => {
  const [isMedian, isAverage] = [median.test(text), average.test(text)]
  return isMedian === isAverage ? null : isMedian ? "median" : "average"
}
