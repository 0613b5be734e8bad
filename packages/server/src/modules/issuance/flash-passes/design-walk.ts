import type { Context } from '../../../kit/context.ts'
import { passesChanged } from '../live-passes/index.ts'
import { findDesignVersion, listClaimedOf } from './flash-passes.repository.ts'

/** Of one job, and of one transaction. */
const mostOfPage = 100

interface Walk {
  readonly designId: string
  /** Of the save that began it. */
  readonly version: number
  /** The last pass of the page before. */
  readonly after: string | null
}

/**
 * Has the wallets told of the passes of a design, a page at a time. A walk that a later save has
 * overtaken ends: the later one goes through all of them.
 */
export const walkDesign = async (ctx: Context, walk: Walk): Promise<void> => {
  const { designId, version, after } = walk
  if ((await findDesignVersion(ctx, designId)) !== version) return
  await ctx.transaction(async (ctx) => {
    const { platform, db, tenant } = ctx
    const ids = await listClaimedOf(ctx, { designId, after, most: mostOfPage })
    await passesChanged(ctx, { ids })
    const last = ids.at(-1)
    if (last === undefined || ids.length < mostOfPage) return
    const content = { kind: 'DESIGN', ...walk, after: last }
    await platform.queue.enqueue(db, { tenantId: tenant.id, queue: 'flash-passes', content })
  })
}
