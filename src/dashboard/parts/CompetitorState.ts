import type { CompetitorStatus } from "../../domain/Competitor.ts"
import type { Html } from "../../text/Html.ts"
import { badge, type Tone } from "./Badge.ts"

const tones: Record<CompetitorStatus, Tone> = { active: "good", paused: "warn", archived: "off" }

export const competitorStatus = (status: CompetitorStatus): Html => badge(tones[status], status)
