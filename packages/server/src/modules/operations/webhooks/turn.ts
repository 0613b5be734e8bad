import type { Context } from '../../../kit/context.ts'
import { findRow } from '../../../platform/db/row-sets.ts'
import {
  type DueDelivery,
  listDue,
  nextDue,
  type Outcome,
  recordOutcomes,
} from './deliveries.repository.ts'
import { disclosureOf } from './disclosure.ts'
import {
  afterFailure,
  afterSuccess,
  type Health,
  healthOf,
  isHopeless,
  nextAttempt,
  restUntil,
  slowMillis,
  triedMillis,
} from './health.ts'
import { findLeased, type Lane, releaseLane } from './lanes.repository.ts'
import { paced, type Went } from './pace.ts'
import { type Disclosure, payloadOf } from './payload.ts'
import { openSecrets } from './secrets.service.ts'
import { send } from './send.ts'
import { switchOff } from './switch-off.ts'
import { type StoredWebhook } from './webhooks.repository.ts'

/** New attempts begin for so long; with the last answers it stays well within the lease. */
const turnMillis = 5000
const batch = 100

interface Turn {
  readonly webhookId: string
  readonly leaseId: string
  readonly isStopped: () => boolean
}

interface Work {
  readonly ctx: Context
  readonly webhook: StoredWebhook
  readonly secrets: readonly Buffer[]
  readonly disclosure: Disclosure
  readonly mayStart: () => boolean
  health: Health
  /** How many got through. */
  succeeded: number
}

const givenUp = (eventId: string): Outcome => ({
  eventId,
  state: 'DEAD',
  nextAttemptAt: null,
  attemptedAt: null,
  status: null,
  failure: null,
  durationMillis: null,
})

const isOver = ({ platform }: Context, { queued_at }: DueDelivery): boolean =>
  platform.clock.now().getTime() - queued_at.getTime() > triedMillis

const attempt = async (work: Work, due: DueDelivery): Promise<Outcome> => {
  const { ctx, webhook, secrets, disclosure } = work
  const body = payloadOf(ctx.tenant, due, disclosure)
  const message = { url: webhook.url, secrets, id: due.event_id, body }
  const { status, failure, durationMillis } = await send(ctx.platform, message)
  const now = ctx.platform.clock.now()
  const facts = { eventId: due.event_id, attemptedAt: now, status, failure, durationMillis }
  if (failure === null) {
    work.succeeded += 1
    work.health = afterSuccess(now, durationMillis)
    return { ...facts, state: 'DELIVERED', nextAttemptAt: null }
  }
  work.health = afterFailure(work.health, now)
  const again = nextAttempt(ctx.platform, due.attempts + 1)
  const isLast = again.getTime() - due.queued_at.getTime() > triedMillis
  return isLast
    ? { ...facts, state: 'DEAD', nextAttemptAt: null }
    : { ...facts, state: 'PENDING', nextAttemptAt: again }
}

const went = ({ failure, durationMillis }: Outcome): Went => {
  if (failure !== null) return 'badly'
  return (durationMillis ?? 0) > slowMillis ? 'slowly' : 'quickly'
}

/** One batch of what is due. Returns whether there may be more to do in this turn. */
const deliverBatch = async (work: Work): Promise<boolean> => {
  const { ctx, webhook, mayStart } = work
  const due = await listDue(ctx, webhook.id, batch)
  const outcomes = due.filter((each) => isOver(ctx, each)).map(({ event_id }) => givenUp(event_id))
  const items = due.filter((each) => !isOver(ctx, each))
  await paced({
    items,
    mayStart,
    work: async (item) => {
      const outcome = await attempt(work, item)
      outcomes.push(outcome)
      return went(outcome)
    },
  })
  await recordOutcomes(ctx, webhook.id, outcomes)
  return due.length === batch && outcomes.length === due.length && mayStart()
}

const release = async ({ ctx, webhook, health, succeeded }: Work, lane: Lane): Promise<void> => {
  const isFailing = succeeded === 0 && health.failures > lane.failures
  await releaseLane(ctx, {
    ...health,
    webhookId: webhook.id,
    leaseId: lane.lease_id ?? '',
    dueAt: await nextDue(ctx, webhook.id),
    pausedUntil: isFailing ? restUntil(ctx.platform, health.failures) : null,
  })
}

/** A webhook that is gone or switched off; what it still had to deliver waits. */
const rest = (ctx: Context, lane: Lane): Promise<void> =>
  releaseLane(ctx, {
    ...healthOf(lane),
    webhookId: lane.webhook_id,
    leaseId: lane.lease_id ?? '',
    dueAt: null,
    pausedUntil: null,
  })

/**
 * Delivers what is due for one webhook, for some seconds, while this node holds its lease. A node
 * that is killed in between has sent what it did not record: it is sent again, under the same id.
 */
export const takeTurn = async (ctx: Context, turn: Turn): Promise<void> => {
  const lane = await findLeased(ctx, turn.webhookId, turn.leaseId)
  if (lane === undefined) return
  const webhook = await findRow(ctx, 'webhooks', turn.webhookId)
  if (webhook?.enabled !== true) return rest(ctx, lane)
  const until = performance.now() + turnMillis
  const work: Work = {
    ctx,
    webhook,
    secrets: await openSecrets(ctx, webhook),
    disclosure: await disclosureOf(ctx, webhook),
    mayStart: () => !turn.isStopped() && performance.now() < until,
    health: healthOf(lane),
    succeeded: 0,
  }
  while (await deliverBatch(work));
  if (isHopeless(work.health, ctx.platform.clock.now())) await switchOff(ctx, webhook)
  await release(work, lane)
}
