import {
  attributeTypes,
  numberOf,
  type Packet,
  packetCodes,
  valueOf,
} from '@signet/algorithms/radius/packet'
import type { Reply } from './access.ts'
import { clearText } from './clear-text.ts'
import type { Client } from './clients.ts'
import type { AccountingRecord, Service } from './service.ts'

/** RFC 2866, section 5.1. */
const statuses: Readonly<Record<number, AccountingRecord['status']>> = {
  1: 'START',
  2: 'STOP',
  3: 'INTERIM',
  7: 'ON',
  8: 'OFF',
}

const mostBytes = 10n ** 18n - 1n

/** Counts of 32 bits, and how often they have run over (RFC 2869, sections 5.1 and 5.2). */
const bytesOf = (packet: Packet, octets: number, gigawords: number): string => {
  const times = BigInt(numberOf(packet, gigawords) ?? 0)
  const bytes = (times << 32n) + BigInt(numberOf(packet, octets) ?? 0)
  return String(bytes < mostBytes ? bytes : mostBytes)
}

/** The service takes numbers of 31 bits; 68 years of seconds. */
const bounded = (count: number): number => Math.min(count, 0x7fffffff)

const addressOf = (packet: Packet): string | null => {
  const value = valueOf(packet, attributeTypes.framedIpAddress)
  return value?.length === 4 ? value.join('.') : null
}

interface From {
  readonly client: Client
  readonly address: string
}

/**
 * Keeps a record, then says so: a client that hears nothing sends it again (RFC 2866, section 2).
 * Null for a kind of record that nobody keeps.
 * @throws whatever kept the service from it
 */
export const answerAccounting = async (
  service: Service,
  { client, address }: From,
  packet: Packet,
): Promise<Reply | null> => {
  const types = attributeTypes
  const status = statuses[numberOf(packet, types.acctStatusType) ?? 0]
  if (status === undefined) return null
  const cause = numberOf(packet, types.acctTerminateCause)
  await service.account({
    applicationId: client.id,
    status,
    clientAddress: address,
    sessionId: clearText(packet, types.acctSessionId) ?? '',
    userName: clearText(packet, types.userName) ?? '',
    callingStationId: clearText(packet, types.callingStationId),
    framedAddress: addressOf(packet),
    seconds: bounded(numberOf(packet, types.acctSessionTime) ?? 0),
    inputBytes: bytesOf(packet, types.acctInputOctets, types.acctInputGigawords),
    outputBytes: bytesOf(packet, types.acctOutputOctets, types.acctOutputGigawords),
    endCause: cause === null ? null : bounded(cause),
  })
  return { code: packetCodes.accountingResponse, attributes: [] }
}
