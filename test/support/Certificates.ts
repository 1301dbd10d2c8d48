import { generateKeyPairSync, randomBytes, sign } from "node:crypto"

/*
 * Certificates for servers in tests. Only what such a server needs of X.509: libraries that make certificates bring
 * more than twenty packages.
 */

const element = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>) => element(0x30, ...parts)
const octets = (...parts: ReadonlyArray<Uint8Array>) => element(0x04, ...parts)
const bits = (bytes: Uint8Array) => element(0x03, Buffer.of(0), bytes)
const oid = (hex: string) => element(0x06, Buffer.from(hex, "hex"))
const text = (tag: number, value: string) => element(tag, Buffer.from(value))
const time = (at: Date) => text(0x18, `${at.toISOString().replaceAll(/[-:T]|\..*/g, "")}Z`)

const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))
const nameOf = (common: string) => sequence(element(0x31, sequence(oid("550403"), text(0x0c, common))))
const subjectAltName = (host: string) => sequence(oid("551d11"), octets(sequence(text(0x82, host))))
const isAuthority = sequence(
  oid("551d13"),
  element(0x01, Buffer.of(255)),
  octets(sequence(element(0x01, Buffer.of(255))))
)

export interface Certificate {
  readonly name: string
  /** Both as PEM. */
  readonly cert: string
  readonly key: string
}

const year = 365 * 86_400_000

/** A certificate for a host, signed by another one, or by itself. It is good for a year, up to `until`. */
export const certificate = (
  name: string,
  { by, until = new Date(Date.now() + year / 2) }: { readonly by?: Certificate; readonly until?: Date } = {}
): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const signed = sequence(
    element(0xa0, element(0x02, Buffer.of(2))),
    element(0x02, Buffer.of(1), randomBytes(8)),
    ecdsaWithSha256,
    nameOf(by?.name ?? name),
    sequence(time(new Date(until.getTime() - year)), time(until)),
    nameOf(name),
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, sequence(subjectAltName(name), ...(by === undefined ? [isAuthority] : [])))
  )
  const whole = sequence(signed, ecdsaWithSha256, bits(sign("sha256", signed, by?.key ?? privateKey)))
  const cert = `-----BEGIN CERTIFICATE-----\n${whole.toString("base64")}\n-----END CERTIFICATE-----\n`
  return { name, cert, key: String(privateKey.export({ type: "pkcs8", format: "pem" })) }
}
