import type { Context } from '../../kit/context.ts'
import {
  createArchive,
  lastEnded,
  openArchive,
  workOnArchive,
} from '../../modules/operations/archives/index.ts'
import { auditUpkeep, sequenceAuditEvents } from '../../modules/operations/audit-events/index.ts'

/** Last month as an archive that is open for reading. */
export const openLastMonth = async (ctx: Context): Promise<void> => {
  const { id } = await createArchive(ctx, lastEnded(ctx.platform.clock.now()))
  while ((await auditUpkeep.countEvents(ctx)).unchained > 0) await sequenceAuditEvents(ctx.platform)
  const { signal } = new AbortController()
  // The jobs that were enqueued find it done.
  await workOnArchive(ctx, { content: { id }, signal, isLast: false })
  await openArchive(ctx, id)
}
