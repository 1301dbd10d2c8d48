import { Result } from "effect"
import { getNodeValue } from "jsonc-parser"
import type { Fault } from "../../../domain/Failure.ts"
import { type JsonFault, parseJson } from "./JsonText.ts"
import { type Cell, faultAt, type FileLocation, type Row } from "../../files/FileLocation.ts"

/** The locations of a text's characters. */
const locations = (text: string): ((at: number) => FileLocation) => {
  const starts = [0, ...text.matchAll(/\n/g).map(({ index }) => index + 1)]
  return (at) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - starts[low]! + 1 }
  }
}

/** The rows of a JSON file, an array of objects, and what is wrong with its form. */
export const jsonRows = (
  text: string
): { readonly rows: ReadonlyArray<Row>; readonly faults: ReadonlyArray<Fault> } => {
  const locationOf = locations(text)
  const fault = ({ at, message }: JsonFault) => faultAt(locationOf(at), message)
  const root = parseJson(text)
  if (Result.isFailure(root)) return { rows: [], faults: [fault(root.failure)] }
  const { children = [], offset, type } = root.success
  if (type !== "array")
    return { rows: [], faults: [fault({ at: offset, message: "the file must be an array of objects" })] }
  const rows: Array<Row> = []
  const faults: Array<Fault> = []
  for (const { children: members = [], offset, type } of children) {
    const location = locationOf(offset)
    if (type !== "object") {
      faults.push(faultAt(location, "must be an object"))
      continue
    }
    const cells = new Map<string, Cell>()
    for (const { children: [name, member] = [] } of members) {
      const value: unknown = getNodeValue(member!)
      const header = String(name!.value).trim().toLowerCase()
      if (value !== null && value !== "") cells.set(header, { value, location: locationOf(member!.offset), header })
    }
    rows.push({ location, cells })
  }
  return { rows, faults }
}
