import { sql } from 'kysely'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { linkedIdentities, offeredProviders } from '../../applications/identity-providers/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'

export const listOwn = async (ctx: Context) => {
  const linked = await linkedIdentities.listOf(ctx, signedInUser(ctx).id)
  const held = new Set(linked.map(({ identityProviderId }) => identityProviderId))
  const available = (await offeredProviders(ctx))
    .filter(({ id }) => !held.has(id))
    .map(({ id, name, type }) => ({ id, name, type }))
  return { linked, available }
}

/** Whether somebody could sign in without it: by a password, a passkey, or another account. */
const hasOtherWay = async (
  { db, tenant }: Context,
  { userId, linkId }: { readonly userId: string; readonly linkId: string },
): Promise<boolean> => {
  const { rows } = await sql<{ other: boolean }>`select (
    exists (select 1 from passwords where tenant_id = ${tenant.id}::uuid and user_id = ${userId}::uuid)
    or exists (select 1 from fido_credentials where tenant_id = ${tenant.id}::uuid
      and user_id = ${userId}::uuid and state = 'ACTIVE')
    or exists (select 1 from linked_identities where tenant_id = ${tenant.id}::uuid
      and user_id = ${userId}::uuid and id <> ${linkId}::uuid)) as other`.execute(db)
  return rows[0]?.other === true
}

/** @throws step_up_required, linked_identity_last, linked_identity_not_found */
export const unlinkOwn = (ctx: Context, linkId: string): Promise<undefined> => {
  const { id, name } = freshlyProven(ctx)
  return ctx.transaction(async (ctx) => {
    const isLast = !(await hasOtherWay(ctx, { userId: id, linkId }))
    await linkedIdentities.unlink(ctx, { id, name }, linkId)
    if (isLast) throw new ApiError('linked_identity_last')
    return undefined
  })
}
