import { mostAssigned, type TemplateAssignment } from '@signet/contract/provider/settings-templates'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { insertRow, newIds, removeRow, updateRow } from '../../../platform/db/row-sets.ts'
import type { SettingsTemplateAssignmentRow } from '../../../platform/db/schema/settings-templates.ts'
import { findTenantBelow } from '../tenants/index.ts'
import { templates } from './templates.service.ts'

type StoredAssignment = Selectable<SettingsTemplateAssignmentRow>
export interface NamedAssignment extends StoredAssignment {
  readonly company_name: string
}

const table = 'settings_template_assignments'

/** With the names of their tenants, which only functions of the database can read. */
export const assignmentsOf = (
  { tenant }: Pick<Context, 'tenant'>,
  templateId: string,
): RawBuilder<NamedAssignment> => sql<NamedAssignment>`
  select a.*, t.company_name from settings_template_assignments a
    cross join lateral provider_tenant(a.for_tenant_id) t
    where a.tenant_id = ${tenant.id}::uuid and a.template_id = ${templateId}::uuid`

export const listAssigned = async (
  ctx: Context,
  templateId: string,
): Promise<readonly NamedAssignment[]> => {
  const { rows } = await sql<NamedAssignment>`
    select * from (${assignmentsOf(ctx, templateId)}) q order by company_name, id`.execute(ctx.db)
  return rows
}

/** That of a tenant, whatever the template; held until the transaction ends. */
export const holdAssignment = (
  { db, tenant }: Context,
  tenantId: string,
): Promise<StoredAssignment | undefined> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('for_tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirst()

const present = (row: NamedAssignment): z.input<typeof TemplateAssignment> => ({
  tenantId: row.for_tenant_id,
  companyName: row.company_name,
  assignedAt: row.created_at,
  rolledOutAt: row.applied_at,
})

/** @throws not_found */
export const list = async (ctx: Context, templateId: string) => {
  await templates.find(ctx, templateId)
  return (await listAssigned(ctx, templateId)).map(present)
}

const assignOne = async (ctx: Context, templateId: string, tenantId: string): Promise<void> => {
  const former = await holdAssignment(ctx, tenantId)
  if (former?.template_id === templateId) return
  const columns = { template_id: templateId, applied: {}, applied_at: null }
  if (former === undefined) {
    await insertRow(ctx, table, { ...newIds(ctx), for_tenant_id: tenantId, ...columns })
  } else {
    const created_at = ctx.platform.clock.now()
    await updateRow(ctx, table, { id: former.id, created_at, ...columns })
  }
}

/** @throws not_found also for a tenant that is not directly below this provider; limit_reached */
export const assign = (ctx: Context, templateId: string, tenantIds: readonly string[]) =>
  ctx.transaction(async (ctx) => {
    const template = await templates.hold({ ...ctx, ifMatch: null }, templateId)
    const names: string[] = []
    for (const tenantId of [...new Set(tenantIds)].toSorted()) {
      const below = await findTenantBelow(ctx, tenantId)
      if (below === undefined) throw new ApiError('not_found')
      names.push(below.company_name)
      await assignOne(ctx, templateId, tenantId)
    }
    const assigned = await listAssigned(ctx, templateId)
    if (assigned.length > mostAssigned) {
      throw new ApiError('limit_reached', { parameters: { most: mostAssigned } })
    }
    templates.record(ctx, template, { event: 'ASSIGNED', attributes: { tenants: names } })
    return assigned.map(present)
  })

/** @throws not_found */
export const unassign = (ctx: Context, templateId: string, tenantId: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const template = await templates.find(ctx, templateId)
    const row = await holdAssignment(ctx, tenantId)
    if (row?.template_id !== templateId) throw new ApiError('not_found')
    await removeRow(ctx, table, row.id)
    templates.record(ctx, template, { event: 'UNASSIGNED', attributes: { tenant: tenantId } })
    return undefined
  })
