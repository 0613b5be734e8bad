import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'

/** A person as a sign-in needs to know them: one row, one read. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly first_name: string | null
  readonly state: 'ACTIVE' | 'INACTIVE' | 'REGISTERING'
  readonly locked: boolean
  readonly email: string | null
  readonly email_verified: boolean
  readonly locale: string | null
  readonly last_authenticated_at: Date | null
  readonly administrator: boolean
  readonly tokens: number
  readonly passkeys: number
  readonly recovery_codes: number
  readonly hash: string | null
  readonly changed_at: Date | null
  readonly changed_in: string | null
  readonly expires_at: Date | null
  readonly force_change: boolean | null
  readonly device_known: boolean
  readonly has_devices: boolean
}

interface Person {
  readonly userId: string | null
  readonly device: string | null
}

const mine = (alias: string): string =>
  `${alias}.tenant_id = :tenant::uuid and ${alias}.user_id = u.id`

const find = statement<{ tenant: string; user: string | null; device: string | null }, Account>(`
  select u.id, u.user_id as name, u.first_name, u.state, u.locked,
    u.email, u.email_verified, u.locale, u.last_authenticated_at,
    exists (select 1 from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ${mine('ur')} and r.role_type <> 'USER') as administrator,
    (select count(*)::integer from tokens t where ${mine('t')} and t.state = 'ACTIVE') as tokens,
    (select count(*)::integer from fido_credentials f
      where ${mine('f')} and f.state = 'ACTIVE') as passkeys,
    (select count(*)::integer from recovery_codes c
      where ${mine('c')} and c.used_at is null) as recovery_codes,
    p.hash, p.changed_at, p.changed_in, p.expires_at, p.force_change,
    exists (select 1 from known_devices d
      where ${mine('d')} and d.device = :device::text) as device_known,
    exists (select 1 from known_devices d where ${mine('d')}) as has_devices
  from users u
  left join passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id
  where u.tenant_id = :tenant::uuid and u.id = :user::uuid`)

export const accountQuery = (ctx: Context, { userId, device }: Person): CompiledQuery<Account> =>
  find({ tenant: ctx.tenant.id, user: userId, device })

const findNamed = statement<{ tenant: string; name: string }, { user_id: string }>(
  'select user_id from user_identifiers where tenant_id = :tenant and normalised = :name',
)

/** Whose identifier this is; null for nobody's. */
export const findByIdentifier = async (
  ctx: Context,
  normalised: string,
): Promise<string | null> => {
  const found = findNamed({ tenant: ctx.tenant.id, name: normalised })
  const { rows } = await ctx.db.executeQuery(found)
  return rows[0]?.user_id ?? null
}

const touch = statement<{ tenant: string; user: string; now: Date }>(
  'update users set last_authenticated_at = :now where tenant_id = :tenant and id = :user',
)

/** The row is wide and well indexed: someone who signs in all the time is noted now and then. */
const touchEveryMillis = 5 * 60_000

/** Notes when someone signed in; nothing to write when that was noted just now. */
export const touchAccount = (ctx: Context, account: Account): readonly CompiledQuery[] => {
  const now = ctx.platform.clock.now()
  const noted = account.last_authenticated_at?.getTime() ?? 0
  const isRecent = now.getTime() - noted < touchEveryMillis
  return isRecent ? [] : [touch({ tenant: ctx.tenant.id, user: account.id, now })]
}

const hold = statement<{ tenant: string; user: string; changed: Date | null }>(`
  select 1 / count(*) from (
    select 1 from passwords where tenant_id = :tenant::uuid and user_id = :user::uuid
      and date_trunc('milliseconds', changed_at) = :changed::timestamptz
    for share) as held`)

/**
 * Holds the password that was proven until the session is written: who replaces it ends that
 * session too. Fails (division by zero) when it was replaced meanwhile.
 */
export const holdPassword = (ctx: Context, { id, changed_at }: Account): CompiledQuery =>
  hold({ tenant: ctx.tenant.id, user: id, changed: changed_at })
