import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import type { StoredApiApplication } from './api-applications.repository.ts'

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** 256 random bits: what cannot be guessed needs no slow hash and no lock. */
export const newSecret = ({ platform }: Context): { secret: string; hash: Buffer } => {
  const secret = platform.ids.random(32).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

/** Is nobody's: an unknown application costs what a known one does. */
const nobodys = Buffer.alloc(32)

/** Whether a secret is the application's, or the one before it while that is still taken. */
export const isSecretOf = (
  application: StoredApiApplication | undefined,
  secret: string,
  now: Date,
): boolean => {
  const given = hashOf(secret)
  const isFormerTaken = (application?.former_ends_at?.getTime() ?? 0) > now.getTime()
  const former = isFormerTaken ? application?.former_hash : null
  const isPresent = timingSafeEqual(given, application?.secret_hash ?? nobodys)
  const isFormer = timingSafeEqual(given, former ?? nobodys)
  return application !== undefined && (isPresent || isFormer)
}
