import { faultOfDefinition, mismatches } from '@signet/card/enrolment/check'
import { fieldsOfWorkflow, type WorkflowDefinition } from '@signet/card/enrolment/definition'
import { generateWorkflow } from '@signet/card/enrolment/generate'
import type {
  NewWorkflowDesign,
  WorkflowDesign,
  WorkflowDesignSummary,
} from '@signet/contract/issuance/workflow-designs'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { actorName, type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr, unique, unlessUsed } from '../../../kit/rows.ts'
import { insertRow, newIds, removeRows, updateRow } from '../../../platform/db/row-sets.ts'
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

const present = (row: StoredWorkflow, groups: readonly WorkflowGroup[]): Summary => ({
  id: row.id,
  name: row.name,
  description: row.description,
  version: row.version,
  credentialDesignId: row.credential_design_id,
  credentialDesignName: row.card_name,
  steps: row.definition.steps.length,
  fields: fieldsOfWorkflow(row.definition).length,
  allGroups: row.all_groups,
  groups: groups.map(({ id, name }) => ({ id, name })),
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
})

export const list = async (ctx: Context): Promise<Summary[]> => {
  const rows = await listWorkflows(ctx)
  const groups = await groupsOfWorkflows(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => present(row, groups.get(row.id) ?? []))
}

const orNotFound = foundOr('ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND')

const inFull = async (ctx: Context, row: StoredWorkflow) => {
  const groups = await groupsOfWorkflows(ctx, [row.id])
  const card = await designOfCard(ctx, row.credential_design_id)
  const wire: Wire = {
    ...present(row, groups.get(row.id) ?? []),
    definition: row.definition,
    mismatches: [...mismatches(row.definition, card)],
  }
  return versioned(wire, row.version)
}

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const read = async (ctx: Context, id: string) =>
  inFull(ctx, orNotFound(await readWorkflowDesign(ctx, id)))

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

const refusingDuplicates = unique({
  workflow_designs_tenant_id_name_key_key: 'ISSUANCE_WORKFLOW_DESIGN_EXISTS',
})

const subjectOf = ({ id, name }: StoredWorkflow) => ({ entity: 'ENROLLMENTDESIGNS', id, name })
const shown = ({ name, description, version, card_name: card }: StoredWorkflow) => ({
  name,
  description,
  version,
  card,
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
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await expectRoom(ctx, 'workflow_designs', limit)
      const { columns, groups } = await settled(ctx, wanted)
      const { id } = await insertRow(ctx, 'workflow_designs', {
        ...newIds(ctx),
        ...columns,
        created_at: columns.modified_at,
      })
      await replaceGroups(ctx, id, groups)
      const row = orNotFound(await readWorkflowDesign(ctx, id))
      audit(ctx, 'WORKFLOW_DESIGN_CREATED', { subject: subjectOf(row), after: shown(row) })
      return inFull(ctx, row)
    }),
  )
}

const readForChange = async (ctx: Context, id: string): Promise<StoredWorkflow> => {
  const row = orNotFound(await findWorkflowForChange(ctx, id))
  expectAllGroups(ctx)
  expectVersion(ctx, row.version)
  return row
}

/**
 * @param wish what is wanted, of the row as it is
 * @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, precondition_failed, rights_not_held
 */
export const update = (ctx: Context, id: string, wish: (row: StoredWorkflow) => Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      const { columns, groups } = await settled(ctx, wish(before))
      await updateRow(ctx, 'workflow_designs', { id: before.id, ...columns })
      await replaceGroups(ctx, id, groups)
      const after = orNotFound(await readWorkflowDesign(ctx, id))
      const fields = fieldsOfWorkflow(after.definition)
      await disconnectLost(
        ctx,
        id,
        fields.map((field) => field.id),
      )
      audit(ctx, 'WORKFLOW_DESIGN_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return inFull(ctx, after)
    }),
  )

const refusingUsed = unlessUsed('ISSUANCE_WORKFLOW_DESIGN_IN_USE')

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, ISSUANCE_WORKFLOW_DESIGN_IN_USE, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  refusingUsed(() =>
    ctx.transaction(async (ctx) => {
      const row = await readForChange(ctx, id)
      await removeRows(ctx, 'workflow_designs', [row])
      audit(ctx, 'WORKFLOW_DESIGN_DELETED', { subject: subjectOf(row), before: shown(row) })
      return undefined
    }),
  )
