import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import type { Contact } from '@signet/rules/code-deliveries'
import { asciiMail } from '@signet/rules/mail'
import type { CompiledQuery } from 'kysely'
import type { Context } from '../../../../kit/context.ts'
import { statement } from '../../../../kit/statement.ts'
import type { StandingMachine } from '../../../authenticators/machines/index.ts'
import { codePlaces } from '../../../authenticators/otps/index.ts'
import { settings } from '../../../settings/families/index.ts'
import type { Purpose } from './record.ts'

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
  /** Of the hash to the user. */
  readonly binding: Buffer | null
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

/** Kinds of which each makes two factors with a password, and of what rows. */
export const holdings = {
  TOKEN: holds('TOKEN', 'tokens', "x.state = 'ACTIVE' and x.algorithm_type <> 'OATH_OCRA'"),
  TOKENCR: holds('TOKENCR', 'tokens', "x.state = 'ACTIVE' and x.algorithm_type = 'OATH_OCRA'"),
  TOKENPUSH: holds(
    'TOKENPUSH',
    'soft_token_devices',
    `x.state = 'ACTIVE' and exists (select 1 from tokens t
      where t.tenant_id = x.tenant_id and t.id = x.token_id and t.state = 'ACTIVE')`,
  ),
  FIDO: holds('FIDO', 'fido_credentials', "x.state = 'ACTIVE'"),
  GRID: holds(
    'GRID',
    'grids',
    `x.state in ('PENDING', 'ACTIVE') and (x.expires_at is null or x.expires_at > :now::timestamptz)
      and (x.max_uses is null or x.uses < x.max_uses)`,
  ),
  FACE: holds('FACE', 'faces', "x.state = 'ACTIVE'"),
  EXTERNAL: holds(
    'EXTERNAL',
    'external_credentials',
    `x.type = 'OTP' and exists (select 1 from http_connectors h where h.tenant_id = :tenant::uuid
      and h.name = 'external-otp' and h.definition is not null)`,
  ),
} as const

type SecondKind = keyof typeof holdings
const isSecondKind = (kind: SignInAuthenticator): kind is SecondKind => kind in holdings

const temporaryCode = holds(
  'TEMP_ACCESS_CODE',
  'temp_access_codes',
  'x.num_uses < x.max_uses and x.expires_at > :now::timestamptz',
)

/** Columns and joins beside a row `u` of users: everything that they hold; tokens are read once for all that is asked of them. */
export const everyHolding = {
  columns: `
    array_remove(array[case when k.shown then 'TOKEN' end, case when k.asked then 'TOKENCR' end,
      case when c.left > 0 then 'RECOVERY_CODE' end,
      ${[holdings.TOKENPUSH, holdings.FIDO, holdings.GRID, holdings.FACE, holdings.EXTERNAL, temporaryCode].join(', ')}],
      null) as held,
    coalesce(k.unusual, false) as unusual_codes, c.left as recovery_codes,
    (select count(*)::integer from user_questions q where ${mine('q')}) as questions`,
  joins: `
    cross join lateral (select bool_or(x.algorithm_type <> 'OATH_OCRA') as shown,
        bool_or(x.algorithm_type = 'OATH_OCRA') as asked,
        bool_or(x.algorithm_type <> 'OATH_OCRA' and (x.digits <> 6 or x.pin_hmac is not null))
          as unusual
      from tokens x where ${mine('x')} and x.state = 'ACTIVE') k
    cross join lateral (select count(*)::integer as left from recovery_codes x
      where ${mine('x')} and x.used_at is null) c`,
} as const

const oneHolding = (kind: SecondKind) => ({
  columns: `array_remove(array[${holdings[kind]}], null) as held, false as unusual_codes,
    0 as recovery_codes, 0 as questions`,
  joins: '',
})

/** The remembered machine of this device, with what tells a copy from a lost answer. */
const machine = `(select json_build_object('id', m.id,
    'sequence_hash', encode(m.sequence_hash, 'hex'),
    'pending', array(select encode(p, 'hex') from unnest(m.pending) p),
    'rotated_at', m.rotated_at, 'attributes', m.attributes, 'expires_at', m.expires_at,
    'arrived', exists (select 1 from sessions s where s.tenant_id = m.tenant_id
      and s.id = m.rotated_in and s.last_seen_at > s.created_at))
  from machines m where ${mine('m')} and m.device = :device::text)`

const known = (condition = ''): string =>
  `exists (select 1 from known_devices d where ${mine('d')}${condition})`

/** What is to be known of the browser: nothing, whether others are, or this one too. */
const browsers = {
  UNASKED: 'false as device_known, false as has_devices, null as machine',
  UNNAMED: `false as device_known, ${known()} as has_devices, null as machine`,
  NAMED: `${known(' and d.device = :device::text')} as device_known, ${known()} as has_devices,
    ${machine} as machine`,
} as const

