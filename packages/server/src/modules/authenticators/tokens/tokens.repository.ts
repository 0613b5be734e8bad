import { type CompiledQuery, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { TokenRow } from '../../../platform/db/schema/authenticators.ts'

export type StoredToken = Selectable<TokenRow>

const tokensOf = (ctx: Context) =>
  ctx.db.selectFrom('tokens').selectAll().where('tenant_id', '=', ctx.tenant.id)

interface Sought {
  readonly ids?: readonly string[]
  readonly serials?: readonly string[]
  readonly owners?: readonly string[]
}

export const findTokens = async (
  ctx: Context,
  { ids = [], serials = [], owners = [] }: Sought,
): Promise<readonly StoredToken[]> => {
  const { rows } = await sql<StoredToken>`
    select * from tokens where tenant_id = ${ctx.tenant.id}
      and (id = any (${ids}::uuid[]) or serial = any (${serials}::text[])
        or user_id = any (${owners}::uuid[]))
    order by id`.execute(ctx.db)
  return rows
}

export const findTokenBySerial = (ctx: Context, serial: string): Promise<StoredToken | undefined> =>
  tokensOf(ctx).where('serial', '=', serial).executeTakeFirst()

export const listTokens = (ctx: Context, userId: string): Promise<StoredToken[]> =>
  tokensOf(ctx).where('user_id', '=', userId).orderBy('created_at').limit(50).execute()

/** Those of the serial numbers that are taken. */
export const findTaken = async (
  ctx: Context,
  serials: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ serial: string }>`
    select serial from tokens where tenant_id = ${ctx.tenant.id}
      and serial = any (${[...new Set(serials)]}::text[])`.execute(ctx.db)
  return new Set(rows.map(({ serial }) => serial))
}

const findActive = statement<{ tenant: string; user: string | null }, StoredToken>(`
  select * from tokens
  where tenant_id = :tenant::uuid and user_id = :user::uuid and state = 'ACTIVE'
  order by id limit 20`)

/** The tokens that may prove a sign-in: read together with what else the check takes. */
export const activeTokensQuery = (ctx: Context, user: string | null): CompiledQuery<StoredToken> =>
  findActive({ tenant: ctx.tenant.id, user })

/** Tokens that a sign-in began to enrol and did not finish: a new beginning replaces them. */
export const removeUnfinished = async (ctx: Context, userId: string): Promise<void> => {
  await ctx.db
    .deleteFrom('tokens')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('state', '=', 'ACTIVATING')
    .where('enrolled_in', 'is not', null)
    .execute()
}

export interface AcceptedStep {
  readonly id: string
  readonly step: number
  readonly driftQuarters: number
}

const accept = statement<AcceptedStep & { readonly tenant: string; readonly now: Date }>(`
  with used as (
    update tokens set last_step = :step, drift_quarters = :driftQuarters, last_used_at = :now
    where tenant_id = :tenant and id = :id and state = 'ACTIVE' and last_step < :step
    returning 1)
  select 1 / count(*) from used`)

/**
 * Uses a code up: only a later step than the newest accepted one changes the row. Fails (division
 * by zero) when no row changed, so that the flush it travels in writes nothing at all.
 */
export const acceptStep = (ctx: Context, accepted: AcceptedStep): CompiledQuery =>
  accept({ ...accepted, tenant: ctx.tenant.id, now: ctx.platform.clock.now() })

/** The user id that people type. */
export const findOwnerName = async (ctx: Context, userId: string): Promise<string> => {
  const user = await ctx.db
    .selectFrom('users')
    .select('user_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return user.user_id
}
