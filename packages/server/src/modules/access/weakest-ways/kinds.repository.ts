import type { SignInAuthenticator } from '@signet/contract/access/authentication'
import { mostWayKinds } from '@signet/contract/access/weakest-ways'
import type { Contact } from '@signet/rules/code-deliveries'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { codePlaces } from '../../authenticators/otps/index.ts'
import { inSight, memberOf } from '../../identity/groups/index.ts'
import { settings } from '../../settings/families/index.ts'
import { engine } from '../sign-in/index.ts'

/** Users who are alike in everything that decides how they sign in, and who may act on them. */
export interface Kind {
  readonly users: number
  /** The first of them by name. */
  readonly id: string
  readonly name: string
  readonly administrator: boolean
  readonly held: readonly SignInAuthenticator[]
  readonly questions: number
  readonly has_password: boolean
  /** A passthrough definition has them: their password is judged elsewhere where that is enabled. */
  readonly passed: boolean
  readonly mailable: boolean
  readonly contacts: readonly Contact[] | null
  readonly registering: boolean
  /** Providers with an account that signs them in; `id:unconfirmed` until they have confirmed it. */
  readonly providers: readonly string[]
  /** `id:version` of each role; null for none. */
  readonly roles: string | null
  /** Of the groups that policies, rules and roles name. */
  readonly groups: readonly string[]
}

export type Whom =
  | { readonly of: 'EVERYBODY' }
  /** All of them, whom the caller manages or not: who may act on others is among them. */
  | { readonly of: 'ADMINISTRATORS'; readonly except: string | null }
  | { readonly of: 'USER' | 'GROUP'; readonly id: string }

const isAdministrator = sql<SqlBool>`exists (select 1 from user_roles ur
  join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.role_type <> 'USER')`

const wantedBy = (ctx: Context, whom: Whom): RawBuilder<unknown> => {
  if (whom.of === 'ADMINISTRATORS') {
    return sql`${isAdministrator} and u.id is distinct from ${whom.except}::uuid`
  }
  if (whom.of === 'EVERYBODY') return sql`${inSight(ctx, 'u.id')}`
  if (whom.of === 'USER') return sql`u.id = ${whom.id}::uuid`
  return sql`${memberOf(ctx.tenant.id, [whom.id], 'u.id')} and ${inSight(ctx, 'u.id')}`
}

/** Groups that tell users apart: of policies and roles here, of rules as the caller knows them. */
const tellingGroups = (ctx: Context, ofRules: readonly string[]): RawBuilder<unknown> => sql`
  select g::uuid as id from unnest(${ofRules}::text[]) g
  union select g::uuid from settings s, jsonb_array_elements(s.value -> 'policies') p,
      jsonb_array_elements_text(p -> 'groupIds') g
    where s.tenant_id = ${ctx.tenant.id}::uuid and s.family = 'grouppolicy'
  union select g::uuid from roles r, jsonb_array_elements_text(r.group_ids) g
    where r.tenant_id = ${ctx.tenant.id}::uuid and r.group_management = 'SOME'`

/** Where codes may go beside the mail address: of a number no more than the beginning that lets it in. */
const contactsOf = (ctx: Context): RawBuilder<unknown> => {
  if (codePlaces.usesMailAlone(ctx)) return sql`null::jsonb`
  const prefixes = settings.otp.lastReadOfAll(ctx).flatMap(({ numberPrefixes }) => numberPrefixes)
  return sql`(select jsonb_agg(distinct c || jsonb_build_object('value', coalesce(
      (select p from unnest(${prefixes}::text[]) p where starts_with(c ->> 'value', p)
        order by length(p) desc limit 1), '')))
    from jsonb_array_elements(${sql.raw(codePlaces.contactsSql)}) c)`
}

const mostQuestions = (ctx: Context): number =>
  Math.max(...settings.kba.lastReadOfAll(ctx).map(({ questionsAsked }) => questionsAsked))

const { columns, joins } = engine.everyHolding

const isPassed = sql`exists (select 1 from passthroughs p
  where p.tenant_id = u.tenant_id and p.enabled and (p.group_ids = '[]' or exists (
    select 1 from user_groups g where g.tenant_id = u.tenant_id and g.user_id = u.id
      and p.group_ids @> to_jsonb(g.group_id))))`

