import { systemContext } from '../../../kit/create-context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'
import { type ClaimedLane, claimLanes } from './lanes.repository.ts'
import { takeTurn } from './turn.ts'

/** Webhooks that one node delivers for at a time; those that answer late share half of them. */
const places = 200
const slowPlaces = 100

export interface Dispatcher {
  /** Takes up every webhook there is work for and room; does not wait for the deliveries. */
  look(): Promise<void>
  /** Waits until nothing is being delivered: tests. */
  idle(): Promise<void>
  /** Begins nothing any more, and waits for answers, at most 5 s. */
  stop(): Promise<void>
}

const stopMillis = 5000

const waited = (millis: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, millis).unref()
  })

type Kind = 'slow ones' | 'the others'

/** Serves a claimed lane in its tenant's context. */
const laneServer = (platform: Platform, isStopped: () => boolean) => {
  const tenants = createTenantFinder(platform.database)
  return async (lane: ClaimedLane, leaseId: string): Promise<void> => {
    const tenant = await tenants.byId(lane.tenant_id)
    if (tenant === null || tenant.locked) return
    const ctx = systemContext(platform, { tenant, name: 'webhooks' })
    await takeTurn(ctx, { webhookId: lane.webhook_id, leaseId, isStopped })
  }
}

/** Delivers for webhooks of all tenants on this node, each in turns of a few seconds. */
export const createDispatcher = (platform: Platform): Dispatcher => {
  const turns = new Map<Promise<void>, Kind>()
  let stopped = false
  const serve = laneServer(platform, () => stopped)

  const begin = (lane: ClaimedLane, leaseId: string, kind: Kind): void => {
    const turn: Promise<void> = serve(lane, leaseId)
      .catch((error: unknown) => {
        // Its lease ends by itself; then some node tries again.
        platform.log.warn({ err: error, ...lane }, 'webhook deliveries failed')
      })
      .finally(() => turns.delete(turn))
    turns.set(turn, kind)
  }

  const roomFor = (kind: Kind): number => {
    const taken = [...turns.values()].filter((each) => each === kind).length
    return Math.min(places - turns.size, kind === 'slow ones' ? slowPlaces - taken : places)
  }

  const look = async (): Promise<void> => {
    for (const kind of ['the others', 'slow ones'] as const) {
      const most = roomFor(kind)
      if (stopped || most <= 0) continue
      const leaseId = platform.ids.uuid()
      const claimed = await claimLanes(platform, { leaseId, slow: kind, most })
      for (const lane of claimed) begin(lane, leaseId, kind)
    }
  }

  return {
    look,
    idle: async () => {
      while (turns.size > 0) await Promise.all(turns.keys())
    },
    stop: async () => {
      stopped = true
      await Promise.race([Promise.all(turns.keys()), waited(stopMillis)])
    },
  }
}
