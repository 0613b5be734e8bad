import { fromBase32 } from '../keys/bytes.ts'
import { makeDeviceKey } from '../keys/device-key.ts'
import { importSecret, type Making } from '../keys/totp.ts'
import { type Account, keepNewAccount } from '../store/accounts.ts'
import { vault } from '../store/vault.ts'
import { Refused, takeOver } from './calls.ts'
import { type Offer, offerOf } from './links.ts'
import type { Codes } from './migration.ts'

/** The text is nothing that this app can use. */
class NoOffer extends Error {}

const making = (): Making => (vault.key() === null ? 'KEPT' : 'TO_SEAL')

const fromCodes = async (codes: Codes): Promise<Account> => ({
  ...codes,
  id: crypto.randomUUID(),
  secret: await importSecret(codes.secret, codes.algorithm, making()),
  service: null,
  state: 'ACTIVE',
  aheadMillis: 0,
  addedAt: Date.now(),
})

/** Takes a token over with a key that is made for it. */
const fromClaim = async ({ service, claim }: Extract<Offer, { kind: 'claim' }>) => {
  const own = { url: service, key: await makeDeviceKey(making()) }
  const token = await takeOver(own, { claim, name: 'Signet Authenticator' })
  const bytes = fromBase32(token.secret)
  if (bytes === null) throw new Refused(500)
  const now = Date.now()
  const account: Account = {
    // An identifier of the app's own: what a service calls its token may be another's, too.
    id: crypto.randomUUID(),
    issuer: token.issuer,
    name: token.account,
    secret: await importSecret(bytes, token.algorithm, making()),
    algorithm: token.algorithm,
    digits: token.digits,
    periodSeconds: token.periodSeconds,
    service: own,
    state: 'PENDING',
    aheadMillis: Date.parse(token.time) - now,
    addedAt: now,
  }
  return account
}

/** Adds what a link or a QR code offers. @throws NoOffer, Refused */
export const addFrom = async (text: string): Promise<void> => {
  const offer = offerOf(text)
  if (offer === null) throw new NoOffer('nothing to add')
  const accounts =
    offer.kind === 'claim'
      ? [await fromClaim(offer)]
      : await Promise.all(offer.codes.map(fromCodes))
  for (const account of accounts) await keepNewAccount(account)
}
