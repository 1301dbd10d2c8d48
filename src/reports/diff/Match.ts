import type { ChangedFigure } from "../../domain/ReportDiff.ts"
import { candidates } from "./Candidates.ts"
import type { Claim } from "./Claims.ts"
import { identityOf, type Related } from "./Sources.ts"
import { type Relation, relationOf } from "./Statement.ts"

/** Two claims that belong together. */
export interface Match {
  readonly is: Relation["is"]
  readonly before: Claim
  readonly after: Claim
  readonly figures: ReadonlyArray<ChangedFigure>
}

/**
 * What becomes of the claims of two reports: each is in one of these, once. Only what both have may stand in further
 * matches, beside what the later one says against it.
 */
export interface Matched {
  readonly matches: ReadonlyArray<Match>
  readonly gone: ReadonlyArray<Claim>
  readonly new: ReadonlyArray<Claim>
}

/** Likelihoods of two claims that belong together, the best kind first. */
const kinds: ReadonlyArray<Relation["is"]> = ["same", "contradicted", "changed"]

interface Proposal extends Match {
  readonly likeness: number
  /** Places of both in their reports, added and apart: the same if the reports are exchanged. */
  readonly order: readonly [number, number]
}

const compare = (one: Proposal, other: Proposal): number =>
  kinds.indexOf(one.is) - kinds.indexOf(other.is) ||
  other.likeness - one.likeness ||
  one.order[0] - other.order[0] ||
  one.order[1] - other.order[1]

/** What has changed between two measurements of one thing. */
const changedMeasures = (before: Claim, after: Claim): ReadonlyArray<ChangedFigure> => {
  const [earlier, later] = [before.measured!.measures, after.measured!.measures]
  return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((of) => {
    const [was, is] = [earlier.get(of) ?? null, later.get(of) ?? null]
    return was === is ? [] : [{ of, before: was, after: is }]
  })
}

const wordsOf = ({ statements }: Claim): number => statements.reduce((sum, { words }) => sum + words, 0)

/** How two claims stand to each other by all that they state. */
const claimRelation = (
  before: Claim,
  after: Claim,
  sources: Related
): (Omit<Match, "before" | "after"> & { likeness: number }) | null => {
  const oneStory = sources.share(before.sources, after.sources)
  const mayChange = sources.mayChange(before.sources, after.sources)
  const pairs = before.statements.flatMap((one) =>
    after.statements.flatMap((other) => {
      const relation = relationOf(one, other, oneStory, mayChange)
      return relation === null ? [] : [{ one, other, ...relation }]
    })
  )
  for (const is of ["contradicted", "changed"] as const) {
    const found = pairs.filter((pair) => pair.is === is)
    if (found.length === 0) continue
    return {
      is,
      likeness: Math.max(...found.map(({ likeness }) => likeness)),
      figures: found.flatMap(({ figures }) => figures)
    }
  }
  const words = (side: "one" | "other") =>
    [...new Set(pairs.map((pair) => pair[side]))].reduce((sum, statement) => sum + statement.words, 0)
  const shared = Math.min(words("one"), words("other"))
  const [fewer, more] = [wordsOf(before), wordsOf(after)].sort((one, other) => one - other) as [number, number]
  return shared > 0 && 2 * shared >= fewer ? { is: "same", likeness: shared / more, figures: [] } : null
}

/**
 * Finds the claims of two reports that belong together, without a model: measurements of one thing by what they
 * measure, and others by what they quote and by their words. Each belongs to one other at most, the likest first.
 */
export function* match(
  before: ReadonlyArray<Claim>,
  after: ReadonlyArray<Claim>,
  sources: Related
): Generator<void, Matched> {
  const proposals: Array<Proposal> = []
  const propose = (b: number, a: number, found: Omit<Match, "before" | "after"> & { likeness: number }) =>
    proposals.push({ ...found, before: before[b]!, after: after[a]!, order: [b + a, Math.abs(b - a)] })

  const measured = new Map<string, Array<number>>()
  for (const [b, claim] of before.entries()) {
    if (claim.measured === null) continue
    const of = identityOf(claim.measured.of)
    measured.set(of, [...(measured.get(of) ?? []), b])
  }
  for (const [a, claim] of after.entries()) {
    if (claim.measured === null) continue
    for (const b of measured.get(identityOf(claim.measured.of)) ?? []) {
      const figures = changedMeasures(before[b]!, claim)
      propose(b, a, { is: figures.length === 0 ? "same" : "changed", likeness: 1, figures })
    }
  }

  const statements = (claims: ReadonlyArray<Claim>) =>
    claims.flatMap((claim, at) => (claim.measured === null ? claim.statements.map((one) => ({ at, one })) : []))
  const [earlier, later] = [statements(before), statements(after)]
  const terms = ({ one }: (typeof earlier)[number]) => new Set([one.letters, ...one.stems])
  const levels = ({ one }: (typeof earlier)[number]) => new Set(one.levels.map(({ of }) => of))
  const compared = new Set<number>()
  for (const [one, other] of [
    ...(yield* candidates(earlier.map(terms), later.map(terms))),
    ...(yield* candidates(earlier.map(levels), later.map(levels)))
  ]) {
    const [b, a] = [earlier[one]!.at, later[other]!.at]
    const pair = b * after.length + a
    if (compared.has(pair)) continue
    compared.add(pair)
    const found = claimRelation(before[b]!, after[a]!, sources)
    if (found !== null) propose(b, a, found)
    yield
  }

  const taken = new Set<Claim>()
  const matches = proposals.sort(compare).filter((proposal) => {
    if (taken.has(proposal.before) || taken.has(proposal.after)) return false
    taken.add(proposal.before)
    taken.add(proposal.after)
    return true
  })
  // The later report may repeat what it now says otherwise: the earlier news is often cited still.
  const kept = new Map(matches.flatMap(({ after, before, is }) => (is === "same" ? [[before, after]] : [])))
  for (const proposal of proposals) {
    const { after, before, is } = proposal
    const repeated = kept.get(before)
    if (is === "same" || repeated === undefined || taken.has(after) || after.measured !== null) continue
    if (![before, repeated].every(({ sources: own }) => sources.mayFollow(own, after.sources))) continue
    taken.add(after)
    matches.push(proposal)
  }
  return {
    matches: matches.map(({ after, before, figures, is }) => ({ is, before, after, figures })),
    gone: before.filter((claim) => !taken.has(claim)),
    new: after.filter((claim) => !taken.has(claim))
  }
}
