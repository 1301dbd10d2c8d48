import { electricVehicleCharging } from "./stories/electric-vehicle-charging.ts"
import { heatPumps } from "./stories/heat-pumps.ts"
import { oatMilk } from "./stories/oat-milk.ts"
import { onDeviceAiChips } from "./stories/on-device-ai-chips.ts"
import type { Story } from "./Story.ts"

/** The demo's markets, by the niche that one asks a report about. */
export const markets: Readonly<Record<string, ReadonlyArray<Story>>> = {
  "electric vehicle charging": electricVehicleCharging,
  "heat pumps": heatPumps,
  "on-device AI chips": onDeviceAiChips,
  "oat milk": oatMilk
}

export const niches = Object.keys(markets)

export const stories: ReadonlyArray<Story> = Object.values(markets).flat()
