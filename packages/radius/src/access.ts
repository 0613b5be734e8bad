import {
  type Attribute,
  attributeTypes,
  type Packet,
  packetCodes,
  valueOf,
} from '@signet/algorithms/radius/packet'
import { vendorAttribute } from '@signet/algorithms/radius/vendors'
import { clearText } from './clear-text.ts'
import type { Client } from './clients.ts'
import { type Carried, failureOf, proofOf, successOf } from './proofs.ts'
import type { AccessDecision, Service } from './service.ts'

export interface Reply {
  readonly code: number
  readonly attributes: readonly Attribute[]
}

interface Asked {
  readonly packet: Packet
  readonly client: Client
  readonly secret: Uint8Array
  /** Where the packet came from. */
  readonly address: string
}

/** No client waits longer for somebody's app. */
const longestWaitMillis = 180_000

/** Cut at a letter's end, into as many attributes as it takes (RFC 2865, section 5.18). */
const messageAttributes = (message: string): readonly Attribute[] => {
  const parts = message.match(/.{1,60}/gsu) ?? []
  return parts.map((part) => ({ type: attributeTypes.replyMessage, value: Buffer.from(part) }))
}

const attributesOf = ({ attributes }: AccessDecision): readonly Attribute[] =>
  attributes.map(({ type, vendorId, value }) => {
    const attribute = { type, value: Buffer.from(value, 'base64url') }
    return vendorId === null ? attribute : vendorAttribute(vendorId, attribute)
  })

const replyTo = (decision: AccessDecision, carried: Carried): Reply => {
  const message = decision.message === null ? [] : messageAttributes(decision.message)
  if (decision.decision === 'CHALLENGE' && decision.state !== null) {
    const state = { type: attributeTypes.state, value: Buffer.from(decision.state) }
    return { code: packetCodes.accessChallenge, attributes: [...message, state] }
  }
  if (decision.decision !== 'ACCEPT') {
    return { code: packetCodes.accessReject, attributes: [...message, ...failureOf(carried)] }
  }
  const { msChap2Success } = decision
  const proof = msChap2Success === null ? [] : [successOf(carried, msChap2Success)]
  return {
    code: packetCodes.accessAccept,
    attributes: [...message, ...attributesOf(decision), ...proof],
  }
}

const addressIn = (packet: Packet, type: number): string | null => {
  const value = valueOf(packet, type)
  return value?.length === 4 ? value.join('.') : null
}

/** EAP ends with its own word (RFC 3579, section 2.6.3): it is not spoken here. */
const eapFailure = (packet: Packet): Reply => {
  const identifier = valueOf(packet, attributeTypes.eapMessage)?.[1] ?? 0
  const value = Buffer.from([4, identifier, 0, 4])
  return {
    code: packetCodes.accessReject,
    attributes: [{ type: attributeTypes.eapMessage, value }],
  }
}

const rejection: Reply = { code: packetCodes.accessReject, attributes: [] }

/**
 * The answer to an Access-Request: the service decides, and is waited for where somebody looks at
 * their app. @throws whatever kept the service from a decision
 */
export const answerAccess = async (
  service: Service,
  { packet, client, secret, address }: Asked,
  now: () => number = Date.now,
): Promise<Reply> => {
  if (valueOf(packet, attributeTypes.eapMessage) !== null) return eapFailure(packet)
  const userName = clearText(packet, attributeTypes.userName)
  const carried = proofOf(packet, secret)
  if (userName === null || userName === '' || carried === null) return rejection
  const question = {
    applicationId: client.id,
    userName,
    clientAddress: address,
    callingStationId: clearText(packet, attributeTypes.callingStationId),
    framedAddress: addressIn(packet, attributeTypes.framedIpAddress),
  }
  const until = now() + longestWaitMillis
  const state = clearText(packet, attributeTypes.state)
  let decision = await service.access({ ...question, proof: carried.proof, state })
  while (decision.decision === 'WAIT' && now() < until) {
    const proof = { kind: 'WAITING' } as const
    decision = await service.access({ ...question, proof, state: decision.state })
  }
  return replyTo(decision, carried)
}