interface Values {
  readonly tenant: string
  readonly user: string | null
  readonly device: string | null
  readonly now: Date
}

interface Wanted {
  readonly kind: SecondKind | 'EVERY'
  readonly browser: keyof typeof browsers
  /** Where codes go to telephones too, their numbers are read with it. */
  readonly contacts: boolean
}

const textOf = ({ kind, browser, contacts }: Wanted): string => {
  const { columns, joins } = kind === 'EVERY' ? everyHolding : oneHolding(kind)
  return `
  select u.id, u.user_id as name, u.first_name, u.state, u.locked,
    u.email, u.email_verified, u.locale, u.last_authenticated_at,
    u.registration_required, u.registration_asked_at,
    exists (select 1 from user_roles ur
      join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ${mine('ur')} and r.role_type <> 'USER') as administrator,
    p.hash, p.binding, p.changed_at, p.changed_in, p.expires_at, p.force_change,
    ${columns}, ${browsers[browser]}${contacts ? `, ${codePlaces.contactsSql} as contacts` : ''}
  from users u
  left join passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id${joins}
  where u.tenant_id = :tenant::uuid and u.id = :user::uuid`
}

const made = new Map<string, (values: Values) => CompiledQuery<Account>>()

const finding = (wanted: Wanted): ((values: Values) => CompiledQuery<Account>) => {
  const name = `${wanted.kind} ${wanted.browser} ${wanted.contacts}`
  const find = made.get(name) ?? statement<Values, Account>(textOf(wanted))
  made.set(name, find)
  return find
}

const valuesOf = (ctx: Context, { userId, device }: Person): Values => ({
  tenant: ctx.tenant.id,
  user: userId,
  device,
  now: ctx.platform.clock.now(),
})

export const accountQuery = (ctx: Context, person: Person): CompiledQuery<Account> =>
  finding({
    kind: 'EVERY',
    browser: person.device === null ? 'UNNAMED' : 'NAMED',
    contacts: !codePlaces.usesMailAlone(ctx),
  })(valuesOf(ctx, person))

interface Proving {
  readonly purpose: Purpose
  readonly authenticator: SignInAuthenticator
  /** What may come first by the flow. */
  readonly firsts: readonly SignInAuthenticator[]
}

/**
 * Whether somebody who proves this has to be known no further than that they hold it. It is the
 * last step then: what else they hold decides neither whether it is due nor what comes next. Where
 * it may come first, what else they hold decides whether a second is asked for.
 */
export const isKnownByOneKind = ({ purpose, authenticator, firsts }: Proving): boolean =>
  (purpose === 'STEP_UP' || (purpose === 'SIGN_IN' && !firsts.includes(authenticator))) &&
  isSecondKind(authenticator)

/** The person as the check of an answer needs to know them: of most kinds far less than all. */
export const provingQuery = (
  ctx: Context,
  person: Person,
  proving: Proving,
): CompiledQuery<Account> => {
  const { purpose, authenticator } = proving
  if (!isKnownByOneKind(proving) || !isSecondKind(authenticator)) return accountQuery(ctx, person)
  const signsIn = person.device === null ? 'UNNAMED' : 'NAMED'
  const browser = purpose === 'STEP_UP' ? 'UNASKED' : signsIn
  return finding({ kind: authenticator, browser, contacts: false })(valuesOf(ctx, person))
}

interface Named {
  readonly tenant: string
  readonly name: string
}

const findNamed = statement<Named, { user_id: string | null }>(
  'select user_id from user_identifiers where tenant_id = :tenant and normalised = :name',
)

/** In one statement, so that an address that somebody has takes as long as one that nobody has. */
const findNamedOrMailed = statement<Named & { readonly mail: string }, { user_id: string | null }>(`
  select coalesce(
    (select user_id from user_identifiers
      where tenant_id = :tenant::uuid and normalised = :name::text),
    (select case when count(*) = 1 then (array_agg(m.id))[1] end from (
      select id from users where tenant_id = :tenant::uuid and mail_key = :mail::text
        and email_verified limit 2) m)) as user_id`)

/**
 * Whose identifier this is; null for nobody's. A user id or alias first; then a mail address that
 * was proven by one person alone, where the tenant lets them sign in by it.
 */
export const findByIdentifier = async (
  ctx: Context,
  normalised: string,
): Promise<string | null> => {
  const mayBeMail = normalised.includes('@') && (await settings.general(ctx)).emailSignIn
  const named = { tenant: ctx.tenant.id, name: normalised }
  const found = mayBeMail
    ? findNamedOrMailed({ ...named, mail: asciiMail(normalised) })
    : findNamed(named)
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
