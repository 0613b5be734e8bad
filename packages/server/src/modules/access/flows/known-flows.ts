import type { Context } from '../../../kit/context.ts'
import { listFlows } from './flows.repository.ts'
import { changing, publishedFlows } from './published-flows.ts'

/**
 * Whether the tenant has all of these flows. Sign-ins know them from then on, also those that came
 * with the service while nobody had changed any. In the transaction of what is to name them.
 */
export const areKnown = async (ctx: Context, ids: readonly string[]): Promise<boolean> => {
  if (ids.length === 0) return true
  const known = new Set((await listFlows(ctx)).map(({ id }) => id))
  if (!ids.every((id) => known.has(id))) return false
  if ((await publishedFlows(ctx)).length === 0) await changing(ctx, async () => undefined)
  return true
}
