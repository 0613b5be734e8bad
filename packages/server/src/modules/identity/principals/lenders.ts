import type { Context, Rights } from '../../../kit/context.ts'
import { rightsOfStanding, standingOf } from '../roles/index.ts'

/** A user on whose behalf work goes on without a session. */
export interface Lender {
  readonly id: string
  readonly name: string
  readonly isUsable: boolean
  /** Roles and versions: equal texts, equal rights. */
  readonly standing: string | null
  readonly rights: Rights
}

/** Who lends their rights, as they are now; null when they are gone. */
export const readLender = async (ctx: Context, userId: string): Promise<Lender | null> => {
  const row = await ctx.db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_id', 'u.state', 'u.locked'])
    .select(standingOf(ctx.tenant.id, 'u.id').as('standing'))
    .where('u.tenant_id', '=', ctx.tenant.id)
    .where('u.id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id: tenantId, isProvider } = ctx.tenant
  const { standing } = row
  return {
    id: row.id,
    name: row.user_id,
    isUsable: row.state === 'ACTIVE' && !row.locked,
    standing,
    rights: await rightsOfStanding(ctx.db, { tenantId, isProvider, roles: standing }),
  }
}

/** The roles and versions that a user has now, as `Lender.standing`. */
export const standingText = async (ctx: Context, userId: string): Promise<string | null> =>
  (await readLender(ctx, userId))?.standing ?? null
