import { randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import { z } from 'zod'
import { openUnder, sealUnder } from './envelope.ts'
import { masterKeyOf } from './master-key.ts'

const shortestPassphrase = 12

/** RFC 9106, section 4, second recommended option: 64 MiB, 3 passes, 4 lanes. */
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 4, outputLen: 32 } as const
const kdf = 'argon2id:65536:3:4'

const Export = z.object({
  format: z.literal('signet-master-key'),
  version: z.literal(1),
  kdf: z.literal(kdf),
  salt: z.base64url(),
  sealed: z.base64url(),
})

/** Argon2id is the default of the library. */
const keyFrom = async (passphrase: string, salt: Buffer) =>
  masterKeyOf(await hashRaw(passphrase.normalize('NFKC'), { ...cost, salt }))

const place = ['exported master key']

/** The master key under a passphrase, as a text. @throws RangeError for one under 12 characters */
export const exportKey = async (masterKey: Buffer, passphrase: string): Promise<string> => {
  if (passphrase.length < shortestPassphrase) {
    throw new RangeError(`the passphrase needs at least ${shortestPassphrase} characters`)
  }
  const salt = randomBytes(16)
  const wrapping = await keyFrom(passphrase, salt)
  const text: z.infer<typeof Export> = {
    format: 'signet-master-key',
    version: 1,
    kdf,
    salt: salt.toString('base64url'),
    sealed: sealUnder(wrapping, place, masterKey).toString('base64url'),
  }
  return `${JSON.stringify(text, null, 2)}\n`
}

/** A text that is no exported key. */
export class NotAnExport extends Error {
  override readonly name = 'NotAnExport'
}

const parsed = (text: string): z.infer<typeof Export> => {
  try {
    return Export.parse(JSON.parse(text))
  } catch (error) {
    throw new NotAnExport('the text is no exported master key', { cause: error })
  }
}

/**
 * The master key from its export.
 * @throws NotAnExport
 * @throws SealBroken for a wrong passphrase or a changed text
 */
export const importKey = async (text: string, passphrase: string): Promise<Buffer> => {
  const { salt, sealed } = parsed(text)
  const wrapping = await keyFrom(passphrase, Buffer.from(salt, 'base64url'))
  return openUnder(wrapping, place, Buffer.from(sealed, 'base64url'))
}
