/** `1 source`, `2 sources`, `2 stories`. */
export const several = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`
