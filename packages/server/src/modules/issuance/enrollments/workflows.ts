import { foldName } from '@signet/rules/text'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { foundOr } from '../../../kit/rows.ts'
import { expectGroups, groupsInSight } from '../../identity/groups/index.ts'
import { designOfCard } from '../credential-designs/index.ts'
import {
  findWorkflowByName,
  groupsOfWorkflows,
  readWorkflowDesign,
  type StoredWorkflow,
} from '../workflow-designs/index.ts'
import type { CardWorkflow } from './records.ts'

const orNotFound = foundOr('ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND')

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND also where the actor may not know of it */
export const workflowOf = async (ctx: Context, id: string): Promise<StoredWorkflow> =>
  orNotFound(await readWorkflowDesign(ctx, id))

/** @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND */
export const workflowNamed = async (ctx: Context, name: string): Promise<StoredWorkflow> =>
  orNotFound(await findWorkflowByName(ctx, foldName(name)))

export const withCard = async (ctx: Context, workflow: StoredWorkflow): Promise<CardWorkflow> => ({
  workflow,
  design: await designOfCard(ctx, workflow.credential_design_id),
})

interface GroupChoice {
  readonly groupId: string | null
  /** Where the caller wrote it. */
  readonly path: string
}

const refused = (path: string, message: 'REQUIRED' | 'NOT_OF_DESIGN'): ApiError =>
  new ApiError('ISSUANCE_ENROLLMENT_INVALID', { fields: [{ path: `${path}.groupId`, message }] })

/**
 * Groups that records may be put into: the design’s, where it is not for everybody, and those that
 * the actor is limited to.
 * @throws ISSUANCE_ENROLLMENT_INVALID, group_not_found
 */
export const expectGroupsOf = async (
  ctx: Context,
  workflow: StoredWorkflow,
  choices: readonly GroupChoice[],
): Promise<void> => {
  const ids = choices.flatMap(({ groupId }) => groupId ?? [])
  if (ids.length > 0) await expectGroups(ctx, ids)
  const isRequired = groupsInSight(ctx) !== 'ALL' || !workflow.all_groups
  const without = choices.find(({ groupId }) => groupId === null)
  if (isRequired && without !== undefined) throw refused(without.path, 'REQUIRED')
  if (workflow.all_groups) return
  const own = (await groupsOfWorkflows(ctx, [workflow.id])).get(workflow.id) ?? []
  const foreign = choices.find(({ groupId }) => own.every(({ id }) => id !== groupId))
  if (foreign !== undefined) throw refused(foreign.path, 'NOT_OF_DESIGN')
}
