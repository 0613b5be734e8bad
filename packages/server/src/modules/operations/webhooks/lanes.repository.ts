import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { TenantDb } from '../../../platform/db/database.ts'
import type { WebhookLaneRow } from '../../../platform/db/schema/webhooks.ts'
import type { Platform } from '../../../platform/platform.ts'

export type Lane = Selectable<WebhookLaneRow>

interface ClaimedLane {
  readonly tenant_id: string
  readonly webhook_id: string
}

interface Claim {
  readonly leaseId: string
  readonly slow: 'slow ones' | 'the others'
  readonly most: number
}

/** Takes webhooks that have something to deliver and nobody who does it, for one minute. */
export const claimLanes = async (
  { database, clock }: Platform,
  { leaseId, slow, most }: Claim,
): Promise<readonly ClaimedLane[]> => {
  const claimed = await sql<ClaimedLane>`
    select tenant_id, webhook_id from webhook_lanes_claim(${leaseId}::uuid,
      ${clock.now()}::timestamptz, ${slow === 'slow ones'}::boolean, ${most}::integer)`.execute(
    database.system,
  )
  return claimed.rows
}

interface Woken {
  readonly tenantId: string
  readonly ids: readonly string[]
  readonly now: Date
}

/** There is something to deliver now, also for a webhook that somebody is working on. */
export const wakeLanes = async (db: TenantDb, { tenantId, ids, now }: Woken): Promise<void> => {
  await sql`
    update webhook_lanes set due_at = least(due_at, ${now})
    where tenant_id = ${tenantId} and webhook_id = any (${ids}::uuid[])`.execute(db)
}

export const insertLane = async ({ db, tenant }: Context, webhookId: string): Promise<void> => {
  await db
    .insertInto('webhook_lanes')
    .values({ tenant_id: tenant.id, webhook_id: webhookId })
    .execute()
}

/** Begins anew: what went wrong before counts no longer. */
export const renewLane = async ({ db, tenant, platform }: Context, id: string): Promise<void> => {
  await db
    .updateTable('webhook_lanes')
    .set({
      due_at: platform.clock.now(),
      paused_until: null,
      failures: 0,
      failing_since: null,
      slow: false,
    })
    .where('tenant_id', '=', tenant.id)
    .where('webhook_id', '=', id)
    .execute()
}

/** The lane while this lease holds; undefined when another node has it or the webhook is gone. */
export const findLeased = (
  { db, tenant }: Context,
  webhookId: string,
  leaseId: string,
): Promise<Lane | undefined> =>
  db
    .selectFrom('webhook_lanes')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('webhook_id', '=', webhookId)
    .where('lease_id', '=', leaseId)
    .executeTakeFirst()

interface Release {
  readonly leaseId: string
  readonly webhookId: string
  /** When to come again; null when nothing waits. Somebody who woke the lane since comes first. */
  readonly dueAt: Date | null
  readonly pausedUntil: Date | null
  readonly slow: boolean
  readonly failures: number
  readonly failingSince: Date | null
  readonly lastSuccessAt: Date | null
}

/** Ends the lease, if it is still this one. */
export const releaseLane = async (
  { db, tenant }: Context,
  { leaseId, webhookId, dueAt, ...lane }: Release,
): Promise<void> => {
  await db
    .updateTable('webhook_lanes')
    .set({
      lease_id: null,
      leased_until: null,
      due_at: sql<Date | null>`least(due_at, ${dueAt}::timestamptz)`,
      paused_until: lane.pausedUntil,
      slow: lane.slow,
      failures: lane.failures,
      failing_since: lane.failingSince,
      last_success_at: lane.lastSuccessAt,
    })
    .where('tenant_id', '=', tenant.id)
    .where('webhook_id', '=', webhookId)
    .where('lease_id', '=', leaseId)
    .execute()
}
