import type { Context } from '../../../kit/context.ts'
import { listRecords, type RecordFact } from './enrollment-lists.repository.ts'
import { filterOf, type Query } from './enrollment-lists.service.ts'
import { workflowOf } from './workflows.ts'

interface Wanted {
  readonly what: RecordFact
  readonly most: number
}

/**
 * The ids of records that match, and have or lack what is asked for.
 * @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, invalid_parameters
 */
export const recordsThat = async (
  ctx: Context,
  sought: Query & { readonly workflowId: string },
  { what, most }: Wanted,
): Promise<{ readonly ids: readonly string[]; readonly more: boolean }> => {
  const workflow = await workflowOf(ctx, sought.workflowId)
  const that = { what, at: ctx.platform.clock.now() }
  const filter = { ...filterOf(ctx, workflow, sought), that }
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
