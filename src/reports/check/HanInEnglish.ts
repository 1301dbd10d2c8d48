/*
 * Figures, dates and units of Chinese and Japanese as English writes them: 12.6亿元 is "1260000000 yuan", 三分之一 "1/3".
 * Their words stand without spaces, so what is not a figure stays as it is, apart.
 */

const figures = "〇一二三四五六七八九"
const tens: ReadonlyMap<string, number> = new Map([
  ["十", 10],
  ["百", 100],
  ["千", 1000]
])
/** Scales that may also stand behind digits. */
const scales: ReadonlyArray<readonly [string, number]> = [
  ["万亿", 12],
  ["兆", 12],
  ["千亿", 11],
  ["百亿", 10],
  ["亿", 8],
  ["億", 8],
  ["千万", 7],
  ["百万", 6],
  ["万", 4],
  ["萬", 4],
  ["千", 3],
  ["百", 2]
]
const scaleOf = new Map(scales)

/** 23 for 二十三, 2 for 两; figures in a row are digits. */
const spelled = (word: string): number => {
  let sum = 0
  let last = 0
  for (const character of word) {
    const place = tens.get(character)
    if (place === undefined) {
      last = last * 10 + (character === "两" ? 2 : figures.indexOf(character))
      continue
    }
    sum += (last === 0 ? 1 : last) * place
    last = 0
  }
  return sum + last
}

const inWords = "[〇一二三四五六七八九十百千两]{1,8}"
const number = String.raw`\d[\d,]{0,20}(?:\.\d{1,12})?`
const valueOf = (word: string): number => (/\d/.test(word) ? Number(word.replaceAll(",", "")) : spelled(word))

const units: Readonly<Record<string, string>> = {
  人民币元: "yuan",
  元: "yuan",
  美元: "dollars",
  欧元: "euros",
  歐元: "euros",
  日元: "yen",
  円: "yen",
  ドル: "dollars",
  ユーロ: "euros",
  港元: "hong kong dollars",
  英镑: "pounds",
  "%": "%",
  个百分点: "percentage points",
  ポイント: "percentage points",
  吨: "tonnes",
  トン: "tonnes",
  公斤: "kilograms",
  公里: "kilometres",
  米: "metres",
  千瓦时: "kilowatt-hours",
  千瓦: "kilowatts",
  兆瓦: "megawatts",
  倍: "times",
  个月: "months",
  か月: "months",
  天: "days",
  周: "weeks",
  小时: "hours",
  時間: "hours",
  分钟: "minutes",
  年: "years"
}

/** What a unit is counted by. */
const rates: Readonly<Record<string, string>> = {
  每小时: "per hour",
  每天: "per day",
  每日: "per day",
  每周: "per week",
  每月: "per month",
  每年: "per year",
  每股: "per share",
  每吨: "per tonne"
}

const alternatives = (words: Iterable<string>): string =>
  [...words].toSorted((one, other) => other.length - one.length).join("|")

const months = "January February March April May June July August September October November December".split(" ")
const ordinals = ["first", "second", "third", "fourth"]
const monthOf = (digits: string): string => months[valueOf(digits) - 1] ?? digits

type Form = readonly [RegExp, (...match: ReadonlyArray<string>) => string]

