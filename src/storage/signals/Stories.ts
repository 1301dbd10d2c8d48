import { type NewSignal } from "../../domain/Signal.ts"
import { type Headline, sameStory, type Story, storyOf } from "../../domain/Story.ts"

/** A signal by its id, or by its identity where it has none yet. */
interface Lead {
  readonly id: number | null
  readonly identity: string
}

/** A stored signal, and the pages that carry its story as well. */
export interface ToldSignal extends Headline {
  readonly id: number
  readonly carried: ReadonlyArray<string>
}

/**
 * How many signals of one key are compared: titles made from a form ("Transaction in own shares of …") have thousands.
 */
export const comparedStories = 20

/** The stories that a listing's items may tell: those stored, and those that the listing itself has brought so far. */
export class Stories {
  readonly #byKey = new Map<number, Array<{ readonly lead: Lead; story: Story }>>()
  readonly #pages = new Map<string, Lead>()

  constructor(stored: ReadonlyArray<ToldSignal>) {
    for (const signal of stored) this.add({ id: signal.id, identity: "" }, storyOf(signal, signal.carried))
  }

  add(lead: Lead, story: Story | null): void {
    if (story === null) return
    const others = this.#byKey.get(story.key)
    if (others === undefined) this.#byKey.set(story.key, [{ lead, story }])
    else if (others.push({ lead, story }) > comparedStories) others.shift()
  }

  /**
   * The signal that tells the item's story, of several the one nearest in time; from then on the item's page carries it
   * too.
   */
  tell({ identity }: NewSignal, story: Story | null): Lead | null {
    const page = this.#pages.get(identity)
    if (page !== undefined) return page
    if (story === null) return null
    let told: { readonly lead: Lead; story: Story } | null = null
    for (const each of this.#byKey.get(story.key) ?? []) {
      if (!sameStory(story, each.story)) continue
      if (told === null || Math.abs(each.story.at - story.at) < Math.abs(told.story.at - story.at)) told = each
    }
    if (told === null) return null
    told.story = { ...told.story, hosts: told.story.hosts.union(story.hosts) }
    this.#pages.set(identity, told.lead)
    return told.lead
  }
}
