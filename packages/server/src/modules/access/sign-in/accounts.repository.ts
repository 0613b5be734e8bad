import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Contact } from '@signet/rules/code-deliveries'
import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { statement } from '../../../kit/statement.ts'
import type { StandingMachine } from '../../authenticators/machines/index.ts'
import { codePlaces } from '../../authenticators/otps/index.ts'

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
  /** Kinds of authenticators that the person has and may use now, in no order. */
  readonly held: readonly SignInAuthenticator[]
  /** Codes of a token that are not six digits long, or have a PIN before them. */
  readonly unusual_codes: boolean
  /** Questions about themselves that the person has answered. */
  readonly questions: number
  /** Codes of the sheet that are left. */
  readonly recovery_codes: number
  readonly hash: string | null
  readonly changed_at: Date | null
  readonly changed_in: string | null
  readonly expires_at: Date | null
  readonly force_change: boolean | null
  readonly device_known: boolean
  readonly has_devices: boolean
  /** The remembered machine that this browser is. */
  readonly machine: StandingMachine | null
  readonly registration_required: boolean
  /** Since when something is to be registered; null while nothing is. */
  readonly registration_asked_at: Date | null
  /** Ways to reach them; absent where codes go to the mail address alone. */
  readonly contacts?: readonly Contact[] | null
}

interface Person {
  readonly userId: string | null
  readonly device: string | null
}

const mine = (alias: string): string =>
  `${alias}.tenant_id = :tenant::uuid and ${alias}.user_id = u.id`

/** The kind, where a row of the person's meets the condition. */
const holds = (kind: SignInAuthenticator, table: string, condition: string): string => `
  case when exists (select 1 from ${table} x where ${mine('x')} and ${condition})
    then '${kind}' end`

const holdings = [
  holds('TOKEN', 'tokens', "x.state = 'ACTIVE' and x.algorithm_type <> 'OATH_OCRA'"),
  holds('TOKENCR', 'tokens', "x.state = 'ACTIVE' and x.algorithm_type = 'OATH_OCRA'"),
  holds(
    'TOKENPUSH',
    'soft_token_devices',
    `x.state = 'ACTIVE' and exists (select 1 from tokens t
      where t.tenant_id = x.tenant_id and t.id = x.token_id and t.state = 'ACTIVE')`,
  ),
  holds('FIDO', 'fido_credentials', "x.state = 'ACTIVE'"),
  holds(
    'GRID',
    'grids',
    `x.state in ('PENDING', 'ACTIVE') and (x.expires_at is null or x.expires_at > :now::timestamptz)
      and (x.max_uses is null or x.uses < x.max_uses)`,
  ),
  holds('FACE', 'faces', "x.state = 'ACTIVE'"),
  holds(
    'EXTERNAL',
    'external_credentials',
    `x.type = 'OTP' and exists (select 1 from http_connectors h where h.tenant_id = :tenant::uuid
      and h.name = 'external-otp' and h.definition is not null)`,
  ),
  holds('RECOVERY_CODE', 'recovery_codes', 'x.used_at is null'),
  holds(
    'TEMP_ACCESS_CODE',
    'temp_access_codes',
    'x.num_uses < x.max_uses and x.expires_at > :now::timestamptz',
  ),
]

/** The remembered machine of this device, with what tells a copy from a lost answer. */
const machine = `(select json_build_object('id', m.id,
    'sequence_hash', encode(m.sequence_hash, 'hex'),
    'pending', array(select encode(p, 'hex') from unnest(m.pending) p),
    'rotated_at', m.rotated_at, 'attributes', m.attributes, 'expires_at', m.expires_at,
    'arrived', exists (select 1 from sessions s where s.tenant_id = m.tenant_id
      and s.id = m.rotated_in and s.last_seen_at > s.created_at))
  from machines m where ${mine('m')} and m.device = :device::text)`

interface Values {
  readonly tenant: string
  readonly user: string | null
  readonly device: string | null
  readonly now: Date
}

const textWith = (more: string): string => `
  select u.id, u.user_id as name, u.first_name, u.state, u.locked,
    u.email, u.email_verified, u.locale, u.last_authenticated_at,
    u.registration_required, u.registration_asked_at,
    exists (select 1 from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ${mine('ur')} and r.role_type <> 'USER') as administrator,
    array_remove(array[${holdings.join(', ')}], null) as held,
    exists (select 1 from tokens x where ${mine('x')} and x.state = 'ACTIVE'
      and x.algorithm_type <> 'OATH_OCRA'
      and (x.digits <> 6 or x.pin_hmac is not null)) as unusual_codes,
    (select count(*)::integer from user_questions q where ${mine('q')}) as questions,
    (select count(*)::integer from recovery_codes c
      where ${mine('c')} and c.used_at is null) as recovery_codes,
    p.hash, p.changed_at, p.changed_in, p.expires_at, p.force_change,
    exists (select 1 from known_devices d
      where ${mine('d')} and d.device = :device::text) as device_known,
    exists (select 1 from known_devices d where ${mine('d')}) as has_devices,
    ${machine} as machine${more}
  from users u
  left join passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id
  where u.tenant_id = :tenant::uuid and u.id = :user::uuid`

const find = statement<Values, Account>(textWith(''))
/** Where codes go to telephones too, their numbers are read with it. */
const findWithContacts = statement<Values, Account>(
  textWith(`, ${codePlaces.contactsSql} as contacts`),
)

export const accountQuery = (ctx: Context, { userId, device }: Person): CompiledQuery<Account> =>
  (codePlaces.usesMailAlone(ctx) ? find : findWithContacts)({
    tenant: ctx.tenant.id,
    user: userId,
    device,
    now: ctx.platform.clock.now(),
  })

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
