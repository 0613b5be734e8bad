import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { WebhookDeliveryRow, WebhookFailure } from '../../../platform/db/schema/webhooks.ts'
import type { SentEvent } from './payload.ts'

export type StoredDelivery = Selectable<WebhookDeliveryRow>

interface Wanted {
  readonly webhookId: string
  readonly state?: StoredDelivery['state'] | undefined
}

export const deliveriesOf = ({ db, tenant }: Context, { webhookId, state }: Wanted) =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('webhook_id', '=', webhookId)
    .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'DEAD'))

export const findDelivery = (
  ctx: Context,
  webhookId: string,
  eventId: string,
): Promise<StoredDelivery | undefined> =>
  deliveriesOf(ctx, { webhookId }).where('event_id', '=', eventId).forUpdate().executeTakeFirst()

const again = ({ platform }: Context) => {
  const now = platform.clock.now()
  return {
    state: 'PENDING',
    attempts: 0,
    next_attempt_at: now,
    queued_at: now,
    failure: null,
  } as const
}

export const requeue = async (ctx: Context, webhookId: string, eventId: string) =>
  ctx.db
    .updateTable('webhook_deliveries')
    .set(again(ctx))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns how many. */
export const requeueDead = async (ctx: Context, webhookId: string): Promise<number> => {
  const result = await ctx.db
    .updateTable('webhook_deliveries')
    .set(again(ctx))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'DEAD')
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** What is to be sent now, with its event. */
export interface DueDelivery extends SentEvent {
  readonly attempts: number
  readonly queued_at: Date
}

export const listDue = async (
  { db, tenant, platform }: Context,
  webhookId: string,
  most: number,
): Promise<readonly DueDelivery[]> => {
  const due = await sql<DueDelivery>`
    select d.event_id, d.attempts, d.queued_at, e.occurred_at, e.actor_kind, e.actor_id, e.entity,
      e.entity_id, e.action, e.outcome, x.detail
    from (select * from webhook_deliveries
        where tenant_id = ${tenant.id} and webhook_id = ${webhookId} and state = 'PENDING'
          and next_attempt_at <= ${platform.clock.now()}
        order by next_attempt_at limit ${most}) d
      join audit_events e on e.tenant_id = ${tenant.id}
        and e.occurred_at = d.occurred_at and e.id = d.event_id
      left join audit_details x on x.tenant_id = ${tenant.id}
        and x.occurred_at = d.occurred_at and x.event_id = d.event_id
    order by d.next_attempt_at, d.event_id`.execute(db)
  return due.rows
}

/** When the next delivery that waits is due; null for none. */
export const nextDue = async ({ db, tenant }: Context, webhookId: string): Promise<Date | null> => {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('next_attempt_at')
    .where('tenant_id', '=', tenant.id)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'PENDING')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? null
}

export interface Outcome {
  readonly eventId: string
  readonly state: StoredDelivery['state']
  readonly nextAttemptAt: Date | null
  /** Null for one that was given up without another attempt. */
  readonly attemptedAt: Date | null
  readonly status: number | null
  readonly failure: WebhookFailure | null
  readonly durationMillis: number | null
}

/** Writes how attempts ended, all in one statement; what ended meanwhile stays as it is. */
export const recordOutcomes = async (
  { db, tenant }: Context,
  webhookId: string,
  outcomes: readonly Outcome[],
): Promise<void> => {
  if (outcomes.length === 0) return
  const column = <K extends keyof Outcome>(name: K) => outcomes.map((each) => each[name])
  await sql`
    update webhook_deliveries d set state = v.state, next_attempt_at = v.next,
      attempts = d.attempts + case when v.at is null then 0 else 1 end,
      attempted_at = coalesce(v.at, d.attempted_at),
      answer_status = case when v.at is null then d.answer_status else v.status end,
      failure = case when v.at is null then d.failure else v.failure end,
      duration_millis = case when v.at is null then d.duration_millis else v.duration end
    from unnest(${column('eventId')}::uuid[], ${column('state')}::text[],
      ${column('nextAttemptAt')}::timestamptz[], ${column('attemptedAt')}::timestamptz[],
      ${column('status')}::integer[], ${column('failure')}::text[],
      ${column('durationMillis')}::integer[])
      as v (event_id, state, next, at, status, failure, duration)
    where d.tenant_id = ${tenant.id} and d.webhook_id = ${webhookId}
      and d.event_id = v.event_id and d.state = 'PENDING'`.execute(db)
}
