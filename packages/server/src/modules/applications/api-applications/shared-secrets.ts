import { timingSafeEqual } from 'node:crypto'
import { secretHash } from '../../../platform/secrets/new-secret.ts'
import type { StoredApiApplication } from './api-applications.repository.ts'

/** Is nobody's: an unknown application costs what a known one does. */
const nobodys = Buffer.alloc(32)

type Proven = Pick<StoredApiApplication, 'secret_hash' | 'former_hash' | 'former_ends_at'>

/** Whether a secret is the application's, or the one before it while that is still taken. */
export const isSecretOf = (application: Proven | undefined, secret: string, now: Date): boolean => {
  const given = secretHash(secret)
  const isFormerTaken = (application?.former_ends_at?.getTime() ?? 0) > now.getTime()
  const former = isFormerTaken ? application?.former_hash : null
  const isPresent = timingSafeEqual(given, application?.secret_hash ?? nobodys)
  const isFormer = timingSafeEqual(given, former ?? nobodys)
  return application !== undefined && (isPresent || isFormer)
}
