import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Parameter, prepared } from '../../../kit/prepared.ts'

/** Who a user is at an application, or why they have no subject there. */
export type Known = { readonly subject: string } | { readonly fault: 'MISSING' | 'SHARED' }

interface Wanted {
  readonly tenantId: string
  readonly attribute: string
  readonly userId: string
}

interface StoredSubject {
  /** null without a value, or with a mail address that is not verified. */
  readonly value: string | null
  /** Another user has the same value. */
  readonly shared: boolean
  /** Another user or an application is known by this very text in other tokens. */
  readonly taken: boolean
}

/**
 * User ids are kept apart by `user_identifiers`. Ids of users and of clients are subjects of other
 * applications, and of clients themselves (RFC 9068, section 5): APIs take tokens of all of them.
 */
const subject = prepared((db, p: Parameter<Wanted>) =>
  sql<StoredSubject>`
    select v.value,
      case ${p('attribute')}::text
        when 'userid' then false
        when 'email' then exists (select from users o where o.tenant_id = u.tenant_id
          and o.mail_key = u.mail_key and o.email_verified and o.id <> u.id)
        else exists (select from user_attribute_values mine
          join user_attribute_values o on o.tenant_id = mine.tenant_id
            and o.attribute_id = mine.attribute_id and o.normalised = mine.normalised
            and o.user_id <> mine.user_id
          where mine.tenant_id = u.tenant_id and mine.attribute_id = ${p('attribute')}::text
            and mine.user_id = u.id)
      end as shared,
      exists (select from oidc_applications a
        where a.tenant_id = u.tenant_id and a.client_id = v.value)
      or exists (select from users o where o.tenant_id = u.tenant_id and o.id <> u.id
        and o.id = case when v.value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
          then v.value::uuid end) as taken
    from users u
    cross join lateral (select case ${p('attribute')}::text
      when 'userid' then u.user_id
      when 'email' then case when u.email_verified then u.email end
      else u.attributes ->> ${p('attribute')}::text end as value) v
    where u.tenant_id = ${p('tenantId')}::uuid and u.id = ${p('userId')}::uuid`.compile(db),
)

export const findSubject = async (
  { db, tenant }: Context,
  { attribute, userId }: Pick<Wanted, 'attribute' | 'userId'>,
): Promise<StoredSubject | undefined> =>
  (await db.executeQuery(subject({ tenantId: tenant.id, attribute, userId }))).rows[0]

interface Bearer {
  readonly attribute: string
  /** As values of the attribute are compared. */
  readonly key: string
}

/** Users with this value of an attribute; at most two. */
export const findBearers = async (
  { db, tenant }: Context,
  { attribute, key }: Bearer,
): Promise<readonly string[]> => {
  const found = {
    userid: sql<{ id: string }>`select user_id as id from user_identifiers
      where tenant_id = ${tenant.id}::uuid and normalised = ${key}::text and kind = 'USER_ID'`,
    email: sql<{ id: string }>`select id from users where tenant_id = ${tenant.id}::uuid
      and mail_key = ${key}::text and email_verified limit 2`,
    own: sql<{ id: string }>`select user_id as id from user_attribute_values
      where tenant_id = ${tenant.id}::uuid and attribute_id = ${attribute}::text
        and normalised = ${key}::text limit 2`,
  }
  const query = attribute === 'userid' || attribute === 'email' ? found[attribute] : found.own
  return (await query.execute(db)).rows.map(({ id }) => id)
}