/** The holdings, written for a statement with names, here with values. */
const written = (ctx: Context, text: string): RawBuilder<unknown> => {
  const parts = text.split(/:(?<name>tenant|now)(?=::)/)
  return sql.join(
    parts.map((part, at) => {
      if (at % 2 === 0) return sql.raw(part)
      return part === 'tenant' ? sql`${ctx.tenant.id}` : sql`${ctx.platform.clock.now()}`
    }),
    sql.raw(''),
  )
}

const providersOf = sql`array(
  select l.provider_id::text || case when bool_or(l.confirm_again) then ':unconfirmed' else '' end
  from linked_identities l
  join identity_providers i on i.tenant_id = l.tenant_id and i.id = l.provider_id and i.enabled
  where l.tenant_id = u.tenant_id and l.user_id = u.id group by l.provider_id order by 1)`

const rolesOf = sql`(select string_agg(ur.role_id::text || ':' || r.version, ',' order by ur.role_id)
  from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  where ur.tenant_id = u.tenant_id and ur.user_id = u.id)`

/**
 * Active users by kind, in one statement however many there are; one kind more than are looked at.
 */
export const listKinds = async (
  ctx: Context,
  whom: Whom,
  ofRules: readonly string[],
): Promise<readonly Kind[]> => {
  const tenant = ctx.tenant.id
  const { rows } = await sql<Kind>`
    with telling as materialized (${tellingGroups(ctx, ofRules)}),
    people as (
      select u.id, u.user_id, u.registration_required as registering,
        u.email is not null and u.email_verified as mailable,
        ${isAdministrator} as administrator, p.user_id is not null as has_password,
        ${isPassed} as passed,
        ${written(ctx, columns)}, ${contactsOf(ctx)} as contacts, ${providersOf} as providers,
        ${rolesOf} as roles,
        array(select g.group_id::text from user_groups g
          where g.tenant_id = u.tenant_id and g.user_id = u.id
            and g.group_id in (select id from telling) order by 1) as groups
      from users u
      left join passwords p on p.tenant_id = u.tenant_id and p.user_id = u.id
      ${written(ctx, joins)}
      where u.tenant_id = ${tenant}::uuid and u.state = 'ACTIVE'
        and not u.locked and ${wantedBy(ctx, whom)}),
    alike as (select *, least(questions, ${mostQuestions(ctx)}::integer) as answered from people)
    select count(*)::integer as users, (array_agg(id::text order by user_id))[1] as id,
      (array_agg(user_id order by user_id))[1] as name, administrator, held, has_password, passed, mailable,
      contacts, registering, providers, roles, groups, answered as questions
    from alike
    group by administrator, held, has_password, passed, mailable, contacts, registering, providers, roles,
      groups, answered
    order by count(*) desc, min(user_id) limit ${mostWayKinds + 1}`.execute(ctx.db)
  return rows
}

export interface StoredProvider {
  readonly id: string
  readonly name: string
  readonly for_administrators: boolean
  /** It is trusted to vouch for a second factor. */
  readonly vouches: boolean
}

export const listVouchers = async (ctx: Context): Promise<readonly StoredProvider[]> => {
  const filled = (name: string) =>
    sql`coalesce(jsonb_array_length(definition -> ${sql.lit(name)}), 0) > 0`
  const { rows } = await sql<StoredProvider>`
    select id, name, coalesce((definition ->> 'trustedForAdministrators')::boolean, false)
        as for_administrators,
      ${filled('trustedAcrs')} or ${filled('trustedAmrs')} or ${filled('trustedContexts')} as vouches
    from identity_providers where tenant_id = ${ctx.tenant.id}::uuid and enabled`.execute(ctx.db)
  return rows
}

/** What every role permits. */
export const listRoles = ({ db, tenant }: Context) =>
  db.selectFrom('roles').selectAll().where('tenant_id', '=', tenant.id).execute()

/** Programs that hold a role. */
export const listActingPrograms = ({ db, tenant }: Context) =>
  db
    .selectFrom('api_applications')
    .select(['id', 'name', 'role_id'])
    .where('tenant_id', '=', tenant.id)
    .where('enabled', '=', true)
    .where('application_type', '=', 'ADMIN_API')
    .where('role_id', 'is not', null)
    .execute()

export const isGroup = async ({ db, tenant }: Context, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('groups')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
