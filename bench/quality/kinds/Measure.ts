import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { Capture } from "../../../harness/captures/Captures.ts"
import { readDocument } from "../../../ingest/feed/Document.ts"
import { toSignals } from "../../../ingest/signals/FeedItem.ts"
import { stories } from "../../../src/demo/Markets.ts"
import { publish } from "../../../src/demo/Story.ts"
import { split } from "../../../src/reports/check/Sentences.ts"
import { facetsOfNews } from "../../../src/reports/evidence/Facets.ts"
import { today } from "../Stored.ts"

/** A judged piece of news; README.md has the rules. */
interface Label {
  readonly niche: string
  /** Beginning of the SHA-256 of its title. */
  readonly id: string
  readonly side: "for" | "against" | "neither"
  readonly kinds: ReadonlyArray<"hazard" | "development">
}

export const labels = (): ReadonlyArray<Label> =>
  (
    JSON.parse(readFileSync(new URL("./labels.json", import.meta.url), "utf8")) as ReadonlyArray<
      readonly [Label["niche"], Label["id"], Label["side"], Label["kinds"]]
    >
  ).map(([niche, id, side, kinds]) => ({ niche, id, side, kinds }))

interface Item {
  readonly title: string
  readonly snippet: string
}

const idOf = ({ title }: Item): string => createHash("sha256").update(title).digest("hex").slice(0, 10)

/** The demo's stories as they are on the benches' day. */
const told = (): ReadonlyArray<Item> =>
  stories.map((story) => {
    const { paragraphs, title } = publish(story, today)
    return { title, snippet: paragraphs.join(" ") }
  })

const captured = async (files: ReadonlyArray<Capture>): Promise<ReadonlyArray<Item>> =>
  (
    await Promise.all(
      files.map(async ({ bytes }, n) => {
        const url = `https://feed-${n}.example/`
        return toSignals(await readDocument({ bytes, contentType: undefined, url }), url).signals
      })
    )
  ).flat()

/** How often the service sorts as the reader did. */
export interface Agreement {
  readonly half: "tuning" | "reporting"
  readonly kind: "hazard" | "event"
  readonly judged: number
  readonly agreement: number
  /** Of what the service takes for one, how much the reader does. */
  readonly precision: number
  readonly recall: number
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)

/** Both halves and both kinds, over the judged pieces that are there. */
export const agreements = async (files: ReadonlyArray<Capture> | null): Promise<ReadonlyArray<Agreement>> => {
  const items = new Map([...(await captured(files ?? [])), ...told()].map((item) => [idOf(item), item]))
  const judged = labels().map((label, at) => ({ ...label, half: at % 2 === 0 ? "tuning" : "reporting" }) as const)
  const sorted = judged.flatMap(({ half, id, kinds }) => {
    const item = items.get(id)
    if (item === undefined) return []
    const facets = facetsOfNews([item.title, ...split(item.snippet)])
    return [
      {
        half,
        hazard: [facets.has("incident") || facets.has("constraint"), kinds.includes("hazard")] as const,
        event: [facets.has("development"), kinds.length > 0] as const
      }
    ]
  })
  return (["tuning", "reporting"] as const).flatMap((half) =>
    (["hazard", "event"] as const).map((kind) => {
      const pairs = sorted.filter((one) => one.half === half).map((one) => one[kind])
      const both = pairs.filter(([own, other]) => own && other).length
      return {
        half,
        kind,
        judged: pairs.length,
        agreement: share(pairs.filter(([own, other]) => own === other).length, pairs.length),
        precision: share(both, pairs.filter(([own]) => own).length),
        recall: share(both, pairs.filter(([, other]) => other).length)
      }
    })
  )
}
