import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import {
  endRegistrations,
  findLiveForChange,
  forgetOwners,
  markChanged,
  notePasses,
  type Of,
  removeClaims,
  type StoredPass,
} from './live-passes.repository.ts'

export const passSubject = ({ id, title }: Pick<StoredPass, 'id' | 'title'>) => ({
  entity: 'ISSUANCE',
  id,
  name: title,
})

/** The wallets are told soon after; a job for each pass, in the open transaction. */
export const passesChanged = async (ctx: Context, of: Of): Promise<void> => {
  const { platform, db, tenant } = ctx
  const ids = await markChanged(ctx, of)
  if (ids.length === 0) return
  const contents = ids.map((passId) => ({ kind: 'UPDATE', passId }))
  await platform.queue.enqueueAll(db, { tenantId: tenant.id, queue: 'flash-passes', contents })
}

/** Whoever designs saves again and again: of several saves in this time wallets are told once. */
const quietMillis = 10_000

/** Of a design that was saved as this version: one job, which goes through its passes. */
export const designChanged = async (
  { platform, db, tenant }: Context,
  { id: designId, version }: { readonly id: string; readonly version: number },
): Promise<void> => {
  const content = { kind: 'DESIGN', designId, version, after: null }
  const startAfter = new Date(platform.clock.now().getTime() + quietMillis)
  const queue = 'flash-passes'
  await platform.queue.enqueue(db, { tenantId: tenant.id, queue, content, startAfter })
}

interface Ending {
  /** Why, in a keyword of the log. */
  readonly detail?: string
  /** Those that stand so alone. */
  readonly only?: 'ISSUED'
}

/**
 * Ends passes and their links: those that nobody has are called off, the others taken back.
 * @returns those that were not over before
 */
export const endPasses = async (
  ctx: Context,
  of: Of,
  { detail = '', only }: Ending = {},
): Promise<readonly StoredPass[]> => {
  const found = await findLiveForChange(ctx, of)
  const now = ctx.platform.clock.now()
  const end = (from: StoredPass['state'], event: 'CANCELLED' | 'REVOKED') => {
    const those = found.filter(({ state }) => state === from).map(({ id }) => id)
    const change = { state: event, ended_at: now, changed_at: now }
    return notePasses(ctx, those, { event, detail, change })
  }
  const cancelled = await end('ISSUED', 'CANCELLED')
  const ended =
    only === undefined ? [...cancelled, ...(await end('CLAIMED', 'REVOKED'))] : cancelled
  const endedIds = ended.map(({ id }) => id)
  await removeClaims(ctx, endedIds)
  await endRegistrations(ctx, endedIds)
  await passesChanged(ctx, { ids: endedIds })
  return ended
}

/** The passes of records that go: they end, and no pass keeps its owner's name. */
export const endPassesOf = async (ctx: Context, enrollmentIds: readonly string[]) => {
  const ended = await endPasses(ctx, { enrollmentIds }, { detail: 'ENROLLMENT_DELETED' })
  for (const pass of ended) {
    const action = pass.state === 'REVOKED' ? 'FLASH_PASS_REVOKED' : 'FLASH_PASS_CANCELLED'
    audit(ctx, action, { subject: passSubject(pass), attributes: { deleted: true } })
  }
  await forgetOwners(ctx, enrollmentIds)
}
