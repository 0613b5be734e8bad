import { faultOfDefinition, mismatches } from '@signet/card/enrolment/check'
import { fieldsOfWorkflow, type WorkflowDefinition } from '@signet/card/enrolment/definition'
import { generateWorkflow } from '@signet/card/enrolment/generate'
import {
  type NewWorkflowDesign,
  type WorkflowDesign,
  WorkflowDesignSummary,
} from '@signet/contract/issuance/workflow-designs'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { actorName, type Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { expectRoom } from '../../../kit/rows.ts'
import { insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { expectGroups } from '../../identity/groups/index.ts'
import { designOfCard } from '../credential-designs/index.ts'
import {
  disconnectLost,
  findWorkflowForChange,
  groupsOfWorkflows,
  listWorkflows,
  mostWorkflows,
  readWorkflowDesign,
  replaceGroups,
  type StoredWorkflow,
  type WorkflowGroup,
} from './workflow-designs.repository.ts'

type Summary = z.input<typeof WorkflowDesignSummary>
type Wire = z.input<typeof WorkflowDesign>
type Wanted = z.output<typeof NewWorkflowDesign>

const limit = { most: mostWorkflows, code: 'ISSUANCE_WORKFLOW_DESIGN_LIMIT_REACHED' } as const

const summary = fieldsOf(WorkflowDesignSummary)

const present = (row: StoredWorkflow, groups: readonly WorkflowGroup[]): Summary =>
  summary({
    ...row,
    credential_design_name: row.card_name,
    steps: row.definition.steps.length,
    fields: fieldsOfWorkflow(row.definition).length,
    groups: groups.map(({ id, name }) => ({ id, name })),
  })

export const list = async (ctx: Context): Promise<Summary[]> => {
  const rows = await listWorkflows(ctx)
  const groups = await groupsOfWorkflows(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => present(row, groups.get(row.id) ?? []))
}

const inFull = async (row: StoredWorkflow, ctx: Context): Promise<Wire> => {
  const groups = await groupsOfWorkflows(ctx, [row.id])
  const card = await designOfCard(ctx, row.credential_design_id)
  return {
    ...present(row, groups.get(row.id) ?? []),
    definition: row.definition,
    mismatches: [...mismatches(row.definition, card)],
  }
}

const rows = namedRows({
  ...rowsOf('workflow_designs'),
  entity: 'ENROLLMENTDESIGNS',
  action: 'WORKFLOW_DESIGN',
  missing: 'ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND',
  taken: { workflow_designs_tenant_id_name_key_key: 'ISSUANCE_WORKFLOW_DESIGN_EXISTS' },
  used: 'ISSUANCE_WORKFLOW_DESIGN_IN_USE',
  find: readWorkflowDesign,
  hold: findWorkflowForChange,
  expectRight: expectAllGroups,
  shown: ({ name, description, version, card_name: card }) => ({
    name,
    description,
    version,
    card,
  }),
  present: inFull,
})

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const { read } = rows

/** @throws ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR, ISSUANCE_WORKFLOW_DESIGN_INVALID telling where */
const expectUsable = (definition: WorkflowDefinition): void => {
  const fault = faultOfDefinition(definition)
  if (fault === null) return
  if (fault.code === 'RESERVED_NAME') {
    throw new ApiError('ISSUANCE_CREDENTIAL_RESERVED_KEYWORD_ERROR', {
      parameters: { message: fault.at },
    })
  }
  throw new ApiError('ISSUANCE_WORKFLOW_DESIGN_INVALID', {
    parameters: { at: fault.at, reason: fault.code },
  })
}

const columnsOf = (ctx: Context, wanted: Wanted, definition: WorkflowDefinition) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  credential_design_id: wanted.credentialDesignId,
  definition,
  all_groups: wanted.allGroups,
  modified_at: ctx.platform.clock.now(),
  modified_by: actorName(ctx),
})

/** What is written of a wish: the definition, generated where there is none, and its groups. */
const settled = async (ctx: Context, wanted: Wanted) => {
  const card = await designOfCard(ctx, wanted.credentialDesignId)
  const definition = wanted.definition ?? generateWorkflow(card)
  expectUsable(definition)
  const groups = wanted.allGroups ? [] : [...new Set(wanted.groupIds)]
  await expectGroups(ctx, groups)
  return { columns: columnsOf(ctx, wanted, definition), groups }
}

/** @throws ISSUANCE_WORKFLOW_DESIGN_EXISTS, ISSUANCE_WORKFLOW_DESIGN_INVALID, rights_not_held */
export const create = (ctx: Context, wanted: Wanted) => {
  expectAllGroups(ctx)
  return rows.create(ctx, async (ctx) => {
    await expectRoom(ctx, 'workflow_designs', limit)
    const { columns, groups } = await settled(ctx, wanted)
    const begun = { ...newIds(ctx), created_at: columns.modified_at }
    const { id } = await insertRow(ctx, 'workflow_designs', { ...begun, ...columns })
    await replaceGroups(ctx, id, groups)
    return rows.find(ctx, id)
  })
}

/**
 * @param wish what is wanted, of the row as it is
 * @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, precondition_failed, rights_not_held
 */
export const update = (ctx: Context, id: string, wish: (row: StoredWorkflow) => Wanted) =>
  rows.change(ctx, id, async (ctx, before) => {
    const { columns, groups } = await settled(ctx, wish(before))
    await updateRow(ctx, 'workflow_designs', { id: before.id, ...columns })
    await replaceGroups(ctx, id, groups)
    const after = await rows.find(ctx, id)
    const fields = fieldsOfWorkflow(after.definition)
    await disconnectLost(
      ctx,
      id,
      fields.map((field) => field.id),
    )
    return after
  })

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, ISSUANCE_WORKFLOW_DESIGN_IN_USE, precondition_failed */
export const { remove } = rows
