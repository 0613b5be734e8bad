import {
  hasRisen,
  type RolloutStopReason,
  type SignInCounts,
} from '@signet/rules/settings-rollouts'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { findRow, holdRow, updateRow } from '../../../platform/db/row-sets.ts'
import type { Job } from '../../../platform/queue.ts'
import { rows } from '../../settings/families/index.ts'
import { inTenantBelow } from '../tenants/index.ts'
import { applyTo, takeBackFrom } from './rollout-steps.ts'
import {
  countSignIns,
  holdNext,
  listRolloutTenants,
  type StoredRollout,
  type StoredRolloutTenant,
} from './rollouts.repository.ts'

const table = 'settings_rollouts'
const minuteMillis = 60_000
/** What a job works before it hands over to the next. */
const sliceMillis = 30_000

const Content = z.object({ id: z.uuid() })
type Work = Pick<Job, 'content' | 'signal' | 'isLast'>

export const enqueueRollout = (ctx: Context, id: string, startAfter?: Date) =>
  ctx.platform.queue.enqueue(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'settings-rollouts',
    content: { id },
    ...(startAfter === undefined ? {} : { startAfter }),
  })

/** Super administrators of the provider are mailed of it. */
export const stopHeld = async (
  ctx: Context,
  rollout: StoredRollout,
  reason: RolloutStopReason,
): Promise<void> => {
  await updateRow(ctx, table, {
    id: rollout.id,
    state: 'STOPPED',
    stop_reason: reason,
    resume_to: rollout.state,
  })
  const template = await findRow(ctx, 'settings_templates', rollout.template_id)
  audit(ctx, 'SETTINGS_ROLLOUT_STOPPED', {
    subject: { entity: 'TENANTS', id: rollout.id, name: template?.name ?? '' },
    attributes: { reason, ...(rollout.watched === null ? {} : { watched: rollout.watched }) },
  })
}

/** What comes next: more at once, a look later, or nothing. */
type Next = 'MORE' | 'NOTHING' | { readonly at: Date }

const sum = (counts: readonly SignInCounts[]): SignInCounts => ({
  failed: counts.reduce((all, { failed }) => all + failed, 0),
  all: counts.reduce((all, each) => all + each.all, 0),
})

/** Sign-ins of the canary tenants that were changed: as long before the change as they are watched. */
const measure = async (ctx: Context, { id, watch_minutes: minutes }: StoredRollout) => {
  const before: SignInCounts[] = []
  const after: SignInCounts[] = []
  for (const one of await listRolloutTenants(ctx, id)) {
    const { changed_at: at, for_tenant_id: tenantId } = one
    if (!one.canary || one.state !== 'APPLIED' || at === null) continue
    await inTenantBelow(ctx, tenantId, async (account) => {
      const since = new Date(at.getTime() - minutes * minuteMillis)
      before.push(await countSignIns(account, since, at))
      after.push(await countSignIns(account, at, ctx.platform.clock.now()))
    })
  }
  return { before: sum(before), after: sum(after) }
}

const watch = async (ctx: Context, held: StoredRollout): Promise<Next> => {
  const watched = await measure(ctx, held)
  const rollout = await updateRow(ctx, table, { id: held.id, watched })
  const bounds = { points: rollout.rise_points, percent: rollout.rise_percent }
  if (hasRisen(watched.before, watched.after, bounds)) {
    await stopHeld(ctx, rollout, 'FAILURES_ROSE')
    return 'NOTHING'
  }
  const now = ctx.platform.clock.now()
  const until = rollout.watch_until ?? now
  if (now >= until) {
    await updateRow(ctx, table, { id: rollout.id, state: 'ROLLING' })
    return 'MORE'
  }
  return { at: new Date(Math.min(until.getTime(), now.getTime() + minuteMillis)) }
}

const begin = async (ctx: Context, { id }: StoredRollout): Promise<Next> => {
  await updateRow(ctx, table, { id, state: 'CANARY' })
  return 'MORE'
}

const beginWatch = async (ctx: Context, { id, watch_minutes }: StoredRollout): Promise<Next> => {
  const until = ctx.platform.clock.now().getTime() + watch_minutes * minuteMillis
  await updateRow(ctx, table, { id, state: 'WATCHING', watch_until: new Date(until) })
  return 'MORE'
}

const end = async (
  ctx: Context,
  { id }: StoredRollout,
  state: 'DONE' | 'ROLLED_BACK',
): Promise<Next> => {
  await updateRow(ctx, table, { id, state, ended_at: ctx.platform.clock.now() })
  return 'NOTHING'
}

