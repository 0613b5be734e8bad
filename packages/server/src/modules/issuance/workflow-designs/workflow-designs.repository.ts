import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { replaceLinks } from '../../../platform/db/row-sets.ts'
import type { WorkflowDesignRow } from '../../../platform/db/schema/issuance.ts'
import { groupsInSight } from '../../identity/groups/index.ts'

export type StoredWorkflow = Selectable<WorkflowDesignRow> & {
  /** Of the card. */
  readonly card_name: string
}

/** More than any tenant may have. */
export const mostWorkflows = 500

/** Designs for everybody, and those for a group that the actor knows of. */
const workflows = (ctx: Context) => {
  const groups = groupsInSight(ctx)
  const all = ctx.db
    .selectFrom('workflow_designs as w')
    .innerJoin('credential_designs as c', (join) =>
      join.onRef('c.tenant_id', '=', 'w.tenant_id').onRef('c.id', '=', 'w.credential_design_id'),
    )
    .selectAll('w')
    .select('c.name as card_name')
    .where('w.tenant_id', '=', ctx.tenant.id)
    .where('c.tenant_id', '=', ctx.tenant.id)
  if (groups === 'ALL') return all
  return all.where(
    sql<SqlBool>`(w.all_groups or exists (select from workflow_design_groups g
      where g.tenant_id = ${ctx.tenant.id}::uuid and g.workflow_design_id = w.id
        and g.group_id = any(${groups}::uuid[])))`,
  )
}

export const listWorkflows = (ctx: Context) =>
  workflows(ctx).orderBy('w.name_key').limit(mostWorkflows).execute()

/**
 * One enrolment design with its definition; undefined where there is none, or none that the actor
 * knows of.
 */
export const readWorkflowDesign = (ctx: Context, id: string) =>
  workflows(ctx).where('w.id', '=', id).executeTakeFirst()

/** As it is called, without regard to case. @param nameKey as `foldName` makes it */
export const findWorkflowByName = (ctx: Context, nameKey: string) =>
  workflows(ctx).where('w.name_key', '=', nameKey).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findWorkflowForChange = (ctx: Context, id: string) =>
  workflows(ctx).where('w.id', '=', id).forUpdate('w').executeTakeFirst()

/** Lets go of the connections of fields that are gone, and of those found by one. */
export const disconnectLost = async (
  { db, tenant }: Context,
  id: string,
  fields: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom('field_connections')
    .where('tenant_id', '=', tenant.id)
    .where('workflow_design_id', '=', id)
    .where(
      sql<boolean>`field_id <> all(${[...fields]}::text[]) or key_field_id <> all(${[...fields]}::text[])`,
    )
    .execute()
}

export interface WorkflowGroup {
  readonly id: string
  readonly name: string
}

/** The groups of designs, by design. */
export const groupsOfWorkflows = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly WorkflowGroup[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('workflow_design_groups as l')
    .innerJoin('groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 'l.tenant_id').onRef('g.id', '=', 'l.group_id'),
    )
    .select(['l.workflow_design_id as workflow', 'g.id', 'g.name'])
    .where('l.tenant_id', '=', tenant.id)
    .where('g.tenant_id', '=', tenant.id)
    .where('l.workflow_design_id', 'in', [...ids])
    .orderBy('g.name_key')
    .execute()
  return Map.groupBy(rows, ({ workflow }) => workflow)
}

/** Puts these groups in the place of those it had. */
export const replaceGroups = (ctx: Context, id: string, ids: readonly string[]): Promise<void> => {
  const links = {
    table: 'workflow_design_groups',
    from: 'workflow_design_id',
    to: 'group_id',
  } as const
  return replaceLinks(ctx, links, { id, ids })
}
