import type { Context } from '../../../kit/context.ts'
import { listRecords } from './enrollment-lists.repository.ts'
import { filterOf, type Query } from './enrollment-lists.service.ts'
import { workflowOf } from './workflows.ts'

/**
 * The ids of records that match, complete, and without a card that came out or is on its way.
 * @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, invalid_parameters
 */
export const unprintedRecords = async (
  ctx: Context,
  wanted: Query & { readonly workflowId: string },
  most: number,
): Promise<{ readonly ids: readonly string[]; readonly more: boolean }> => {
  const workflow = await workflowOf(ctx, wanted.workflowId)
  const filter = { ...filterOf(ctx, workflow, wanted), isUnprinted: true } as const
  const rows = await listRecords(ctx, filter, {
    sortBy: 'title',
    descending: false,
    limit: most,
    position: null,
    counting: false,
    photo: null,
  })
  return { ids: rows.slice(0, most).map(({ id }) => id), more: rows.length > most }
}
