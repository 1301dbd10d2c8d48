import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { parseFeedDate } from "../../../ingest/feed/FeedDate.ts"
import { second } from "./Documents.ts"

type Case = readonly [written: string, read: string | null]

const check = (cases: ReadonlyArray<Case>, language: string | null = null) => {
  for (const [written, read] of cases)
    assert.deepStrictEqual([written, second(parseFeedDate(written, language))], [written, read])
}

describe("parseFeedDate", () => {
  it("reads RFC 822 with offsets, zone names and years of two digits", () =>
    check([
      ["Tue, 03 Mar 2026 09:05:07 GMT", "2026-03-03T09:05:07"],
      ["3 Mar 2026 09:05 +0130", "2026-03-03T07:35:00"],
      ["Tue, 03 Mar 2026 09:05:07 EST", "2026-03-03T14:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 CEST", "2026-03-03T07:05:07"],
      ["Tue, 03 Mar 26 09:05:07 PDT", "2026-03-03T16:05:07"],
      ["Tuesday, 03-Mar-98 09:05:07 GMT", "1998-03-03T09:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 GMT+2", "2026-03-03T07:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 +0000 (UTC)", "2026-03-03T09:05:07"],
      ["Tue Mar  3 09:05:07 PST 2026", "2026-03-03T17:05:07"]
    ]))

  it("reads the forms of ISO 8601", () =>
    check([
      ["2026-03-03T09:05:07Z", "2026-03-03T09:05:07"],
      ["2026-03-03T09:05:07.999+02:00", "2026-03-03T07:05:07"],
      ["2026-03-03 09:05:07", "2026-03-03T09:05:07"],
      ["20260303T090507Z", "2026-03-03T09:05:07"],
      ["2026-03-03", "2026-03-03T00:00:00"],
      ["2026-03", "2026-03-01T00:00:00"],
      ["2026", "2026-01-01T00:00:00"],
      ["2026-062", "2026-03-03T00:00:00"],
      ["2026-W10-2", "2026-03-03T00:00:00"]
    ]))

  it("reads what publishers write instead", () =>
    check([
      ["Friday, January 9, 2026 12:05 PM", "2026-01-09T12:05:00"],
      ["January 9th, 2026 at 12:05 AM", "2026-01-09T00:05:00"],
      ["09.01.2026 18:30", "2026-01-09T18:30:00"],
      ["2026/1/9 18:30:01", "2026-01-09T18:30:01"],
      ["01/31/2026", "2026-01-31T00:00:00"],
      ["31/01/2026", "2026-01-31T00:00:00"],
      ["Thu, 09 Jan 2026 24:00:00 GMT", "2026-01-10T00:00:00"],
      ["1767960000", "2026-01-09T12:00:00"],
      ["2026年1月9日 18:30", "2026-01-09T18:30:00"],
      ["2026-01-09 오후 06:30:01", "2026-01-09T18:30:01"]
    ]))

  it("reads zones by the names of places, by rarer abbreviations and by offsets in any form", () =>
    check([
      ["Tue, 03 Mar 2026 09:05:07 Europe/Brussels", "2026-03-03T08:05:07"],
      ["Sat, 01 Aug 2026 09:05:07 europe/brussels", "2026-08-01T07:05:07"],
      ["2026-08-01 09:05:07 America/Argentina/Buenos_Aires", "2026-08-01T12:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 Etc/GMT+5", "2026-03-03T14:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 EST5EDT", "2026-03-03T14:05:07"],
      ["Sun, 29 Mar 2026 03:30:00 Europe/Berlin", "2026-03-29T01:30:00"],
      ["Sun, 29 Mar 2026 01:30:00 Europe/Berlin", "2026-03-29T00:30:00"],
      ["Tue, 03 Mar 2026 09:05:07 Nowhere/Land", "2026-03-03T09:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 AT", "2026-03-03T13:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 UZT", "2026-03-03T04:05:07"],
      ["3 Mar 2026 09:05 PM EST", "2026-03-04T02:05:00"],
      ["Tue, 03 Mar 2026 09:05:07 +5:30", "2026-03-03T03:35:07"],
      ["Tue, 03 Mar 2026 09:05:07 +100", "2026-03-03T08:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 \u22120500", "2026-03-03T14:05:07"],
      ["Tue, 03 Mar 2026 09:05:07 -07:00:00", "2026-03-03T16:05:07"],
      ["2026-03-03T09:05:07-05:00Z", "2026-03-03T14:05:07"],
      ["2026-03-03 09:05:07.123 +0530 IST", "2026-03-03T03:35:07"],
      ["Tue Mar 03 2026 09:05:07 GMT-0800 (Pacific Standard Time)", "2026-03-03T17:05:07"],
      ["Sun Jul 15 01:16:00 +0000 2012", "2012-07-15T01:16:00"],
      ["09:05 3-Mar-2026", "2026-03-03T09:05:00"],
      ["03/Mar/2026:09:05:07 +0100", "2026-03-03T08:05:07"]
    ]))

  it("reads months without a day, and dates in numbers alone", () =>
    check([
      ["Nov. 2020", "2020-11-01T00:00:00"],
      ["novembre 2020", "2020-11-01T00:00:00"],
      ["2020年11月", "2020-11-01T00:00:00"],
      ["Sat, 11 04 2020 08:51:49 +0100", "2020-04-11T07:51:49"],
      ["2020 04 11", "2020-04-11T00:00:00"],
      ["31 12 2020", "2020-12-31T00:00:00"],
      ["31.12 2020", "2020-12-31T00:00:00"],
      ["31. 12. 2020 8:30", "2020-12-31T08:30:00"],
      ["20260303090507", "2026-03-03T09:05:07"],
      ["202603030905", "2026-03-03T09:05:00"],
      ["20260303 09:05", "2026-03-03T09:05:00"],
      ["99 99 2020", null],
      ["20261399", null]
    ]))

  it("tells day and month apart by the weekday, then by the language", () => {
    check([
      ["Fri, 26/06/2020", "2020-06-26T00:00:00"],
      ["Fri, 06/11/2020", "2020-11-06T00:00:00"],
      ["Thu, 06/11/2020", "2020-06-11T00:00:00"],
      ["Mon, 03/30/2020 - 19:19", "2020-03-30T19:19:00"],
      ["03/04/2026", "2026-03-04T00:00:00"]
    ])
    check([["03/04/2026", "2026-03-04T00:00:00"]], "en-US")
    for (const language of ["de", "en-GB", "pt-BR", "fr"]) check([["03/04/2026", "2026-04-03T00:00:00"]], language)
  })

  it("reads times of day as people write them", () =>
    check([
      ["Nov. 16, 2020, 10:57 a.m.", "2020-11-16T10:57:00"],
      ["Nov. 16, 2020, 10:57 p. m.", "2020-11-16T22:57:00"],
      ["Friday, December 22, 2017 - 3:09pm", "2017-12-22T15:09:00"],
      ["Jan 2, 2026 3pm", "2026-01-02T15:00:00"],
      ["Jan  2 2026 11:56:58:000PM", "2026-01-02T23:56:58"],
      ["16. marraskuuta 2020 klo 10.57", "2020-11-16T10:57:00"],
      ["16. november 2020 kl. 10.57", "2020-11-16T10:57:00"],
      ["16 novembre 2020 à 10 h 57", "2020-11-16T10:57:00"],
      ["16 novembre 2020 à 10h", "2020-11-16T10:00:00"],
      ["Montag, 16. November 2020, 18 Uhr", "2020-11-16T18:00:00"],
      ["am 3. März 2026, 12:30 Uhr", "2026-03-03T12:30:00"],
      ["16 de noviembre de 2020, 10:57", "2020-11-16T10:57:00"],
      ["16 tháng 11 năm 2020", "2020-11-16T00:00:00"],
      ["2020年11月16日（月）10時57分", "2020-11-16T10:57:00"],
      ["2020年11月16日 下午3:04", "2020-11-16T15:04:00"],
      ["2012. 2. 14. 오전 10:00", "2012-02-14T10:00:00"]
    ]))

  it("reads month names of other languages", () =>
    check([
      ["Di, 03 März 2026 09:05:07 +0100", "2026-03-03T08:05:07"],
      ["sam. 1 août 2026 08:30:00 +0200", "2026-08-01T06:30:00"],
      ["mar, 03 nov 2026 10:00:00 +0100", "2026-11-03T09:00:00"],
      ["lun, 07 dic 2026 10:00:00 +0100", "2026-12-07T09:00:00"],
      ["9 lug 2026 10:00", "2026-07-09T10:00:00"],
      ["sex, 06 fev 2026 10:00:00 -0300", "2026-02-06T13:00:00"],
      ["5 października 2026, 12:30", "2026-10-05T12:30:00"],
      ["13 мая 2026 10:00", "2026-05-13T10:00:00"],
      ["11 Ιούλ 2026 12:00", "2026-07-11T12:00:00"],
      ["8 Kas 2026 10:00:00 +0300", "2026-11-08T07:00:00"]
    ]))

  it("lets the feed's language decide between two meanings of a month's name", () => {
    check([["5 listopada 2026 10:00", "2026-11-05T10:00:00"]], "pl")
    check([["5 listopada 2026 10:00", "2026-10-05T10:00:00"]], "hr-HR")
  })

  it("keeps dates in the future and gives none for what is no date", () =>
    check([
      ["Thu, 01 Jan 2099 00:00:00 GMT", "2099-01-01T00:00:00"],
      ["", null],
      ["yesterday", null],
      ["Tue, 31 Feb 2026 10:00:00 GMT", null],
      ["2026-13-01T00:00:00Z", null],
      ["0001-01-01T00:00:00", null],
      ["Mon, 5 Jan", null],
      [`${"9".repeat(5_000)}`, null]
    ]))

  it.prop("reads back every second that it is given as RFC 822 or ISO 8601", [Schema.Int], ([number]) => {
    const date = new Date((Math.abs(number) % 4_000_000_000) * 1_000)
    assert.deepStrictEqual(parseFeedDate(date.toUTCString()), date)
    assert.deepStrictEqual(parseFeedDate(date.toISOString()), date)
  })

  it.prop("gives a valid date or none, whatever is written", [Schema.String], ([text]) => {
    assert.isNotNaN(parseFeedDate(text)?.getTime())
  })
})