/** The tenant that a step is about, for the case that the step fails. */
type Touched = (one: StoredRolloutTenant) => void

const applyNext = async (ctx: Context, rollout: StoredRollout, touched: Touched): Promise<Next> => {
  const isCanary = rollout.state === 'CANARY'
  const wanted = { state: 'PENDING', ...(isCanary ? ({ canary: true } as const) : {}) } as const
  const one = await holdNext(ctx, rollout.id, wanted)
  if (one === undefined) return isCanary ? beginWatch(ctx, rollout) : end(ctx, rollout, 'DONE')
  touched(one)
  await applyTo(ctx, { rollout, one })
  return 'MORE'
}

const takeBackNext = async (
  ctx: Context,
  rollout: StoredRollout,
  touched: Touched,
): Promise<Next> => {
  const one = await holdNext(ctx, rollout.id, { state: 'APPLIED' })
  if (one === undefined) return end(ctx, rollout, 'ROLLED_BACK')
  touched(one)
  await takeBackFrom(ctx, { rollout, one })
  return 'MORE'
}

const stepOf = (ctx: Context, rollout: StoredRollout, touched: Touched): Promise<Next> => {
  if (rollout.state === 'PLANNED') return begin(ctx, rollout)
  if (rollout.state === 'WATCHING') return watch(ctx, rollout)
  if (rollout.state === 'ROLLING_BACK') return takeBackNext(ctx, rollout, touched)
  return applyNext(ctx, rollout, touched)
}

const isAtWork = ({ state }: StoredRollout): boolean =>
  state !== 'STOPPED' && state !== 'DONE' && state !== 'ROLLED_BACK'

/** One tenant, or one change of the stage: killed at any moment, it is done once or not at all. */
const step = (ctx: Context, id: string, touched: Touched): Promise<Next> =>
  ctx.transaction(async (ctx) => {
    const rollout = await holdRow(ctx, table, id)
    return rollout === undefined || !isAtWork(rollout) ? 'NOTHING' : stepOf(ctx, rollout, touched)
  })

/** A tenant that cannot be changed is left as it is; one of the canary tenants stops the rollout. */
const noteFailure = (ctx: Context, one: StoredRolloutTenant, { code }: ApiError): Promise<Next> =>
  ctx.transaction(async (ctx) => {
    const rollout = await holdRow(ctx, table, one.rollout_id)
    if (rollout === undefined || !isAtWork(rollout)) return 'NOTHING'
    await updateRow(ctx, 'settings_rollout_tenants', {
      id: one.id,
      state: 'FAILED',
      error_code: code,
      changed_at: ctx.platform.clock.now(),
    })
    if (rollout.state !== 'CANARY') return 'MORE'
    await stopHeld(ctx, rollout, 'CANARY_FAILED')
    return 'NOTHING'
  })

const stepOrNote = async (ctx: Context, id: string): Promise<Next> => {
  let touched: StoredRolloutTenant | undefined
  try {
    return await step(ctx, id, (one) => {
      touched = one
    })
  } catch (error) {
    if (touched === undefined || !(error instanceof ApiError)) throw error
    return noteFailure(ctx, touched, error)
  } finally {
    // Settings may have been read back before they were committed, or taken back.
    if (touched !== undefined) {
      rows.inherited.forget({ ...ctx, tenant: { ...ctx.tenant, id: touched.for_tenant_id } })
    }
  }
}

const workSlice = async (ctx: Context, id: string, signal: AbortSignal): Promise<void> => {
  const started = performance.now()
  let next: Next = 'MORE'
  while (next === 'MORE') {
    next = await stepOrNote(ctx, id)
    if (next === 'MORE' && (signal.aborted || performance.now() - started > sliceMillis)) {
      next = { at: ctx.platform.clock.now() }
    }
  }
  if (next === 'NOTHING') return
  const { at } = next
  await ctx.transaction((ctx) => enqueueRollout(ctx, id, at))
}

/** Brings a rollout on, tenant by tenant. */
export const workOnRollout = async (ctx: Context, job: Work): Promise<void> => {
  const { id } = Content.parse(job.content)
  try {
    await workSlice(ctx, id, job.signal)
  } catch (error) {
    if (job.isLast) {
      await ctx.transaction(async (ctx) => {
        const rollout = await holdRow(ctx, table, id)
        if (rollout !== undefined && isAtWork(rollout)) await stopHeld(ctx, rollout, 'ERROR')
      })
    }
    throw error
  }
}
