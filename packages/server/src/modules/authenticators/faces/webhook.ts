import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FaceWebhook } from '@signet/contract/authenticators/faces'
import { faceAccountFamily } from '@signet/contract/settings/face'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { readSecrets } from '../../settings/families/index.ts'
import { service } from './faces.service.ts'
import { rawBodies } from './raw-bodies.ts'

/** The HMAC of the bytes that came, in hexadecimal; compared in constant time. */
const isSigned = (body: Buffer, signature: string | null, token: string): boolean => {
  if (signature === null || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const expected = createHmac('sha256', token).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

/** @throws access_denied for what the provider has not signed */
export const receive = async (
  ctx: Context,
  { payload }: z.output<typeof FaceWebhook>,
): Promise<undefined> => {
  const { webhookToken } = await readSecrets(ctx, faceAccountFamily)
  const { body, signature } = rawBodies.of(ctx.request.id)
  if (webhookToken === undefined || !isSigned(body, signature, webhookToken)) {
    throw new ApiError('access_denied')
  }
  if (payload.resource_type === 'workflow_run') await service.hear(ctx, payload.object.id)
  return undefined
}
