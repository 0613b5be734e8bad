import { systemContext } from '../../../kit/create-context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createTenantFinder } from '../../tenancy/tenants/index.ts'
import { takeTurn } from './forward.ts'
import { type Claimed, claim } from './syslog-applications.repository.ts'

/** Collectors that one node sends to at a time. */
const places = 50

export interface Forwarder {
  /** Takes up every collector that there is something for; does not wait for it to be sent. */
  look(): Promise<void>
  /** Waits until nothing is being sent: tests. */
  idle(): Promise<void>
  /** Begins nothing any more, and waits for what is being sent. */
  stop(): Promise<void>
}

/** Sends the audit events of all tenants to their collectors, on this node. */
export const createForwarder = (platform: Platform): Forwarder => {
  const tenants = createTenantFinder(platform.database)
  const turns = new Set<Promise<void>>()
  let stopped = false

  const serve = async ({ tenant_id, application_id }: Claimed, leaseId: string): Promise<void> => {
    const tenant = await tenants.byId(tenant_id)
    if (tenant === null || tenant.locked) return
    const ctx = systemContext(platform, { tenant, name: 'syslog' })
    await takeTurn(ctx, { id: application_id, leaseId, isStopped: () => stopped })
  }
  const begin = (claimed: Claimed, leaseId: string): void => {
    const turn: Promise<void> = serve(claimed, leaseId)
      .catch((error: unknown) => {
        // Its lease ends by itself; then some node tries again.
        platform.log.warn({ err: error, ...claimed }, 'syslog forwarding failed')
      })
      .finally(() => turns.delete(turn))
    turns.add(turn)
  }

  return {
    look: async () => {
      const most = places - turns.size
      if (stopped || most <= 0) return
      const leaseId = platform.ids.uuid()
      for (const claimed of await claim(platform, leaseId, most)) begin(claimed, leaseId)
    },
    idle: async () => {
      while (turns.size > 0) await Promise.all(turns)
    },
    stop: async () => {
      stopped = true
      await Promise.race([
        Promise.all(turns),
        new Promise((resolve) => {
          setTimeout(resolve, 5000).unref()
        }),
      ])
    },
  }
}
