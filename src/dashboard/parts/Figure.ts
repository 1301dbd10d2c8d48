const whole = new Intl.NumberFormat("en")
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 })

/** `1,234,567` */
export const count = (value: number): string => whole.format(value)

/** `1.23M` */
export const compact = (value: number): string => short.format(value)

/** `97 %`; what is not quite everything never shows as 100 %. */
export const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** `1 key`, `2 keys` */
export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`
