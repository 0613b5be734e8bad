import { randomBytes } from 'node:crypto'
import { signRequest } from '@signet/algorithms/radius/authenticators'
import { encodePacket, type Packet, packetCodes } from '@signet/algorithms/radius/packet'
import { describe, expect, it } from 'vitest'
import type { Client } from './clients.ts'
import { createDuplicates } from './duplicates.ts'
import { receive } from './receiving.ts'

const secret = Buffer.from('shared secret')

/** A client whose requests are taken without a Message-Authenticator: somebody has allowed that. */
const client: Client = {
  id: '01940000-0000-7000-8000-000000000001',
  name: 'Old switch',
  sharedSecret: secret.toString(),
  allowedAddresses: ['127.0.0.1/32'],
  tlsClientName: null,
  requireMessageAuthenticator: false,
  requestsPerSecond: 100,
}

const status: Packet = {
  code: packetCodes.statusServer,
  identifier: 1,
  authenticator: randomBytes(16),
  attributes: [],
}

const answerTo = (packet: Packet, told: unknown[] = [], change: Partial<Client> = {}) => {
  const asked = (): never => {
    throw new Error('the service was asked')
  }
  const service = { configuration: asked, access: asked, account: asked, close: () => {} }
  const received = { bytes: encodePacket(packet), port: 'AUTH' as const, secret }
  return receive(
    {
      service,
      duplicates: createDuplicates(),
      mayAsk: () => true,
      faults: { note: ({ reason, method }) => void told.push([reason, method]) },
      tell: (event) => void told.push(event),
    },
    { ...received, client: { ...client, ...change }, address: '127.0.0.1', place: '127.0.0.1:1' },
  )
}

describe('whoever asks whether the agent is alive', () => {
  /* Guard: `statusServer` in `isAuthentic` (RFC 5997, section 3). */
  it('shows a Message-Authenticator, whatever else the client may do without', async () => {
    expect(await answerTo(status)).toBeNull()
    expect(await answerTo(signRequest(status, secret))).not.toBeNull()
  })
})

describe('a request that is dropped', () => {
  const access: Packet = { ...status, code: packetCodes.accessRequest }
  const demanding = { requireMessageAuthenticator: true }

  /* Guard: `forgeryOf`, which tells a missing proof from a wrong one. */
  it.each([
    [
      'without a Message-Authenticator',
      access,
      'message_authenticator_missing',
      'MESSAGE_AUTHENTICATOR_MISSING',
    ],
    [
      'signed with another secret',
      signRequest(access, Buffer.from('other')),
      'packet_forged',
      'WRONG_SHARED_SECRET',
    ],
  ])('%s is told as that', async (_what, packet, event, reason) => {
    const told: unknown[] = []
    expect(await answerTo(packet, told, demanding)).toBeNull()
    expect(told).toEqual([event, [reason, undefined]])
  })

  /* Guard: `reportMethod`; the service never sees these. */
  it('because EAP is not spoken is told to the service', async () => {
    const told: unknown[] = []
    const eap = { type: 79, value: Buffer.from([2, 1, 0, 5, 1]) }
    const packet = signRequest({ ...access, attributes: [eap] }, secret)
    expect(await answerTo(packet, told)).not.toBeNull()
    expect(told).toEqual([['METHOD_NOT_SUPPORTED', 'EAP']])
  })
})

describe('an Access-Request whose user name holds a control character', () => {
  const password = { type: 2, value: randomBytes(16) }
  const named = (name: string): Packet => ({
    ...status,
    code: packetCodes.accessRequest,
    attributes: [{ type: 1, value: Buffer.from(name) }, password],
  })

  /* Guard: `clearText`; the service would answer the JSON with an error, and the agent nothing. */
  it.each(['ada\0', 'a\u0007da', '\0'])(
    'is rejected, and the service is not asked: %j',
    async (name) => {
      const told: unknown[] = []
      const answer = await answerTo(signRequest(named(name), secret), told)
      expect(answer?.[0]).toBe(packetCodes.accessReject)
      expect(told).toEqual([])
    },
  )
})
