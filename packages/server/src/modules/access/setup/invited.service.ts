import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { holdWaysIn } from '../../authenticators/owners/index.ts'
import { hashChosen, storePassword } from '../../authenticators/passwords/index.ts'
import { type SetupLink, useSetupLink } from '../setup-links/index.ts'
import { invited } from '../sign-in/index.ts'
import { weighingPassword } from '../weakest-ways/index.ts'

const passwordFault = (message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: 'body.password', message }] })

export const passwordNeeded = (): ApiError => passwordFault('is required')

const orInvalid = foundOr('setup_link_invalid')

/** @throws invalid_parameters for what the person’s flow does not begin with */
const expectOffered = async (
  ctx: Context,
  userId: string,
  by: 'PASSWORD' | 'PASSKEY',
): Promise<void> => {
  const offered = await invited.firstFactors(ctx, userId)
  if (offered.includes(by)) return
  throw by === 'PASSKEY' ? passwordNeeded() : passwordFault('not_offered')
}

/**
 * Follows an invitation: with a password its link is used up and the sign-in continues; without one a
 * passkey is made next, and the link lasts until it is there.
 * @throws setup_link_invalid, invalid_parameters, password_invalid, password_invalid_compromised,
 * passkey_required and what keeps the person out
 */
export const beginInvited = async (
  ctx: Context,
  { user_id: userId, token_hash: linkHash }: SetupLink,
  password: string | undefined,
) => {
  if (userId === null) throw new ApiError('setup_link_invalid')
  const by = password === undefined ? 'PASSKEY' : 'PASSWORD'
  await expectOffered(ctx, userId, by)
  const hash = password === undefined ? null : await hashChosen(ctx, { userId, password })
  const tell = await weighingPassword(ctx, async (ctx) => {
    await holdWaysIn(ctx, userId)
    if (hash !== null) orInvalid(await useSetupLink(ctx, linkHash))
    return invited.begin(ctx, { userId, linkHash, by }, async (transactionId) => {
      if (hash !== null)
        await storePassword(ctx, { userId, hash, forceChange: false, transactionId })
    })
  })
  return tell()
}
