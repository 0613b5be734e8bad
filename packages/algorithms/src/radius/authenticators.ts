import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { type Attribute, allOf, attributeTypes, encodePacket, type Packet } from './packet.ts'

const { messageAuthenticator } = attributeTypes
const authenticatorBytes = 16
const zeros = Buffer.alloc(authenticatorBytes)

const md5 = (...parts: readonly Uint8Array[]): Buffer => hash('md5', Buffer.concat(parts), 'buffer')

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** HMAC-MD5 over the packet with this attribute zeroed (RFC 3579, section 3.2). */
const messageAuthenticatorOf = (packet: Packet, secret: Uint8Array): Buffer => {
  const attributes = packet.attributes.map((attribute) =>
    attribute.type === messageAuthenticator ? { ...attribute, value: zeros } : attribute,
  )
  return createHmac('md5', secret)
    .update(encodePacket({ ...packet, attributes }))
    .digest()
}

type Verdict = 'VALID' | 'INVALID' | 'ABSENT'

/** Whether a request carries a Message-Authenticator, and the right one; two are never right. */
export const checkMessageAuthenticator = (request: Packet, secret: Uint8Array): Verdict => {
  const [found, ...more] = allOf(request, messageAuthenticator)
  if (found === undefined) return 'ABSENT'
  if (more.length > 0) return 'INVALID'
  return isSame(found.value, messageAuthenticatorOf(request, secret)) ? 'VALID' : 'INVALID'
}

/** A request with its Message-Authenticator first. */
export const signRequest = (request: Packet, secret: Uint8Array): Packet => {
  const attributes = [{ type: messageAuthenticator, value: zeros }, ...request.attributes]
  const value = messageAuthenticatorOf({ ...request, attributes }, secret)
  return { ...request, attributes: [{ type: messageAuthenticator, value }, ...request.attributes] }
}

/** MD5 over the packet with zeros for its authenticator, and the secret (RFC 2866, section 3). */
export const accountingAuthenticator = (request: Packet, secret: Uint8Array): Buffer =>
  md5(encodePacket({ ...request, authenticator: zeros }), secret)

export const isAccountingAuthentic = (request: Packet, secret: Uint8Array): boolean =>
  isSame(request.authenticator, accountingAuthenticator(request, secret))

interface Question {
  readonly request: Pick<Packet, 'identifier' | 'authenticator'>
  readonly secret: Uint8Array
}

/** MD5 over the answer with the request's authenticator, and the secret (RFC 2865, section 3). */
export const responseAuthenticator = (
  response: Pick<Packet, 'code' | 'attributes'>,
  { request, secret }: Question,
): Buffer => {
  const { identifier, authenticator } = request
  const { code, attributes } = response
  return md5(encodePacket({ code, identifier, authenticator, attributes }), secret)
}

interface Answered {
  readonly code: number
  readonly attributes: readonly Attribute[]
}

/** The bytes of an answer with its Response Authenticator alone: for records (RFC 2866, section 3). */
export const encodeUnsigned = ({ code, attributes }: Answered, question: Question): Buffer => {
  const { identifier } = question.request
  const authenticator = responseAuthenticator({ code, attributes }, question)
  return encodePacket({ code, identifier, authenticator, attributes })
}

/**
 * The bytes of an answer. Its Message-Authenticator comes first, so that nothing of what follows
 * can be made to collide with another answer (draft-ietf-radext-deprecating-radius, section 5).
 */
export const encodeResponse = ({ code, attributes }: Answered, question: Question): Buffer => {
  const { identifier, authenticator } = question.request
  const signed = signRequest({ code, identifier, authenticator, attributes }, question.secret)
  return encodeUnsigned(signed, question)
}