const forms: ReadonlyArray<Form> = [
  [/(\d{4})年(\d{1,2})月(\d{1,2})[日号]/g, (_, year, month, day) => `${day} ${monthOf(month!)} ${year}`],
  [/(\d{4})年(\d{1,2})月/g, (_, year, month) => `${monthOf(month!)} ${year}`],
  [/(\d{1,2})月(\d{1,2})[日号]/g, (_, month, day) => `${day} ${monthOf(month!)}`],
  [
    /(?<!\d)(1[0-2]|[1-9])月(底|末|初|中旬)?/g,
    (_, month, part) => `${/[底末]/.test(part ?? "") ? "end of " : ""}${monthOf(month!)}`
  ],
  [/(\d{4})年第?([1-4一二三四])季度/g, (_, year, quarter) => `${ordinals[valueOf(quarter!) - 1]} quarter of ${year}`],
  [/第?([1-4一二三四])(?:季度|四半期)/g, (_, quarter) => `${ordinals[valueOf(quarter!) - 1]} quarter`],
  [/上半年|上半期|上期/g, () => "first half"],
  [/下半年|下半期|下期/g, () => "second half"],
  [/去年同期|前年同期|上年同期/g, () => "a year earlier"],
  [/去年|上年|昨年/g, () => "last year"],
  [/今年|本年/g, () => "this year"],
  [/明年|来年/g, () => "next year"],
  [/上个?月|先月/g, () => "last month"],
  [/本月|今月/g, () => "this month"],
  [/下个?月|来月/g, () => "next month"],
  [/(?<!\d)((?:19|20)\d\d)年/g, (_, year) => year!],
  [
    new RegExp(`(${inWords}|\\d{1,3})分之(${inWords}|\\d{1,3})`, "g"),
    (_, whole, part) =>
      valueOf(whole!) === 100 ? `${valueOf(part!)} percent` : `${valueOf(part!)} in ${valueOf(whole!)}`
  ],
  [/一半|半数/g, () => "half"],
  [/([一二三四五六七八九两])成/g, (_, tenths) => `${valueOf(tenths!) * 10} percent`],
  [new RegExp(alternatives(Object.keys(rates)), "g"), (rate) => rates[rate!]!],
  [
    new RegExp(`(${number})(${alternatives(scaleOf.keys())})?(${alternatives(Object.keys(units))})?`, "g"),
    (_, digits, scale, unit) =>
      `${String(Number((valueOf(digits!) * 10 ** (scaleOf.get(scale ?? "") ?? 0)).toPrecision(12)))}${unit === undefined ? "" : ` ${units[unit]}`}`
  ],
  [
    new RegExp(`(?<!第)(${inWords})(${alternatives(["万", "亿"])})?(?=[个家座名倍项款台辆次位条间つ社人](?!月))`, "g"),
    (_, word, scale) => String(valueOf(word!) * 10 ** (scaleOf.get(scale ?? "") ?? 0))
  ],
  [/(?:增长|增加|上升|提高|上涨|増加)(?:了|した)?/g, () => "rose"],
  [/(?:下降|减少|降低|下滑|下跌|減少)(?:了|した)?/g, () => "fell"],
  // Beside a figure that has been read already: 低20%.
  [/从(?=\0)/g, () => "from"],
  [/[到至](?=\0)/g, () => "to"],
  [/(?:高出?|多出?|贵)了?(?=\0)/g, () => "up"],
  [/(?:低|少|便宜)了?(?=\0)/g, () => "down"]
]

/** Whether a text is mostly in Chinese or Japanese. */
export const hasHan = (text: string): boolean => {
  const part = text.slice(0, 400)
  const han = part.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0
  return han > 0 && han * 4 > (part.match(/\p{L}/gu)?.length ?? 0)
}

/** The figures, dates and units of a Chinese or Japanese text in English, each apart from what stands around it. */
export const hanInEnglish = (text: string): string => {
  const plain = text.replace(/(?<=[\p{sc=Han}\d%]),(?=\p{sc=Han})/gu, ", ").replaceAll("。", ". ")
  const read: Array<{ readonly start: number; readonly end: number; readonly says: string }> = []
  // What one form has read is blanked, so that no later one reads it again.
  let rest = plain
  for (const [form, meaning] of forms)
    rest = rest.replace(form, (...match: ReadonlyArray<string>) => {
      const start = match.findLast((part) => typeof part === "number") as unknown as number
      const end = start + match[0]!.length
      read.push({ start, end, says: meaning(...match) })
      return "\0".repeat(end - start)
    })
  let made = ""
  let from = 0
  for (const { end, says, start } of read.toSorted((one, other) => one.start - other.start)) {
    made += `${plain.slice(from, start)} ${says} `
    from = end
  }
  return (made + plain.slice(from)).replace(/ {2,}/g, " ")
}
