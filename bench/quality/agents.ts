import questions from "./agents/questions.json" with { type: "json" }

/*
 * Questions that an agent is asked over the demo's data (npm run demo), with the calls of tools that answer them. Says
 * whether their results have the answer, and how long they are. Run against a demo: `SONDE_URL=… SONDE_KEY=… node
 * bench/quality/agents.ts`.
 */

const mostCalls = 3
const mostTokens = 8_000

/** Of these results the one with the shortest tokens has 2.02 characters in each (o200k). */
const charactersPerToken = 2

const { SONDE_KEY = "", SONDE_URL = "http://localhost:4646" } = process.env

const call = async (name: string, given: unknown): Promise<string> => {
  const response = await fetch(`${SONDE_URL}/mcp`, {
    method: "POST",
    headers: {
      "x-api-key": SONDE_KEY,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25"
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } })
  })
  const { result } = (await response.json()) as { result: { content: [{ text: string }]; isError?: boolean } }
  if (result.isError === true) throw new Error(result.content[0].text)
  return result.content[0].text
}

/** `$id` stands for the first id of the result before. */
const filled = (given: unknown, before: string): unknown => {
  const id = /"id":"([^"]+)"/.exec(before)?.[1] ?? ""
  return JSON.parse(JSON.stringify(given).replaceAll("$id", id))
}

let missed = 0
for (const { answer, calls, question } of questions) {
  const results: Array<string> = []
  for (const [name, given] of calls) results.push(await call(name as string, filled(given, results.at(-1) ?? "")))
  const text = results.join("\n")
  const tokens = Math.ceil(text.length / charactersPerToken)
  const good = new RegExp(answer).test(text) && calls.length <= mostCalls && tokens <= mostTokens
  if (!good) missed++
  console.log(
    `${good ? "answered" : "MISSED  "}  ${calls.length} calls  ${String(tokens).padStart(5)} tokens at most  ${question}`
  )
}
console.log(`${questions.length - missed} of ${questions.length} answered`)
process.exitCode = missed === 0 ? 0 : 1
