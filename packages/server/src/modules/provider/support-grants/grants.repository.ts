import { mostListedSupportGrants } from '@signet/contract/provider/support-grants'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { SupportGrantRow } from '../../../platform/db/schema/support-grants.ts'

export type StoredGrant = Selectable<SupportGrantRow>

export const listGrants = ({ db, tenant }: Context): Promise<StoredGrant[]> =>
  db
    .selectFrom('support_grants')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListedSupportGrants)
    .execute()

/** Of a tenant directly below this provider; none for any other. */
export const listGrantsBelow = async (
  { db }: Context,
  tenantId: string,
): Promise<readonly StoredGrant[]> => {
  const { rows } = await sql<StoredGrant>`
    select * from provider_support_grants(${tenantId}::uuid)`.execute(db)
  return rows
}

/** How many grants hold and requests wait: those that were requested before `since` have expired. */
export const countOpen = async (
  { db, tenant, platform }: Context,
  since: Date,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from support_grants
    where tenant_id = ${tenant.id} and ended_at is null
      and case when ends_at is null then created_at > ${since}
        else ends_at > ${platform.clock.now()} end`.execute(db)
  return rows[0]?.count ?? 0
}

/** Held until the transaction ends, beside others who enter by it: it does not end meanwhile. */
export const holdShared = ({ db, tenant }: Context, id: string): Promise<StoredGrant | undefined> =>
  db
    .selectFrom('support_grants')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

/** The active grant to this provider that was granted last; held as by `holdShared`. */
export const holdLastActive = (
  { db, tenant, platform }: Context,
  providerId: string,
): Promise<StoredGrant | undefined> =>
  db
    .selectFrom('support_grants')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('provider_id', '=', providerId)
    .where('granted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('ends_at', '>', platform.clock.now())
    .orderBy('granted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forShare()
    .executeTakeFirst()

interface Challenge {
  readonly challenge_hash: Buffer
  readonly grant_id: string
  readonly administrator_id: string
  readonly administrator_name: string
  readonly administrator_session_id: string | null
  readonly expires_at: Date
}

export const insertChallenge = async (
  { db, tenant }: Context,
  challenge: Challenge,
): Promise<void> => {
  await db
    .insertInto('support_challenges')
    .values({ tenant_id: tenant.id, ...challenge })
    .execute()
}

/** Held until the transaction ends, where it is completed: of many at once one gets it. */
export const holdChallenge = (
  { db, tenant, platform }: Context,
  hash: Buffer,
): Promise<Challenge | undefined> =>
  db
    .selectFrom('support_challenges')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('challenge_hash', '=', hash)
    .where('expires_at', '>', platform.clock.now())
    .where('session_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Uses a challenge up that is held. Whether its administrator may still enter. */
export const completeChallenge = async (
  { db, tenant }: Context,
  { challenge_hash: hash }: Challenge,
  sessionId: string,
): Promise<boolean> => {
  await db
    .updateTable('support_challenges')
    .set({ session_id: sessionId })
    .where('tenant_id', '=', tenant.id)
    .where('challenge_hash', '=', hash)
    .execute()
  const { rows } = await sql<{ stands: boolean }>`
    select support_administrator_stands(${sessionId}::uuid) as stands`.execute(db)
  return rows[0]?.stands === true
}
