import {
  checkMessageAuthenticator,
  encodeResponse,
  encodeUnsigned,
  isAccountingAuthentic,
} from '@signet/algorithms/radius/authenticators'
import {
  allOf,
  attributeTypes,
  decodePacket,
  type Packet,
  packetCodes,
  valueOf,
} from '@signet/algorithms/radius/packet'
import { answerAccess, type Reply } from './access.ts'
import { answerAccounting } from './accounting.ts'
import { clearText } from './clear-text.ts'
import type { Client } from './clients.ts'
import type { Duplicates } from './duplicates.ts'
import type { Faults } from './faults.ts'
import type { Log } from './log.ts'
import type { Service } from './service.ts'

/** Which port it came to; RadSec carries everything (RFC 6614, section 2.1). */
export type Port = 'AUTH' | 'ACCT' | 'TLS'

interface Received {
  readonly bytes: Buffer
  readonly port: Port
  readonly client: Client
  readonly secret: Buffer
  readonly address: string
  /** The client's address and port, or its connection. */
  readonly place: string
}

const { accessRequest, accountingRequest, statusServer } = packetCodes

const codesOf: Readonly<Record<Port, readonly number[]>> = {
  AUTH: [accessRequest, statusServer],
  ACCT: [accountingRequest, statusServer],
  TLS: [accessRequest, accountingRequest, statusServer],
}

/** What kept a packet from being worked on, as the log names it. */
type PacketFault =
  | 'packet_unexpected'
  | 'packet_forged'
  | 'message_authenticator_missing'
  | 'client_too_fast'

/**
 * What speaks against a request being of somebody who has the secret. One without a
 * Message-Authenticator says nothing of who changed it on its way (CVE-2024-3596): it is taken where
 * an administrator has allowed it, and within TLS.
 */
const forgeryOf = (packet: Packet, { secret, client, port }: Received): PacketFault | null => {
  if (packet.code === accountingRequest) {
    return isAccountingAuthentic(packet, secret) ? null : 'packet_forged'
  }
  const verdict = checkMessageAuthenticator(packet, secret)
  if (verdict !== 'ABSENT') return verdict === 'VALID' ? null : 'packet_forged'
  const isNeeded =
    packet.code === statusServer || valueOf(packet, attributeTypes.eapMessage) !== null
  const mayMiss = !isNeeded && (port === 'TLS' || !client.requireMessageAuthenticator)
  return mayMiss ? null : 'message_authenticator_missing'
}

const reasons = {
  packet_forged: 'WRONG_SHARED_SECRET',
  message_authenticator_missing: 'MESSAGE_AUTHENTICATOR_MISSING',
} as const

export interface Receiving {
  readonly service: Service
  readonly duplicates: Duplicates
  readonly mayAsk: (client: Client) => boolean
  readonly faults: Pick<Faults, 'note'>
  readonly tell: Log
}

/** Alive (RFC 5997, section 4.2). */
const statusReply = (port: Port): Reply => ({
  code: port === 'ACCT' ? packetCodes.accountingResponse : packetCodes.accessAccept,
  attributes: [],
})

const work = async ({ service }: Receiving, packet: Packet, received: Received) => {
  const { port, client, secret, address } = received
  if (packet.code === statusServer) return statusReply(port)
  if (packet.code === accountingRequest) return answerAccounting(service, received, packet)
  return answerAccess(service, { packet, client, secret, address })
}

/** Null for a packet that is worked on. */
const faultOf = ({ mayAsk }: Receiving, packet: Packet, received: Received): PacketFault | null => {
  if (!codesOf[received.port].includes(packet.code)) return 'packet_unexpected'
  const forgery = forgeryOf(packet, received)
  if (forgery !== null) return forgery
  return mayAsk(received.client) ? null : 'client_too_fast'
}

/** Tells the service of requests that it does not see: it keeps them in its audit log. */
const report = ({ faults }: Receiving, fault: PacketFault, { client, address }: Received): void => {
  if (fault !== 'packet_forged' && fault !== 'message_authenticator_missing') return
  // A packet that nobody has signed says nothing of who sent it but an address.
  faults.note({ reason: reasons[fault], applicationId: client.id, clientAddress: address })
}

/** EAP is not spoken here, and the service is not asked. */
const reportMethod = ({ faults }: Receiving, packet: Packet, received: Received): void => {
  if (packet.code !== accessRequest || valueOf(packet, attributeTypes.eapMessage) === null) return
  faults.note({
    reason: 'METHOD_NOT_SUPPORTED',
    applicationId: received.client.id,
    clientAddress: received.address,
    method: 'EAP',
    userName: clearText(packet, attributeTypes.userName),
    callingStationId: clearText(packet, attributeTypes.callingStationId),
  })
}

/**
 * The answer to a packet, null where silence is one: forged, repeated while it is worked on, more
 * than the client may ask, or left undecided by the service.
 */
export const receive = async (receiving: Receiving, received: Received): Promise<Buffer | null> => {
  const { client, secret, place, bytes } = received
  const packet = decodePacket(bytes)
  const about = { application: client.name, address: received.address }
  if (packet === null) {
    receiving.tell('packet_malformed', about)
    return null
  }
  const { code, identifier } = packet
  const fault = faultOf(receiving, packet, received)
  if (fault !== null) {
    receiving.tell(fault, about)
    report(receiving, fault, received)
    return null
  }
  const seen = receiving.duplicates.see(`${place} ${code} ${identifier}`, bytes)
  if (seen.kind !== 'NEW') return seen.kind === 'AGAIN' ? seen.answer : null
  reportMethod(receiving, packet, received)
  try {
    const reply = await work(receiving, packet, received)
    const answer = reply === null ? null : encodeReply(reply, packet, secret)
    seen.done(answer)
    return answer
  } catch (error) {
    seen.done(null)
    receiving.tell('no_decision', { ...about, reason: error instanceof Error ? error.message : '' })
    return null
  }
}

/**
 * Proxies get their own words back, in their order (RFC 2865, section 5.33). The answer to a record
 * has no Message-Authenticator: clients disagree over how one would be made.
 */
const encodeReply = ({ code, attributes }: Reply, request: Packet, secret: Buffer): Buffer => {
  const reply = { code, attributes: [...attributes, ...allOf(request, attributeTypes.proxyState)] }
  const encode = request.code === accountingRequest ? encodeUnsigned : encodeResponse
  return encode(reply, { request, secret })
}
