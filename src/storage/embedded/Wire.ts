import { Buffer } from "node:buffer"

/*
 * The few messages of the Postgres frontend/backend protocol 3.0 that the embedded database has to read or write
 * itself (PostgreSQL manual, "Message Formats"). Everything else passes through untouched.
 *
 * A message is one type byte, a big-endian int32 length that counts itself, and the body; only a client's first
 * message has no type byte, but a code after the length.
 */

/** Codes of a first message that isn't a startup message. */
export const sslRequestCode = 80877103
export const cancelRequestCode = 80877102

const message = (type: string, ...body: ReadonlyArray<Buffer | string>): Buffer => {
  const bytes = Buffer.concat(body.map((part) => (typeof part === "string" ? Buffer.from(part) : part)))
  const frame = Buffer.allocUnsafe(5 + bytes.length)
  frame.write(type, 0, "latin1")
  frame.writeInt32BE(4 + bytes.length, 1)
  bytes.copy(frame, 5)
  return frame
}

const int32 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}

export const authenticationOk = message("R", int32(0))
export const backendKeyData = (pid: number, secret: number): Buffer => message("K", int32(pid), int32(secret))
export const readyForQuery = message("Z", "I")
const sync = message("S")

/** SQLSTATE 57014, what a server answers to a statement that a CancelRequest stopped. */
export const queryCanceled = message("E", "SERROR\0VERROR\0C57014\0Mcanceling statement due to user request\0\0")

/**
 * Messages as one piece of memory of their own, which another thread can be given: a small Buffer shares its memory
 * with others.
 */
export const whole = (messages: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const batch = new Uint8Array(messages.reduce((length, message) => length + message.length, 0))
  let offset = 0
  for (const message of messages) {
    batch.set(message, offset)
    offset += message.length
  }
  return batch
}

/** One batch that is a simple query. */
export const query = (statement: string): Uint8Array<ArrayBuffer> => whole([message("Q", `${statement}\0`)])

/** One batch that closes the named statements. */
export const closeStatements = (names: Iterable<string>): Uint8Array<ArrayBuffer> =>
  whole([...Array.from(names, (name) => message("C", `S${name}\0`)), sync])

export const typeOf = (frame: Buffer, offset = 0): string => String.fromCharCode(frame[offset]!)

/** The C string at an offset. */
export const nameAt = (frame: Buffer, offset: number): string =>
  frame.toString("utf8", offset, frame.indexOf(0, offset))

/** The statement's name and how its SQL begins, of a Parse message. */
export const parseOf = (frame: Buffer): { readonly name: string; readonly head: string } => {
  const start = frame.indexOf(0, 5) + 1
  return { name: nameAt(frame, 5), head: frame.toString("latin1", start, start + 60) }
}

/** The name of the statement that a Bind message takes. */
export const boundOf = (frame: Buffer): string => nameAt(frame, frame.indexOf(0, 5) + 1)

/** The parameters of a startup message: names and values in turns. */
export const parametersOf = (frame: Buffer): ReadonlyMap<string, string> => {
  const strings = frame.toString("utf8", 8).split("\0")
  return new Map(strings.flatMap((name, n) => (n % 2 === 0 && name !== "" ? [[name, strings[n + 1] ?? ""]] : [])))
}

/** A Parse of `UNLISTEN c` turned into one of `LISTEN c`. */
export const withoutUn = (frame: Buffer): Buffer => {
  const start = frame.indexOf(0, 5) + 1
  return message("P", frame.subarray(5, start), frame.subarray(start + 2))
}

/** I (idle), T (in a transaction) or E (in a failed one), from the ReadyForQuery that ends an answer. */
export const transactionStatus = (answer: Buffer): string | undefined =>
  answer.length >= 6 && typeOf(answer, answer.length - 6) === "Z" ? typeOf(answer, answer.length - 1) : undefined

/** The NotificationResponse messages within an answer. */
export const notifications = (answer: Buffer): Buffer => {
  const found: Array<Buffer> = []
  for (let offset = 0; offset < answer.length;) {
    const end = offset + 1 + answer.readInt32BE(offset + 1)
    if (typeOf(answer, offset) === "A") found.push(answer.subarray(offset, end))
    offset = end
  }
  return Buffer.concat(found)
}
