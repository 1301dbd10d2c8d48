import { type Fault, Invalid } from "./Failure.ts"

/** Of very many faults the first are enough to see what is wrong. */
const maxFaults = 50

/** The error of a request that has these faults; its message is the first of them. */
export const validationError = (faults: ReadonlyArray<Fault>): Invalid => {
  const details = faults.slice(0, maxFaults)
  const [first] = details
  const message =
    first === undefined
      ? "The request is not valid."
      : `${first.location.slice(1).join(".") || "The body"} ${first.message}${details.length > 1 ? `, and ${details.length - 1} more` : ""}`
  return new Invalid({ code: "validation_error", message, details })
}
