import { randomInt } from "node:crypto"
import { maxId } from "../../domain/Id.ts"

/** Ids that tell nothing, each given once. */
export const makeIds = <Id>(schema: { readonly make: (id: number) => Id }): (() => Id) => {
  const given = new Set<number>()
  return () => {
    let id: number
    do id = randomInt(1, maxId + 1)
    while (given.has(id))
    given.add(id)
    return schema.make(id)
  }
}
