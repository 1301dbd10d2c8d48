import type { WatchConditions } from "../domain/Watch.ts"
import type { EventContent, WatchEvent } from "../domain/WatchEvent.ts"
import { quietNow } from "../storage/watches/Deliveries.ts"
import type { OwnOccurrence } from "../storage/watches/WatchEvents.ts"
import type { OwnedWatch } from "../storage/watches/Watches.ts"

/** When what happens now may be sent. */
export const sendAt = (conditions: WatchConditions, now: Date): Date => quietNow(conditions, now) ?? now

/** For how long nothing is sent after something was. */
export const cooldownOf = ({ cooldown_minutes }: WatchConditions): number => cooldown_minutes * 60_000

/** What happened, with how its watch wants to be told of it. */
export const occurrence = (
  { account, watch }: OwnedWatch,
  now: Date,
  what: Pick<OwnOccurrence, "key" | "otherKeys" | "content">
): OwnOccurrence => ({
  account,
  watch: watch.id,
  cooldownMillis: cooldownOf(watch.conditions),
  send_at: sendAt(watch.conditions, now),
  ...what
})

/** What an event says that is no news. */
export const contentOf = (
  kind: EventContent["kind"],
  what: Pick<EventContent, "title" | "link"> &
    Partial<Pick<EventContent, "text" | "source">> & {
      readonly terms?: ReadonlyArray<string>
      readonly change?: WatchEvent["why"]["change"]
    }
): EventContent => {
  const { change = null, link, source = null, terms = [], text = null, title } = what
  return { kind, title, text, source, story_id: null, why: { terms, highlights: [], change }, link }
}
