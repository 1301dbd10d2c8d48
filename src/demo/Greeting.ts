import { niches } from "./Markets.ts"

/** What the demo adds to the greeting. */
export const greeting: ReadonlyArray<string> = [
  "  Sample news, searches, discussions and companies, all of them invented, arrive within seconds.",
  `  Reports can be made about ${niches.join(", ")}. Everything is gone when the demo ends (Ctrl-C).`
]
