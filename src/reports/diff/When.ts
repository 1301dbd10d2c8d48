import { isCalendar, isYear, kindOf } from "../check/Numbers.ts"

/** Whether a figure is a day, a period or a year. */
export const isWhen = (reading: string): boolean => isCalendar(kindOf(reading)) || isYear(reading)

/** Whether it says when something is so, and not for how long. */
export const isDated = (reading: string): boolean => isWhen(reading) && !/^[a-z]+:\d{1,3}$/.test(reading)

/** Whether it is a month or a longer time. */
export const isMonthOrLonger = (reading: string): boolean => isDated(reading) && !/^(?:date|day):/.test(reading)
