import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import { statement } from '../../../../kit/statement.ts'
import { errorCodeOf } from '../../../../platform/db/sql-errors.ts'

interface Crowded {
  readonly userId: string
  /** How many of the newest stay. */
  readonly keep: number
}

const valuesOf = (ctx: Context, { userId, keep }: Crowded) => ({
  tenant: ctx.tenant.id,
  user: userId,
  now: ctx.platform.clock.now(),
  keep,
})

/** Somebody's own sign-ins: a voice assistant's session ends with its link, and takes nobody's place. */
const ofUser = `tenant_id = :tenant::uuid and user_id = :user::uuid and revoked_at is null
  and kind <> 'voice'
  and token_expires_at > :now::timestamptz and expires_at > :now::timestamptz`

const counted = statement<ReturnType<typeof valuesOf>, { readonly full: boolean }>(
  `select count(*) >= :keep::integer as full from sessions where ${ofUser}`,
)

/** Whether somebody has as many sessions open, or more. */
export const hasSessions = async (ctx: Context, crowded: Crowded): Promise<boolean> => {
  const { rows } = await ctx.db.executeQuery(counted(valuesOf(ctx, crowded)))
  return rows[0]?.full === true
}

const held = statement<{ tenant: string; user: string }>(
  'select 1 from users where tenant_id = :tenant::uuid and id = :user::uuid for no key update',
)

const oldest = statement<ReturnType<typeof valuesOf>, { readonly id: string }>(`
  select id from sessions where ${ofUser}
  order by created_at desc, id desc offset :keep::integer`)

const ended = statement<{ tenant: string; ids: readonly string[]; now: Date }>(`
  update sessions set revoked_at = :now::timestamptz
  where tenant_id = :tenant::uuid and id = any(:ids::uuid[]) and revoked_at is null`)

const refusedFull = statement<ReturnType<typeof valuesOf>>(`
  select ln(case when count(*) <= :keep::integer then 1 else 0 end)
  from sessions where ${ofUser}`)

/** Sign-ins of one person, one after the other: what they count is so when they are written. */
export const holdUser = (ctx: Context, userId: string): CompiledQuery =>
  held({ tenant: ctx.tenant.id, user: userId })

/** All but the newest sessions. */
export const listOldest = async (ctx: Context, crowded: Crowded): Promise<string[]> => {
  const { rows } = await ctx.db.executeQuery(oldest(valuesOf(ctx, crowded)))
  return rows.map(({ id }) => id)
}

export const endSessions = (ctx: Context, ids: readonly string[]): CompiledQuery =>
  ended({ tenant: ctx.tenant.id, ids, now: ctx.platform.clock.now() })

/**
 * Fails when there are more by now: by the logarithm of zero, an error that nothing else in a
 * sign-in makes.
 */
export const refuseMore = (ctx: Context, crowded: Crowded): CompiledQuery =>
  refusedFull(valuesOf(ctx, crowded))

/** Whether it was `refuseMore` that failed (SQLSTATE 2201E, invalid argument for logarithm). */
export const isCrowded = (error: unknown): boolean => errorCodeOf(error) === '2201E'
