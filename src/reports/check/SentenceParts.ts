/** The part of a sentence, between such joints, in which something stands. */
export const partAround = (
  sentence: string,
  { end, start }: { readonly start: number; readonly end: number },
  joint: RegExp
): string => {
  const joints = Array.from(sentence.matchAll(joint), ({ 0: all, index }) => [index, index + all.length] as const)
  const from = joints.findLast(([, to]) => to <= start)?.[1] ?? 0
  const to = joints.find(([at]) => at >= end)?.[0]
  return sentence.slice(from, to)
}
