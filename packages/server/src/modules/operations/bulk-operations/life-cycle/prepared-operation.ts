import type { Context } from '../../../../kit/context.ts'
import type { BulkMappingEntry } from '../../../../platform/db/schema/bulk-operations.ts'
import { standingText } from '../../../identity/principals/index.ts'
import { insertOperation } from '../bulk-operations.repository.ts'
import { bulkWorks, type OwnKind } from '../kinds/bulk-kinds.ts'
import { writePart } from '../reading/bulk-files.ts'
import { workBy } from './bulk-run.ts'

interface PreparedOperation {
  readonly kind: OwnKind
  readonly fileName: string
  readonly headers: readonly string[]
  readonly mapping: readonly BulkMappingEntry[]
  readonly content: string
  /** Whose rights it runs under. */
  readonly owner: { readonly id: string; readonly name: string }
}

/** Runs a small operation to its end at once, without the queue: demonstration data. */
export const performPrepared = async (ctx: Context, given: PreparedOperation): Promise<void> => {
  const { ids, clock } = ctx.platform
  const id = ids.uuid()
  const now = clock.now()
  await insertOperation(ctx, {
    tenant_id: ctx.tenant.id,
    id,
    kind: given.kind,
    state: 'RUNNING',
    source: 'FILE',
    file_name: given.fileName,
    format: 'csv,',
    headers: JSON.stringify(given.headers),
    mapping: JSON.stringify(given.mapping),
    existing: 'ERROR',
    rows_done: 0,
    changed: 0,
    skipped: 0,
    failed: 0,
    progress: 0,
    owner_id: given.owner.id,
    owner_name: given.owner.name,
    grant_standing: await standingText(ctx, given.owner.id),
    grant_until: new Date(now.getTime() + 60_000),
    created_at: now,
    started_at: now,
  })
  await writePart(ctx, { operationId: id, number: 0, content: Buffer.from(given.content) })
  const { signal } = new AbortController()
  await workBy(ctx, { content: { id }, signal, isLast: true }, () => bulkWorks[given.kind])
}
