import type { Fingerprint } from "./StoryFingerprint.ts"
import { Compared, figuresAgree, likeness, PublisherWords } from "./StoryLikeness.ts"

/** From the first signal of a story to its last, so that no story goes on for ever from one signal to the next. */
const longestStory = 14 * 24 * 3_600_000

/** A signal with its story; null for one that has none yet. */
export interface Told<Story = number> {
  readonly id: number
  readonly story: Story
  readonly print: Fingerprint
}

/** What of a story's stored signals a signal that joins must agree with. */
export interface StoryOutline {
  readonly story: number
  /** When its signals were published: the first and the last. */
  readonly first: number
  readonly last: number
  /** Those of each title. */
  readonly figures: ReadonlyArray<ReadonlyArray<string>>
}

/** What is known of signals that are to be told their stories. */
export interface Untold {
  /** With the story that each had before its words changed. */
  readonly untold: ReadonlyArray<Told<number | null>>
  /** Stored signals that share a key with one of them, or the story. */
  readonly told: ReadonlyArray<Told>
  /** The stories of those. */
  readonly outlines: ReadonlyArray<StoryOutline>
  /** Other signals of their publishers, which show how those write. */
  readonly ofPublishers: ReadonlyArray<Pick<Fingerprint, "publisher" | "terms">>
  /** Stories that only have signals among `untold`. */
  readonly vacant: Iterable<number>
}

/** A story while signals join it. */
class Story {
  #first: number
  #last: number
  /** Each set of figures once. */
  readonly #figures: Map<string, ReadonlyArray<string>>

  constructor({ figures, first, last }: Omit<StoryOutline, "story">) {
    this.#first = first
    this.#last = last
    this.#figures = new Map(figures.map((of) => [of.join(" "), of]))
  }

  add({ at, figures }: Fingerprint): void {
    this.#first = Math.min(this.#first, at)
    this.#last = Math.max(this.#last, at)
    this.#figures.set(figures.join(" "), figures)
  }

  admits({ at, figures }: Fingerprint): boolean {
    return (
      Math.max(this.#last, at) - Math.min(this.#first, at) <= longestStory &&
      this.#figures.values().every((others) => figuresAgree(figures, others))
    )
  }
}

/**
 * The story of each. A signal joins the story of the signal that it is most like, unless its figures contradict
 * another signal of that story or it is too far from its first or last; one that had a story stays while it fits. What
 * is like no other keeps a story that nobody else is in, or gets a new one: negative numbers stand for those. In steps,
 * as comparing takes its time.
 */
export function* tellStories(of: Untold): Generator<void, Map<number, number>> {
  const publishers = new Map<number, PublisherWords>()
  for (const { publisher, terms } of [...of.ofPublishers, ...of.untold.map(({ print }) => print)]) {
    const words = publishers.get(publisher) ?? new PublisherWords()
    words.add(terms)
    publishers.set(publisher, words)
  }

  const stories = new Map(of.outlines.map(({ story, ...outline }) => [story, new Story(outline)]))
  const byKey = new Map<number, Array<{ readonly story: number; readonly compared: Compared }>>()
  const place = (story: number, compared: Compared) => {
    const { at, figures, keys } = compared.print
    const known = stories.get(story)
    if (known === undefined) stories.set(story, new Story({ first: at, last: at, figures: [figures] }))
    else known.add(compared.print)
    for (const key of keys) {
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [{ story, compared }])
      else others.push({ story, compared })
    }
  }
  for (const [n, { print, story }] of of.told.entries()) {
    place(story, new Compared(print))
    if (n % 100 === 99) yield
  }

  /** The stories that the signal fits, the best first. */
  const fitting = (compared: Compared): ReadonlyArray<number> => {
    const best = new Map<number, number>()
    const others = new Map(
      compared.print.keys.flatMap((key) => byKey.get(key) ?? []).map((one) => [one.compared, one.story])
    )
    for (const [other, story] of others) {
      const worth = likeness(compared, other, publishers.get(compared.print.publisher))
      if (worth >= 1 && worth > (best.get(story) ?? 0)) best.set(story, worth)
    }
    return [...best]
      .filter(([story]) => stories.get(story)!.admits(compared.print))
      .toSorted((one, other) => other[1] - one[1] || one[0] - other[0])
      .map(([story]) => story)
  }

  const given = new Map<number, number>()
  const free = new Set(of.vacant)
  let created = 0
  const inOrder = of.untold.toSorted((one, other) => one.print.at - other.print.at || one.id - other.id)
  for (const { id, print, story: own } of inOrder) {
    const compared = new Compared(print)
    const found = fitting(compared)
    const isFree = own !== null && free.has(own)
    const story = own !== null && found.includes(own) ? own : (found[0] ?? (isFree ? own : --created))
    free.delete(story)
    given.set(id, story)
    place(story, compared)
    yield
  }
  return given
}
