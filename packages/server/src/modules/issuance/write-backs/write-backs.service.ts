import type { Context } from '../../../kit/context.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import { listWritingBack, type StoredConnection } from '../field-connections/index.ts'
import {
  forgetWriteBacks,
  type NewWriteBack,
  putWriteBacks,
  retryWriteBacks,
} from './write-backs.repository.ts'

type Values = Readonly<Record<string, string>>

/** A record that is being saved; texts by the ids of their fields. */
interface SavedRecord {
  readonly id: string
  readonly workflowId: string
  readonly before: Values
  readonly after: Values
  /** The one that it has afterwards. */
  readonly version: number
}

const isChanged = ({ before, after }: SavedRecord, fieldId: string): boolean =>
  (before[fieldId] ?? '') !== (after[fieldId] ?? '')

const fieldsThat = (
  records: readonly SavedRecord[],
  connections: readonly StoredConnection[],
  are: (record: SavedRecord, connection: StoredConnection) => boolean,
): NewWriteBack[] =>
  records.flatMap((record) =>
    connections
      .filter((each) => each.workflow_design_id === record.workflowId && are(record, each))
      .map((each) => ({
        enrollmentId: record.id,
        fieldId: each.field_id,
        recordVersion: record.version,
      })),
  )

/**
 * In the transaction that saves records: what goes back to their rows, in a job soon after. With
 * another key a record is about another row: nothing of it goes back then. Who is limited to
 * groups writes into no table of everybody: it is told at the record.
 */
export const noteWriteBacks = async (
  ctx: Context,
  records: readonly SavedRecord[],
): Promise<void> => {
  const workflowIds = [...new Set(records.map(({ workflowId }) => workflowId))]
  const connections = await listWritingBack(ctx, workflowIds)
  if (connections.length === 0) return
  const hasNewKey = (record: SavedRecord, each: StoredConnection) =>
    isChanged(record, each.key_field_id)
  await forgetWriteBacks(ctx, fieldsThat(records, connections, hasNewKey))
  const changed = fieldsThat(
    records,
    connections,
    (record, each) => isChanged(record, each.field_id) && !hasNewKey(record, each),
  )
  if (groupsInSight(ctx) !== 'ALL') {
    return putWriteBacks(ctx, changed, { state: 'FAILED', reason: 'RIGHTS' })
  }
  const again = await retryWriteBacks(
    ctx,
    records.map(({ id }) => id),
  )
  await putWriteBacks(ctx, changed, { state: 'WAITING', reason: null })
  const waiting = new Set([...again, ...changed.map(({ enrollmentId }) => enrollmentId)])
  await ctx.platform.queue.enqueueAll(ctx.db, {
    tenantId: ctx.tenant.id,
    queue: 'write-backs',
    contents: [...waiting].map((enrollmentId) => ({ enrollmentId })),
  })
}
