import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

export interface NotedEvent {
  readonly id: string
  readonly user_id: string
  readonly occurred_at: Date
  readonly outcome: 'SUCCESS' | 'FAILURE' | 'DENIED'
  /** What was answered; of a sign-in that ended, what came last. */
  readonly authenticator: string | null
  readonly reason: string | null
}

const nobody = '00000000-0000-0000-0000-000000000000'

/** Ids before that of the first person, and of the last one. */
export const readPeopleRange = async ({ db, tenant }: Context) => {
  const ids = db.selectFrom('users').select('id').where('tenant_id', '=', tenant.id).limit(1)
  const last = await ids.orderBy('id', 'desc').executeTakeFirst()
  return { first: nobody, last: last?.id ?? nobody }
}

interface Window {
  readonly after: string
  readonly until: string
  readonly limit: number
}

/** The next people, in the order of their ids. */
export const readPeople = ({ db, tenant }: Context, { after, until, limit }: Window) =>
  db
    .selectFrom('users')
    .select(['id', 'user_id as name'])
    .where('tenant_id', '=', tenant.id)
    .where('id', '>', after)
    .where('id', '<=', until)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Of one person: whoever is guessed at for days has more than are kept in mind. */
const mostOfPerson = 2000

const actions = ['AUTHENTICATION', 'AUTHENTICATION_STEP', 'STEP_UP', 'USER_VERIFIED']

interface Wanted {
  readonly userIds: readonly string[]
  readonly since: Date
  readonly until: Date
}

/**
 * What these people have answered, as the audit log tells it, in its order: the newest of each, so
 * many at most. Erased details tell nothing.
 */
export const readAnswers = async (
  { db, tenant }: Context,
  { userIds, since, until }: Wanted,
): Promise<readonly NotedEvent[]> => {
  const { rows } = await sql<NotedEvent>`
    select noted.id, user_id, occurred_at, outcome, reason,
        coalesce(attributes ->> 'authenticator', attributes -> 'authenticators' ->> -1)
          as authenticator
      from unnest(${userIds}::text[]) person (id)
      cross join lateral (select e.id, e.entity_id as user_id, e.occurred_at, e.outcome,
          d.detail::jsonb -> 'attributes' as attributes,
          d.detail::jsonb -> 'attributes' ->> 'reason' as reason
        from audit_events e
        join audit_details d on d.tenant_id = e.tenant_id and d.occurred_at = e.occurred_at
          and d.event_id = e.id
        where e.tenant_id = ${tenant.id}::uuid and e.entity_id = person.id
          and e.occurred_at > ${since} and e.occurred_at <= ${until}
          and e.action = any(${actions}::text[])
        order by e.occurred_at desc, e.id desc limit ${mostOfPerson}) noted
      order by occurred_at, noted.id`.execute(db)
  return rows
}
