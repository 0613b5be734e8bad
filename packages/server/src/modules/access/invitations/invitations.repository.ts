import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { inSight } from '../../identity/groups/index.ts'
import { isWayIn } from '../../identity/ways-in/index.ts'

const mostListed = 1000

/** Users in sight whose invitation waits to be used, the next to expire first. */
export const listInvited = (ctx: Context) =>
  ctx.db
    .selectFrom('setup_links as l')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'l.tenant_id').onRef('u.id', '=', 'l.user_id'),
    )
    .select([
      'u.id',
      'u.user_id',
      'u.first_name',
      'u.last_name',
      'l.email',
      'l.created_at',
      'l.expires_at',
    ])
    .where('l.tenant_id', '=', ctx.tenant.id)
    .where('l.kind', '=', sql.lit('INVITATION' as const))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', ctx.platform.clock.now())
    .where(sql<SqlBool>`(l.email is null or l.email = u.email)`)
    .where(sql<SqlBool>`not ${isWayIn(ctx.tenant.id, 'u.id')}`)
    .where(inSight(ctx, 'u.id'))
    .orderBy('l.expires_at')
    .orderBy('u.id')
    .limit(mostListed)
    .execute()
