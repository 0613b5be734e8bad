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

const answerTo = (packet: Packet) => {
  const asked = (): never => {
    throw new Error('the service was asked')
  }
  const service = { configuration: asked, access: asked, account: asked, close: () => {} }
  const received = { bytes: encodePacket(packet), port: 'AUTH' as const, client, secret }
  return receive(
    { service, duplicates: createDuplicates(), mayAsk: () => true, tell: () => {} },
    { ...received, address: '127.0.0.1', place: '127.0.0.1:1' },
  )
}

describe('whoever asks whether the agent is alive', () => {
  /* Guard: `statusServer` in `isAuthentic` (RFC 5997, section 3). */
  it('shows a Message-Authenticator, whatever else the client may do without', async () => {
    expect(await answerTo(status)).toBeNull()
    expect(await answerTo(signRequest(status, secret))).not.toBeNull()
  })
})
