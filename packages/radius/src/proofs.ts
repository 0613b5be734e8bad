import { attributeTypes, decodedText, type Packet, valueOf } from '@signet/algorithms/radius/packet'
import { revealPassword } from '@signet/algorithms/radius/passwords'
import {
  microsoft,
  microsoftTypes,
  vendorAttribute,
  vendorAttributes,
} from '@signet/algorithms/radius/vendors'
import type { AccessQuestion } from './service.ts'

type Proof = AccessQuestion['proof']

/** What a request carries as its proof; null for none, or one that is malformed. */
export interface Carried {
  readonly proof: Proof
  /** MS-CHAP: names the exchange in its answer. */
  readonly identifier: number
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const papOf = (packet: Packet, hidden: Uint8Array, secret: Uint8Array): Carried | null => {
  const keyed = { secret, requestAuthenticator: packet.authenticator }
  const bytes = revealPassword(hidden, keyed)
  if (bytes === null) return null
  return { proof: { kind: 'PAP', password: decodedText(bytes) }, identifier: 0 }
}

const chapOf = (packet: Packet, password: Buffer): Carried | null => {
  if (password.length !== 17) return null
  const challenge = valueOf(packet, attributeTypes.chapChallenge) ?? packet.authenticator
  const id = password.readUInt8(0)
  const response = text(password.subarray(1))
  return { proof: { kind: 'CHAP', id, challenge: text(challenge), response }, identifier: id }
}

const responseBytes = 50

/** RFC 2548, sections 2.1 and 2.3. */
const msChapOf = (packet: Packet): Carried | null => {
  const own = vendorAttributes(packet, microsoft)
  const of = (type: number): Buffer | null => {
    const found = own.find((attribute) => attribute.type === type)
    return found === undefined ? null : Buffer.from(found.value)
  }
  const challenge = of(microsoftTypes.chapChallenge)
  const [one, two] = [of(microsoftTypes.chapResponse), of(microsoftTypes.chap2Response)]
  const bytes = two ?? one
  if (challenge === null || bytes?.length !== responseBytes) return null
  const shared = { challenge: text(challenge), response: text(bytes.subarray(26)) }
  const identifier = bytes.readUInt8(0)
  if (two === null) return { proof: { kind: 'MSCHAP', ...shared }, identifier }
  const peerChallenge = text(bytes.subarray(2, 18))
  return { proof: { kind: 'MSCHAP2', ...shared, peerChallenge }, identifier }
}

/** The one proof of a request (RFC 2865, section 4.1: never two). */
export const proofOf = (packet: Packet, secret: Uint8Array): Carried | null => {
  const hidden = valueOf(packet, attributeTypes.userPassword)
  const chap = valueOf(packet, attributeTypes.chapPassword)
  if (hidden !== null && chap !== null) return null
  if (hidden !== null) return papOf(packet, hidden, secret)
  return chap === null ? msChapOf(packet) : chapOf(packet, chap)
}

const msChapAttribute = (type: number, { identifier }: Carried, value: string) =>
  vendorAttribute(microsoft, {
    type,
    value: Buffer.concat([Buffer.from([identifier]), Buffer.from(value)]),
  })

/** What an MS-CHAPv2 client holds the server's own knowledge against. */
export const successOf = (carried: Carried, success: string) =>
  msChapAttribute(microsoftTypes.chap2Success, carried, success)

/** RFC 2548, section 2.1.5: the wrong code, and no further try in this exchange. */
export const failureOf = (carried: Carried) => {
  const isMsChap = carried.proof.kind === 'MSCHAP' || carried.proof.kind === 'MSCHAP2'
  return isMsChap ? [msChapAttribute(microsoftTypes.chapError, carried, 'E=691 R=0')] : []
}
