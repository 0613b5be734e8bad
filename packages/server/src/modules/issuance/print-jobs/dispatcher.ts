import { systemContext } from '../../../kit/create-context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'
import { type ClaimedLane, claimLanes } from './lanes.repository.ts'
import { takeTurn } from './turn.ts'

/** Printers that one node works for at a time. */
const places = 50
const stopMillis = 5000

export interface PrintDispatcher {
  /** Takes up every printer that is due and there is room for; does not wait for its cards. */
  look(): Promise<void>
  /** Waits until nothing is being done: tests. */
  idle(): Promise<void>
  /** Begins nothing any more, and waits for what runs, at most 5 s. */
  stop(): Promise<void>
}

const waited = (millis: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, millis).unref()
  })

/** Works for the printers of all tenants on this node, each in turns of a few seconds. */
export const createPrintDispatcher = (platform: Platform): PrintDispatcher => {
  const tenants = createTenantFinder(platform.database)
  const turns = new Set<Promise<void>>()
  let stopped = false

  const serve = async (lane: ClaimedLane, leaseId: string): Promise<void> => {
    const tenant = await tenants.byId(lane.tenant_id)
    if (tenant === null || tenant.locked) return
    const ctx = systemContext(platform, { tenant, name: 'printing' })
    await takeTurn(ctx, { printerId: lane.printer_id, leaseId, isStopped: () => stopped })
  }

  const begin = (lane: ClaimedLane, leaseId: string): void => {
    const turn: Promise<void> = serve(lane, leaseId)
      .catch((error: unknown) => {
        // Its lease ends by itself; then some node asks the printer what came of it.
        platform.log.warn({ err: error, ...lane }, 'printing failed')
      })
      .finally(() => turns.delete(turn))
    turns.add(turn)
  }

  return {
    look: async () => {
      const most = places - turns.size
      if (stopped || most <= 0) return
      const leaseId = platform.ids.uuid()
      for (const lane of await claimLanes(platform, { leaseId, most })) begin(lane, leaseId)
    },
    idle: async () => {
      while (turns.size > 0) await Promise.all(turns)
    },
    stop: async () => {
      stopped = true
      await Promise.race([Promise.all(turns), waited(stopMillis)])
    },
  }
}
