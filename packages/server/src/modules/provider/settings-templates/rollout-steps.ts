import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { updateRow } from '../../../platform/db/row-sets.ts'
import { rows } from '../../settings/families/index.ts'
import { inTenantBelow, noteBelow } from '../tenants/index.ts'
import { holdAssignment } from './assignments.service.ts'
import { appliedAfter, changesOf, compare } from './comparison.ts'
import type { StoredRollout, StoredRolloutTenant } from './rollouts.repository.ts'
import { countFields, flat, type Values } from './values.ts'

interface Step {
  readonly rollout: StoredRollout
  readonly one: StoredRolloutTenant
}

interface Written {
  readonly former: Values
  readonly written: Values
}

/** Writes settings in the tenant, with one event in each of both logs. */
const writeBelow = async (
  ctx: Context,
  action: 'SETTINGS_ROLLED_OUT' | 'SETTINGS_ROLLED_BACK',
  {
    step: { rollout, one },
    choose,
  }: { readonly step: Step; readonly choose: (account: Context) => Promise<Written> },
): Promise<Written> => {
  const { row, former, written } = await inTenantBelow(
    ctx,
    one.for_tenant_id,
    async (account, below) => {
      const chosen = await choose(account)
      if (countFields(chosen.written) > 0) {
        await rows.inherited.write(account, chosen.written)
        audit(account, action, {
          subject: { entity: 'SUBSCRIBERS', id: below.tenant_id, name: below.company_name },
          before: flat(chosen.former),
          after: flat(chosen.written),
        })
      }
      return { row: below, ...chosen }
    },
  )
  if (countFields(written) > 0) {
    const attributes = { rollout: rollout.id }
    noteBelow(ctx, action, { row, before: flat(former), after: flat(written), attributes })
  }
  return { former, written }
}

/** In a transaction that holds the rollout. @throws not_found, invalid_parameters */
export const applyTo = async (ctx: Context, { rollout, one }: Step): Promise<void> => {
  const { rolled_values: template, overwrite } = rollout
  const assignment = await holdAssignment(ctx, one.for_tenant_id)
  if (assignment?.template_id !== rollout.template_id) throw new ApiError('not_found')
  const { applied } = assignment
  let next = applied
  const { former, written } = await writeBelow(ctx, 'SETTINGS_ROLLED_OUT', {
    step: { rollout, one },
    choose: async (account) => {
      const fields = await compare(account, { template, applied, overwrite })
      next = appliedAfter({ template, applied }, fields)
      return changesOf(fields)
    },
  })
  const now = ctx.platform.clock.now()
  await updateRow(ctx, 'settings_template_assignments', {
    id: assignment.id,
    applied: next,
    applied_at: now,
  })
  await updateRow(ctx, 'settings_rollout_tenants', {
    id: one.id,
    state: countFields(written) > 0 ? 'APPLIED' : 'UNCHANGED',
    former,
    written,
    formerly_applied: applied,
    error_code: null,
    changed_at: now,
  })
}

/** In a transaction that holds the rollout. @throws not_found, invalid_parameters */
export const takeBackFrom = async (ctx: Context, { rollout, one }: Step): Promise<void> => {
  await writeBelow(ctx, 'SETTINGS_ROLLED_BACK', {
    step: { rollout, one },
    // What the tenant has changed since is its own.
    choose: async (account) => {
      const changed = await compare(account, {
        template: one.written,
        applied: {},
        overwrite: false,
      })
      const isKept = (family: string, field: string): boolean =>
        !changed.some((each) => each.family === family && each.field === field)
      const restored = (values: Values): Values =>
        Object.fromEntries(
          Object.entries(values).flatMap(([family, fields]) => {
            const kept = Object.entries(fields).filter(([field]) => isKept(family, field))
            return kept.length === 0 ? [] : [[family, Object.fromEntries(kept)] as const]
          }),
        )
      return { former: restored(one.written), written: restored(one.former) }
    },
  })
  const assignment = await holdAssignment(ctx, one.for_tenant_id)
  if (assignment?.template_id === rollout.template_id) {
    await updateRow(ctx, 'settings_template_assignments', {
      id: assignment.id,
      applied: one.formerly_applied,
    })
  }
  await updateRow(ctx, 'settings_rollout_tenants', {
    id: one.id,
    state: 'ROLLED_BACK',
    changed_at: ctx.platform.clock.now(),
  })
}
