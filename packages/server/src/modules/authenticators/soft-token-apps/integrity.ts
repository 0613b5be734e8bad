import { hash } from 'node:crypto'
import type { SoftTokenClaim } from '@signet/contract/authenticators/soft-tokens'
import { playIntegrityFamily } from '@signet/contract/provider/play-integrity-credentials'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { integrityFault } from '../../../platform/play-integrity.ts'
import { inheritedCredential } from '../../settings/provider-credentials/index.ts'

interface Claiming
  extends Pick<z.output<typeof SoftTokenClaim>, 'claim' | 'platform' | 'integrityToken'> {
  /** RFC 7638, of the app's key. */
  readonly thumbprint: string
}

/** A verdict is for one claim and one key: that of another app proves nothing. */
const nonceOf = ({ claim, thumbprint }: Claiming): string =>
  hash('sha256', `${claim}.${thumbprint}`, 'base64url')

/**
 * An app that the closest service provider with Play Integrity credentials wants to see.
 * @throws access_denied
 */
export const expectGenuine = async (ctx: Context, claiming: Claiming): Promise<void> => {
  const lent = await inheritedCredential(ctx, playIntegrityFamily, ({ enabled }) => enabled)
  if (lent === null) return
  const { values, secrets } = lent
  const { platform, integrityToken: token = '' } = claiming
  if (platform !== 'ANDROID') {
    if (values.othersRefused) throw new ApiError('access_denied')
    return
  }
  const { verificationKey } = values
  const { decryptionKey = '' } = secrets
  const fault = await integrityFault({
    token,
    keys: { decryptionKey, verificationKey },
    policy: values,
    nonce: nonceOf(claiming),
    now: ctx.platform.clock.now(),
  })
  if (fault === null) return
  ctx.log.warn({ fault }, 'the verdict about an app was refused')
  throw new ApiError('access_denied')
}
