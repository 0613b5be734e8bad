import {
  mostRollouts,
  type NewSettingsRollout,
  SettingsRollout,
  type SettingsRolloutDetails,
} from '@signet/contract/provider/settings-rollouts'
import { TemplateValues } from '@signet/contract/provider/settings-template-values'
import type { RolloutState } from '@signet/rules/settings-rollouts'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import {
  findRow,
  holdRow,
  insertRow,
  insertRows,
  newIds,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { listAssigned } from './assignments.service.ts'
import { enqueueRollout, stopHeld } from './rollout-work.ts'
import {
  countTenants,
  listRollouts,
  listRolloutTenants,
  type StoredRollout,
  type StoredRolloutTenant,
} from './rollouts.repository.ts'
import { effectiveValues, templates } from './templates.service.ts'
import { countFields } from './values.ts'

type Wanted = z.output<typeof NewSettingsRollout>
type Shown = z.input<typeof SettingsRollout>
type Details = z.input<typeof SettingsRolloutDetails>

const table = 'settings_rollouts'
const invalidState = 'settings_rollout_invalid_state'
const orNotFound = foundOr('not_found')

const fields = fieldsOf(SettingsRollout)

const present = (row: StoredRollout, tenants: Shown['tenants']): Shown =>
  fields({ ...row, tenants })

const noTenants = { PENDING: 0, APPLIED: 0, UNCHANGED: 0, FAILED: 0, ROLLED_BACK: 0 } as const

/** The newest first. @throws not_found */
export const list = async (ctx: Context, templateId: string): Promise<Shown[]> => {
  await templates.find(ctx, templateId)
  const rows = await listRollouts(ctx, templateId, mostRollouts)
  const counts = await countTenants(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = counts.filter(({ rollout_id }) => rollout_id === row.id)
    return present(row, {
      ...noTenants,
      ...Object.fromEntries(own.map(({ state, count }) => [state, count])),
    })
  })
}

const progressOf = (one: StoredRolloutTenant): Details['progress'][number] => ({
  tenantId: one.for_tenant_id,
  companyName: one.company_name,
  canary: one.canary,
  state: one.state,
  errorCode: one.error_code,
  fields: countFields(one.written),
  changedAt: one.changed_at,
})

const detailsOf = async (ctx: Context, row: StoredRollout): Promise<Details> => {
  const tenants = await listRolloutTenants(ctx, row.id)
  const counted: Record<keyof typeof noTenants, number> = { ...noTenants }
  for (const { state } of tenants) counted[state] += 1
  return {
    ...present(row, counted),
    values: TemplateValues.parse(row.rolled_values),
    watched: row.watched,
    progress: tenants.map(progressOf),
  }
}

/** @throws not_found */
export const read = async (ctx: Context, id: string): Promise<Details> =>
  detailsOf(ctx, orNotFound(await findRow(ctx, table, id)))

/** @throws invalid_parameters where a canary tenant does not have the template */
const insertTenants = async (
  ctx: Context,
  { id, template_id: templateId }: StoredRollout,
  canaries: readonly string[],
): Promise<void> => {
  const assigned = await listAssigned(ctx, templateId)
  const isAssigned = (tenantId: string) =>
    assigned.some(({ for_tenant_id }) => for_tenant_id === tenantId)
  if (!canaries.every(isAssigned)) {
    throw new ApiError('invalid_parameters', {
      fields: [{ path: 'body.canaryTenantIds', message: 'has a tenant without this template' }],
    })
  }
  await insertRows(
    ctx,
    'settings_rollout_tenants',
    assigned.map(({ for_tenant_id, company_name }) => ({
      id: ctx.platform.ids.uuid(),
      rollout_id: id,
      for_tenant_id,
      company_name,
      canary: canaries.includes(for_tenant_id),
      state: 'PENDING' as const,
      former: {},
      written: {},
      formerly_applied: {},
      error_code: null,
      changed_at: null,
    })),
  )
}

