import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto'
import { z } from 'zod'
import { openUnder, sealUnder } from './envelope.ts'
import { masterKeyOf } from './master-key.ts'

const shortestPassphrase = 12

/** 128 MiB and about half a second: OWASP's scrypt setting for stored secrets, doubled in N. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 1024 * 1024 } satisfies ScryptOptions

const Export = z.object({
  format: z.literal('signet-master-key'),
  version: z.literal(1),
  kdf: z.literal('scrypt:131072:8:1'),
  salt: z.base64url(),
  sealed: z.base64url(),
})

const keyFrom = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })

const place = ['exported master key']

/** @throws RangeError for a passphrase under 12 characters */
export const exportKey = async (masterKey: Buffer, passphrase: string): Promise<string> => {
  if (passphrase.length < shortestPassphrase) {
    throw new RangeError(`the passphrase needs at least ${shortestPassphrase} characters`)
  }
  const salt = randomBytes(16)
  const wrapping = masterKeyOf(await keyFrom(passphrase, salt))
  const text: z.infer<typeof Export> = {
    format: 'signet-master-key',
    version: 1,
    kdf: 'scrypt:131072:8:1',
    salt: salt.toString('base64url'),
    sealed: sealUnder(wrapping, place, masterKey).toString('base64url'),
  }
  return `${JSON.stringify(text, null, 2)}\n`
}

/** The master key from its export. @throws SealBroken for a wrong passphrase or a changed text */
export const importKey = async (text: string, passphrase: string): Promise<Buffer> => {
  const given = Export.parse(JSON.parse(text))
  const wrapping = masterKeyOf(await keyFrom(passphrase, Buffer.from(given.salt, 'base64url')))
  return openUnder(wrapping, place, Buffer.from(given.sealed, 'base64url'))
}
