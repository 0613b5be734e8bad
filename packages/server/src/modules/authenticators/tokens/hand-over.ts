import type { Context } from '../../../kit/context.ts'
import { handOver, takesActivations } from '../../settings/sdp/index.ts'
import { findToken } from './tokens.repository.ts'

interface Begun {
  readonly softToken: { readonly link: string; readonly expiresAt: Date } | null
}

/**
 * Hands the link of a soft token that has just been begun to the service that manages devices; after
 * the commit, for its app may open the link at once.
 */
export const handOverActivation = async <B extends Begun>(ctx: Context, id: string, begun: B) => {
  const token = await findToken(ctx, id)
  const { softToken } = begun
  const owner = token?.user_id ?? null
  if (token === undefined || owner === null || softToken === null) {
    return { ...begun, handedOver: false }
  }
  if (!(await takesActivations(ctx))) return { ...begun, handedOver: false }
  const { user_id: userId, email } = await ctx.db
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
  const handedOver = await handOver(ctx, {
    userId,
    email,
    serialNumber: token.serial,
    link: softToken.link,
    expiresAt: softToken.expiresAt,
  })
  return { ...begun, handedOver }
}
