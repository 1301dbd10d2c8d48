import { Effect } from "effect"
import Parser from "rss-parser"
import { readDocument } from "../ingest/feed/Document.ts"
import type { Bench, Report } from "./Bench.ts"
import { absent, type Capture, captures } from "../harness/captures/Captures.ts"
import { mark, type Read } from "../harness/captures/Expected.ts"
import { aligned, digits, median } from "./Figures.ts"
import { document } from "./ingest/Feeds.ts"

const url = "https://feeds.example/news/rss.xml"

interface Reader {
  readonly name: string
  readonly read: (bytes: Uint8Array) => Promise<ReadonlyArray<Read>>
}

const ours: Reader = {
  name: "ours",
  read: async (bytes) => {
    const { items } = await readDocument({ bytes, contentType: undefined, url })
    return items.map(({ link, publishedAt, text, title }) => ({ title, link, date: publishedAt, text }))
  }
}

/** As its README shows it. */
const plain: Reader = {
  name: "rss-parser",
  read: async (bytes) => {
    const { items } = await new Parser().parseString(new TextDecoder().decode(bytes))
    return items.map((item) => ({
      title: item.title ?? "",
      link: item.link ?? null,
      date: item.isoDate === undefined ? null : new Date(item.isoDate),
      text:
        ((item as Record<string, unknown>)["content:encodedSnippet"] as string | undefined) ?? item.contentSnippet ?? ""
    }))
  }
}

const readers = [ours, plain]

/**
 * Milliseconds that the processor was busy with a document, and what was read of it; nothing where the reader gave up.
 */
const time = async (reader: Reader, bytes: Uint8Array) => {
  const begun = process.cpuUsage()
  const items = await reader.read(bytes).catch(() => null)
  const { system, user } = process.cpuUsage(begun)
  return { took: (user + system) / 1_000, items }
}

/** All readers over each document, in alternating order, several rounds; the median of each document's times. */
const race = async (documents: ReadonlyArray<Capture>, rounds: number) => {
  const took = new Map<string, Map<Reader, Array<number>>>()
  const failed = new Map<Reader, Set<string>>(readers.map((reader) => [reader, new Set<string>()]))
  for (let round = 0; round < rounds; round++) {
    for (const [n, { bytes, name }] of documents.entries()) {
      for (const reader of (n + round) % 2 === 0 ? readers : readers.toReversed()) {
        const times = took.get(name) ?? new Map<Reader, Array<number>>()
        took.set(name, times)
        const { items, took: millis } = await time(reader, bytes)
        times.set(reader, [...(times.get(reader) ?? []), millis])
        if (items === null) failed.get(reader)!.add(name)
      }
    }
  }
  const both = documents.filter(({ name }) => readers.every((reader) => !failed.get(reader)!.has(name)))
  const megabytes = both.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1e6
  return readers.map((reader) => {
    const medians = both.map(({ name }) => median(took.get(name)!.get(reader)!))
    return {
      reader,
      perMegabyte: medians.reduce((sum, each) => sum + each, 0) / megabytes,
      read: documents.length - failed.get(reader)!.size,
      megabytes
    }
  })
}

const speed = async (what: string, documents: ReadonlyArray<Capture>, rounds: number): Promise<Report> => {
  await race(documents.slice(0, 10), 2)
  const raced = await race(documents, rounds)
  const [own, peer] = raced.map(({ perMegabyte }) => perMegabyte)
  return {
    missed: own! > peer! ? [`${what} take more processor time than rss-parser needs`] : [],
    figures: Object.fromEntries(
      raced.map(({ perMegabyte, reader }) => [`${what}: ${reader.name} ms per MB`, perMegabyte])
    ),
    lines: [
      `${documents.length} ${what}, ${rounds} rounds in turns; processor time for the ${digits(raced[0]!.megabytes)} MB that both read`,
      ...aligned([
        ["", "read", "ms per MB"],
        ...raced.map(({ perMegabyte, read, reader }) => [reader.name, String(read), digits(perMegabyte)])
      ]).map((line) => `  ${line}`)
    ]
  }
}

/** Percent of the fields of captures that must be right. */
const rightEnough = 99.9

const fields = async (files: ReadonlyArray<Capture>): Promise<Report> => {
  const marked = []
  for (const reader of readers) {
    const marks = []
    for (const { bytes, name } of files) marks.push(mark(name, (await time(reader, bytes)).items ?? []))
    const [all, right] = [marks.map((each) => each.fields), marks.map((each) => each.right)].map((numbers) =>
      numbers.reduce((sum, each) => sum + each, 0)
    )
    marked.push({ reader, all: all!, right: right!, wrong: marks.flatMap((each) => each.wrong) })
  }
  const [own] = marked.map(({ all, right }) => (100 * right) / all)
  return {
    missed: own! < rightEnough ? [`less than ${rightEnough} % of the captured fields are right`] : [],
    figures: Object.fromEntries(
      marked.map(({ all, reader, right }) => [`${reader.name}: fields right %`, (100 * right) / all])
    ),
    lines: [
      `${files.length} captured feeds: titles, absolute links, dates to the second, text without markup`,
      ...aligned([
        ["", "fields", "right", "%"],
        ...marked.map(({ all, reader, right }) => [
          reader.name,
          String(all),
          String(right),
          ((100 * right) / all).toFixed(2)
        ])
      ]).map((line) => `  ${line}`),
      ...marked[0]!.wrong.slice(0, 20).map((each) => `  ours is not right in ${each}`)
    ]
  }
}

/** The feed reader beside rss-parser, on which it is built, with rss-parser's defaults. */
export const feed: Bench = {
  name: "feed",
  run: ({ short }) =>
    Effect.promise(async () => {
      const generated = Array.from({ length: short ? 10 : 50 }, (_, n) => ({ name: `${n}`, bytes: document(n) }))
      const reports = [await speed("generated feeds", generated, short ? 3 : 7)]
      const files = captures()
      if (files === null) reports.push({ figures: {}, lines: [absent] })
      else reports.push(await speed("captured feeds", files, short ? 1 : 5), await fields(files))
      return {
        figures: Object.assign({}, ...reports.map(({ figures }) => figures)) as Record<string, number>,
        lines: reports.flatMap(({ lines }) => lines),
        missed: reports.flatMap(({ missed = [] }) => missed)
      }
    })
}