const record = (
  ctx: Context,
  action: 'SETTINGS_ROLLED_OUT' | 'SETTINGS_ROLLED_BACK' | 'SETTINGS_ROLLOUT_RESUMED',
  { id, name }: { readonly id: string; readonly name: string },
): void => audit(ctx, action, { subject: { entity: 'TENANTS', id, name } })

const expectAlone = unique({ settings_rollouts_open: invalidState })

/** Without the work on it. @throws not_found, settings_rollout_invalid_state, invalid_parameters */
export const prepare = (ctx: Context, templateId: string, wanted: Wanted): Promise<StoredRollout> =>
  expectAlone(() =>
    ctx.transaction(async (ctx) => {
      const template = await templates.hold({ ...ctx, ifMatch: null }, templateId)
      const rollout = await insertRow(ctx, table, {
        ...newIds(ctx),
        template_id: templateId,
        rolled_values: await effectiveValues(ctx, template),
        overwrite: wanted.overwrite,
        watch_minutes: wanted.watchMinutes,
        rise_points: wanted.risePoints,
        rise_percent: wanted.risePercent,
        state: 'PLANNED',
        stop_reason: null,
        resume_to: null,
        started_by: actorName(ctx),
        watch_until: null,
        watched: null,
        ended_at: null,
      })
      await insertTenants(ctx, rollout, wanted.canaryTenantIds)
      record(ctx, 'SETTINGS_ROLLED_OUT', { id: rollout.id, name: template.name })
      return rollout
    }),
  )

/** @throws not_found, settings_rollout_invalid_state, invalid_parameters */
export const start = (ctx: Context, templateId: string, wanted: Wanted): Promise<Details> =>
  ctx.transaction(async (ctx) => {
    const rollout = await prepare(ctx, templateId, wanted)
    await enqueueRollout(ctx, rollout.id)
    return detailsOf(ctx, rollout)
  })

const expectState = ({ state }: StoredRollout, states: readonly RolloutState[]): void => {
  if (!states.includes(state)) throw new ApiError(invalidState)
}

type Act = (ctx: Context, rollout: StoredRollout, name: string) => Promise<void>

const acting =
  (states: readonly RolloutState[], act: Act) =>
  (ctx: Context, id: string): Promise<Details> =>
    ctx.transaction(async (ctx) => {
      const rollout = orNotFound(await holdRow(ctx, table, id))
      expectState(rollout, states)
      const { name } = await templates.find(ctx, rollout.template_id)
      await act(ctx, rollout, name)
      return read(ctx, id)
    })

const atWork = ['PLANNED', 'CANARY', 'WATCHING', 'ROLLING', 'ROLLING_BACK'] as const

/** @throws not_found, settings_rollout_invalid_state */
export const stop = acting(atWork, (ctx, rollout) => stopHeld(ctx, rollout, 'BY_ADMINISTRATOR'))

/** @throws not_found, settings_rollout_invalid_state */
export const resume = acting(['STOPPED'], async (ctx, { id, stop_reason, resume_to }, name) => {
  const state = stop_reason === 'FAILURES_ROSE' ? 'ROLLING' : (resume_to ?? 'CANARY')
  await updateRow(ctx, table, { id, state, stop_reason: null, resume_to: null })
  await enqueueRollout(ctx, id)
  record(ctx, 'SETTINGS_ROLLOUT_RESUMED', { id, name })
})

/** @throws not_found, settings_rollout_invalid_state also where a later rollout of the template exists */
export const rollBack = acting(['STOPPED', 'DONE'], async (ctx, { id, template_id }, name) => {
  const [last] = await listRollouts(ctx, template_id, 1)
  if (last?.id !== id) throw new ApiError(invalidState)
  await updateRow(ctx, table, {
    id,
    state: 'ROLLING_BACK',
    stop_reason: null,
    resume_to: null,
    ended_at: null,
  })
  await enqueueRollout(ctx, id)
  record(ctx, 'SETTINGS_ROLLED_BACK', { id, name })
})
