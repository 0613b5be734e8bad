import {
  type Contact,
  type DeliveryPlace,
  type DeliveryPolicy,
  deliveryPlaces,
} from '@signet/rules/code-deliveries'
import { type CompiledQuery, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { settings } from '../../settings/families/index.ts'

/** A person's contacts as SQL over the row `u` of `users`. */
export const contactsSql = `
  (select coalesce(jsonb_agg(jsonb_build_object('attribute', c.attribute, 'kind', c.kind,
      'value', c.value, 'proven', c.proven or exists (
        select 1 from proven_contacts p where p.tenant_id = u.tenant_id and p.user_id = u.id
          and p.attribute = c.attribute and p.value = c.value))), '[]')
    from (
      select 'email' as attribute, 'EMAIL' as kind, u.email as value, u.email_verified as proven
      union all select 'mobile', 'PHONE', u.mobile, false
      union all select 'phone', 'PHONE', u.phone, false
      union all select a.id, a.type, u.attributes ->> a.id, false from user_attributes a
        where a.tenant_id = u.tenant_id and a.type in ('EMAIL', 'PHONE')
      union all select 'wechat', 'WECHAT', w.value, true from proven_contacts w
        where w.tenant_id = u.tenant_id and w.user_id = u.id and w.attribute = 'wechat') c
    where c.value is not null)`

const systemAttributes = new Set(['email', 'mobile', 'phone'])

/**
 * Whether codes go to no more than the mail address, whose state every sign-in knows anyway: by the
 * tenant's settings and by each group policy over them.
 */
export const usesMailAlone = (ctx: Context): boolean =>
  settings.otp
    .lastReadOfAll(ctx)
    .every(
      ({ deliveries, attributes }) =>
        deliveries.every((type) => type === 'EMAIL') &&
        attributes.every((attribute) => systemAttributes.has(attribute)),
    )

interface Reachable {
  readonly email: string | null
  readonly email_verified: boolean
  readonly contacts?: readonly Contact[] | null
}

const contactsOf = ({ email, email_verified: proven, contacts }: Reachable): readonly Contact[] =>
  contacts ?? (email === null ? [] : [{ attribute: 'email', kind: 'EMAIL', value: email, proven }])

const mailAlone: DeliveryPolicy = {
  deliveries: ['EMAIL'],
  attributes: ['email'],
  numberPrefixes: [],
  unprovenNumbers: false,
}

/** Where codes for this person may go. */
export const placesUnder = (policy: DeliveryPolicy | undefined, account: Reachable) =>
  deliveryPlaces(contactsOf(account), policy ?? mailAlone)

/** The same by the settings that are in force for this person: group policies, and the defaults for administrators. */
export const placesOf = async (
  ctx: Context,
  account: Reachable & { readonly id: string },
): Promise<readonly DeliveryPlace[]> => placesUnder(await settings.otp(ctx, account.id), account)

export interface ReachedUser extends Reachable {
  readonly id: string
  readonly name: string
  readonly first_name: string | null
  readonly locale: string | null
}

/** A person with every contact. */
export const findReached = async (ctx: Context, id: string): Promise<ReachedUser | undefined> => {
  const { rows } = await sql<ReachedUser>`
    select u.id, u.user_id as name, u.first_name, u.locale, u.email, u.email_verified,
      ${sql.raw(contactsSql)} as contacts
    from users u where u.tenant_id = ${ctx.tenant.id}::uuid and u.id = ${id}::uuid`.execute(ctx.db)
  return rows[0]
}

/** Notes that a contact's value is its owner's own. */
export const proveContact = (
  ctx: Context,
  { userId, attribute, value }: { userId: string; attribute: string; value: string },
): CompiledQuery =>
  sql`insert into proven_contacts as p (tenant_id, user_id, attribute, value, proven_at)
    values (${ctx.tenant.id}::uuid, ${userId}::uuid, ${attribute}, ${value}, ${ctx.platform.clock.now()})
    on conflict (tenant_id, user_id, attribute) do update
      set value = excluded.value, proven_at = excluded.proven_at`.compile(ctx.db)
