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
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { expectGroups, groupsInSight } from '../../identity/groups/index.ts'
import { designOfCard } from '../credential-designs/index.ts'
import {
  countWorkflows,
  disconnectLost,
  findWorkflowForChange,
  groupsOfWorkflows,
  insertWorkflow,
  listWorkflows,
  readWorkflowDesign,
  removeWorkflow,
  replaceGroups,
  type StoredWorkflow,
  updateWorkflow,
  type WorkflowGroup,
} from './workflow-designs.repository.ts'

type Summary = z.input<typeof WorkflowDesignSummary>
type Wire = z.input<typeof WorkflowDesign>
type Wanted = z.output<typeof NewWorkflowDesign>

const mostWorkflows = 500

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

const orNotFound = <T>(found: T | undefined): T => {
  if (found === undefined) throw new ApiError('ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND')
  return found
}

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

/** @throws rights_not_held for an administrator limited to groups */
const expectAllGroups = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('rights_not_held')
}

const columnsOf = (ctx: Context, wanted: Wanted, definition: WorkflowDefinition) => ({
  name: wanted.name,
  nameKey: foldName(wanted.name),
  description: wanted.description,
  credentialDesignId: wanted.credentialDesignId,
  definition,
  allGroups: wanted.allGroups,
  by: ctx.actor.kind === 'anonymous' ? '' : ctx.actor.name,
})

const refusingDuplicates = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'workflow_designs_tenant_id_name_key_key')) throw error
    throw new ApiError('ISSUANCE_WORKFLOW_DESIGN_EXISTS', { cause: error })
  }
}

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
      await lockLimit(ctx, 'workflow-designs')
      if ((await countWorkflows(ctx)) >= mostWorkflows) {
        throw new ApiError('ISSUANCE_WORKFLOW_DESIGN_LIMIT_REACHED', {
          parameters: { most: mostWorkflows },
        })
      }
      const { columns, groups } = await settled(ctx, wanted)
      const id = await insertWorkflow(ctx, columns)
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
      await updateWorkflow(ctx, id, columns)
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

const refusingUsed = async (write: () => Promise<undefined>): Promise<undefined> => {
  try {
    return await write()
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error
    throw new ApiError('ISSUANCE_WORKFLOW_DESIGN_IN_USE', { cause: error })
  }
}

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, ISSUANCE_WORKFLOW_DESIGN_IN_USE, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  refusingUsed(() =>
    ctx.transaction(async (ctx) => {
      const row = await readForChange(ctx, id)
      await removeWorkflow(ctx, id)
      audit(ctx, 'WORKFLOW_DESIGN_DELETED', { subject: subjectOf(row), before: shown(row) })
      return undefined
    }),
  )
