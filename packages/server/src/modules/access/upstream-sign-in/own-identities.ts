import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { linkedIdentities, offeredProviders } from '../../applications/identity-providers/index.ts'
import { freshlyProven, holdWaysIn } from '../../authenticators/owners/index.ts'
import { hasWayIn } from '../../identity/ways-in/index.ts'

export const listOwn = async (ctx: Context) => {
  const linked = await linkedIdentities.listOf(ctx, signedInUser(ctx).id)
  const held = new Set(linked.map(({ identityProviderId }) => identityProviderId))
  const available = (await offeredProviders(ctx))
    .filter(({ id }) => !held.has(id))
    .map(({ id, name, type }) => ({ id, name, type }))
  return { linked, available }
}

/** @throws step_up_required, linked_identity_last, linked_identity_not_found */
export const unlinkOwn = (ctx: Context, linkId: string): Promise<undefined> => {
  const { id, name } = freshlyProven(ctx)
  return ctx.transaction(async (ctx) => {
    await holdWaysIn(ctx, id)
    await linkedIdentities.unlink(ctx, { id, name }, linkId)
    if (!(await hasWayIn(ctx, id))) throw new ApiError('linked_identity_last')
    return undefined
  })
}
