import type { Context } from '../../../kit/context.ts'
import type { Position } from '../../../kit/page.ts'
import { listRecords, type RecordFact } from './enrollment-lists.repository.ts'
import { filterOf, type Query } from './enrollment-lists.service.ts'
import { workflowOf } from './workflows.ts'

interface Wanted {
  readonly what: RecordFact
  readonly most: number
  /** The last record of the part before; null to begin. */
  readonly position?: Position | null
}

interface Matching {
  readonly ids: readonly string[]
  readonly more: boolean
  /** Where the next part goes on; null where there is no more. */
  readonly next: Position | null
}

/**
 * The ids of records that match, and have or lack what is asked for.
 * @throws ISSUANCE_WORKFLOW_DESIGN_NOT_FOUND, invalid_parameters
 */
export const recordsThat = async (
  ctx: Context,
  sought: Query & { readonly workflowId: string },
  { what, most, position = null }: Wanted,
): Promise<Matching> => {
  const workflow = await workflowOf(ctx, sought.workflowId)
  const that = { what, at: ctx.platform.clock.now() }
  const filter = { ...filterOf(ctx, workflow, sought), that }
  const rows = await listRecords(ctx, filter, {
    sortBy: 'title',
    backwards: false,
    limit: most,
    position,
    counting: false,
    photo: null,
  })
  const kept = rows.slice(0, most)
  const last = rows.length > most ? kept.at(-1) : undefined
  const next: Position | null =
    last === undefined ? null : { after: [last.title_key, last.id], direction: 'next' }
  return { ids: kept.map(({ id }) => id), more: next !== null, next }
}
