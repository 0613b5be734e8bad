import { sealingKeyOf } from '../keys/sealing.ts'
import { dropLock, keepAccount, keepLock, type Lock, listAccounts } from '../store/accounts.ts'
import { vault } from '../store/vault.ts'

/** The device did not say that it was its owner. */
class NotVerified extends Error {}

const name = 'Signet Authenticator'
const timeout = 60_000
const random = (bytes: number): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(bytes))

/** Flags of authenticator data (WebAuthn level 3, section 6.1): UV, behind 32 bytes of a hash. */
const isVerified = (data: ArrayBuffer): boolean =>
  ((new Uint8Array(data)[32] ?? 0) & 0b0000_0100) !== 0

/** Whether this device can recognise its owner. */
export const canLock = async (): Promise<boolean> =>
  'PublicKeyCredential' in window &&
  PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()

const prfOf = (credential: PublicKeyCredential): BufferSource | null =>
  credential.getClientExtensionResults().prf?.results?.first ?? null

type Ask = Pick<Lock, 'credentialId' | 'salt'>

/** Has the device recognise its owner; what its PRF gives, or null where it has none. @throws NotVerified */
const recognise = async ({ credentialId: id, salt }: Ask): Promise<BufferSource | null> => {
  const credential = await navigator.credentials.get({
    publicKey: {
      challenge: random(32),
      allowCredentials: [{ type: 'public-key', id, transports: ['internal'] }],
      userVerification: 'required',
      timeout,
      extensions: { prf: { eval: { first: salt } } },
    },
  })
  const isAnswer =
    credential instanceof PublicKeyCredential &&
    credential.response instanceof AuthenticatorAssertionResponse
  if (!isAnswer || !isVerified(credential.response.authenticatorData)) {
    throw new NotVerified('the device did not recognise its owner')
  }
  return prfOf(credential)
}

const makeCredential = async (): Promise<ArrayBuffer> => {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: random(32),
      rp: { name },
      user: { id: random(16), name, displayName: name },
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
      authenticatorSelection: {
        authenticatorAttachment: 'platform',
        userVerification: 'required',
        residentKey: 'discouraged',
      },
      timeout,
      extensions: { prf: {} },
    },
  })
  if (credential instanceof PublicKeyCredential) return credential.rawId
  throw new NotVerified('no credential was made')
}

/** From now on the app opens to its owner alone. @throws NotVerified, or what the browser refuses with */
export const turnOn = async (): Promise<Lock> => {
  const credentialId = await makeCredential()
  const salt = random(32)
  const prf = await recognise({ credentialId, salt })
  const lock: Lock = { id: 'app', credentialId, salt, kind: prf === null ? 'HIDES' : 'SEALS' }
  await keepLock(lock)
  if (prf !== null) vault.open(await sealingKeyOf(prf))
  return lock
}

/** Opens the app. @throws NotVerified, or what the browser refuses with */
export const unlock = async (lock: Lock): Promise<void> => {
  const prf = await recognise(lock)
  if (lock.kind === 'HIDES') return
  if (prf === null) throw new NotVerified('the device gave no key')
  vault.open(await sealingKeyOf(prf))
}

/** The app opens to everybody again; accounts are kept without the lock. @throws NotVerified */
export const turnOff = async (lock: Lock): Promise<void> => {
  await unlock(lock)
  for (const { sealed: _sealed, ...account } of await listAccounts()) await keepAccount(account)
  await dropLock()
  vault.close()
}
