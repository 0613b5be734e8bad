import type { Context } from '../../src/kit/context.ts'
import { buildAdmin } from '../builders.ts'

/** The user has just proven two factors in each of their sessions. */
export const proveTwo = async (ctx: Context, { id }: { readonly id: string }): Promise<void> => {
  const at = ctx.platform.clock.now().getTime()
  const proofs = [
    { step: 1, authenticator: 'PASSWORD', class: 'KNOWLEDGE', channel: 'TYPED', at },
    { step: 2, authenticator: 'TOKEN', class: 'POSSESSION', channel: 'APP', at },
  ]
  await ctx.db
    .updateTable('sessions')
    .set({ proofs: JSON.stringify(proofs) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', id)
    .execute()
}

/** An administrator of a provider who has just proven two factors. */
export const buildProven = async (ctx: Context, role?: Parameters<typeof buildAdmin>[1]) => {
  const administrator = await buildAdmin(ctx, role)
  await proveTwo(ctx, administrator)
  return administrator
}
