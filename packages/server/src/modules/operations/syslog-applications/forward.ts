import { isChosen } from '@signet/rules/webhooks'
import type { Context } from '../../../kit/context.ts'
import type { SyslogFailure } from '../../../platform/db/schema/syslog.ts'
import { auditChain, type Stretch } from '../audit-events/index.ts'
import { messageOf } from './message.ts'
import { send } from './send.ts'
import { findLeased, note, type StoredSyslog } from './syslog-applications.repository.ts'

/** New stretches begin for so long; with the last answer it stays well within the lease. */
const turnMillis = 20_000
const [firstRest, longestRest] = [2000, 600_000]

interface Turn {
  readonly id: string
  readonly leaseId: string
  readonly isStopped: () => boolean
}

const messagesOf = async (ctx: Context, collector: StoredSyslog, { events }: Stretch) => {
  const chosen = events.filter(({ action }) => isChosen(collector.events, action))
  const details =
    collector.detail === 'FULL' && chosen.length > 0
      ? await auditChain.readDetails(ctx.db, ctx.tenant.id, chosen)
      : new Map<string, string>()
  return chosen.map((event) =>
    messageOf(ctx.tenant, collector, { event, detail: details.get(event.id) ?? null }),
  )
}

interface Failed {
  readonly collector: StoredSyslog
  readonly failure: SyslogFailure
}

const noteFailure = (ctx: Context, turn: Turn, { collector, failure }: Failed) => {
  const now = ctx.platform.clock.now()
  const rest = Math.min(firstRest * 2 ** Math.min(collector.failures, 20), longestRest)
  return note(ctx, turn, {
    failure,
    failures: collector.failures + 1,
    failing_since: collector.failing_since ?? now,
    paused_until: new Date(now.getTime() + rest),
    lease_id: null,
    leased_until: null,
  })
}

interface Sent {
  readonly position: number
  readonly messages: number
}

const noteSuccess = (ctx: Context, turn: Turn, { position, messages }: Sent) =>
  note(ctx, turn, {
    position,
    ...(messages === 0
      ? {}
      : {
          failure: null,
          failures: 0,
          failing_since: null,
          paused_until: null,
          last_success_at: ctx.platform.clock.now(),
        }),
  })

/** One stretch of the audit log. Returns whether there may be more to send. */
const forwardStretch = async (ctx: Context, turn: Turn): Promise<boolean> => {
  const collector = await findLeased(ctx, turn.id, turn.leaseId)
  if (collector?.enabled !== true) return false
  const stretch = await auditChain.readStretch(ctx.db, ctx.tenant.id, Number(collector.position))
  if (stretch === null) return false
  const messages = await messagesOf(ctx, collector, stretch)
  const failure = messages.length === 0 ? null : await send(ctx.platform, collector, messages)
  if (failure !== null) {
    await noteFailure(ctx, turn, { collector, failure })
    return false
  }
  return noteSuccess(ctx, turn, { position: stretch.last, messages: messages.length })
}

/**
 * Sends one collector what it has not had, in order, for some seconds while this node holds its
 * lease. Its place in the audit log moves once the connection has ended well: a node that is killed
 * in between sends a stretch again, and none is skipped.
 */
export const takeTurn = async (ctx: Context, turn: Turn): Promise<void> => {
  const until = performance.now() + turnMillis
  while (!turn.isStopped() && performance.now() < until && (await forwardStretch(ctx, turn)));
  await note(ctx, turn, { lease_id: null, leased_until: null })
}
