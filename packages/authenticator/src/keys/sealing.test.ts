import { describe, expect, it } from 'vitest'
import { makeDeviceKey, signText } from './device-key.ts'
import { openDeviceKey, openSecret, sealingKeyOf, sealKeys } from './sealing.ts'
import { codeAt, importSecret } from './totp.ts'

const bytes = (value: number) => new Uint8Array(32).fill(value)
const secret = new Uint8Array([...'12345678901234567890'].map((one) => one.charCodeAt(0)))

const sealedAccount = async () => {
  const key = await makeDeviceKey('TO_SEAL')
  const account = {
    id: 'one',
    algorithm: 'SHA1' as const,
    secret: await importSecret(secret, 'SHA1', 'TO_SEAL'),
    service: { key },
  }
  const sealed = await sealKeys(await sealingKeyOf(bytes(1)), account)
  return { id: account.id, algorithm: account.algorithm, sealed, publicKey: key.publicKey }
}

describe('keys of an account', () => {
  it('come back as keys that make the same codes and signatures, and are not read out', async () => {
    const { sealed, publicKey, ...account } = await sealedAccount()
    const opening = await sealingKeyOf(bytes(1))
    const opened = await openSecret(opening, { ...account, sealed })
    // RFC 6238, appendix B
    expect(await codeAt({ secret: opened, digits: 8, periodSeconds: 30 }, 59_000)).toBe('94287082')
    const privateKey = await openDeviceKey(opening, account.id, sealed.deviceKey ?? bytes(0))
    expect(await signText({ privateKey, publicKey }, 'text')).toMatch(/^[\w-]{86}$/)
    expect([opened.extractable, privateKey.extractable]).toEqual([false, false])
  })

  it('stay closed to another lock, and in the place of another account', async () => {
    const { sealed, algorithm, id } = await sealedAccount()
    const other = await sealingKeyOf(bytes(2))
    await expect(openSecret(other, { id, sealed, algorithm })).rejects.toBeInstanceOf(DOMException)
    const own = await sealingKeyOf(bytes(1))
    await expect(openSecret(own, { id: 'two', sealed, algorithm })).rejects.toBeInstanceOf(
      DOMException,
    )
    await expect(openDeviceKey(own, id, sealed.secret)).rejects.toBeInstanceOf(DOMException)
  })
})
