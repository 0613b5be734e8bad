import { randomBytes } from 'node:crypto'
import { attributeTypes, type Packet, packetCodes } from '@signet/algorithms/radius/packet'
import { hidePassword } from '@signet/algorithms/radius/passwords'
import { expect, it } from 'vitest'
import { proofOf } from './proofs.ts'

const secret = Buffer.from('shared secret')

const asked = (password: Buffer): Packet => {
  const authenticator = randomBytes(16)
  const value = hidePassword(password, { secret, requestAuthenticator: authenticator })
  const attributes = [{ type: attributeTypes.userPassword, value }]
  return { code: packetCodes.accessRequest, identifier: 1, authenticator, attributes }
}

/* Guard: `decodedText` in `papOf`. */
it.each([
  ['UTF-8', Buffer.from('pässwörd €', 'utf8'), 'pässwörd €'],
  ['Latin-1', Buffer.from('pässwörd', 'latin1'), 'pässwörd'],
  ['Windows-1252', Buffer.from([0x70, 0xe4, 0x80]), 'pä€'],
])('reads a PAP password in %s', (_, bytes, password) => {
  expect(proofOf(asked(bytes), secret)?.proof).toEqual({ kind: 'PAP', password })
})
