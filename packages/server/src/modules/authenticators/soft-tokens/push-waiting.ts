import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Platform } from '../../../platform/platform.ts'

interface Waiter {
  readonly tenantId: string
  readonly transactionId: string
  readonly wake: () => void
}

/** Who waits on this node for which sign-in's answer. */
interface Hub {
  readonly waiters: Map<string, Set<Waiter>>
  timer: NodeJS.Timeout | undefined
  stopped: boolean
}

const hubs = new WeakMap<Platform['database'], Hub>()

const hubOf = ({ database }: Platform): Hub => {
  const hub = hubs.get(database) ?? { waiters: new Map(), timer: undefined, stopped: false }
  hubs.set(database, hub)
  return hub
}

/** Answers that another node took are seen within this time. */
const lookMillis = 1000

/** A sign-in’s answer is there: those who wait for it here go on at once. */
export const wake = ({ platform }: Pick<Context, 'platform'>, transactionId: string): void => {
  for (const waiter of hubOf(platform).waiters.get(transactionId) ?? []) waiter.wake()
}

const byTenant = (hub: Hub): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const [transactionId, [waiter]] of hub.waiters) {
    if (waiter === undefined) continue
    found.set(waiter.tenantId, [...(found.get(waiter.tenantId) ?? []), transactionId])
  }
  return found
}

interface Seen {
  readonly transaction_id: string
}

/** One statement a tenant, however many wait; what it gives back are those that wait no longer. */
const look = async (platform: Platform, hub: Hub): Promise<void> => {
  for (const [tenantId, transactions] of byTenant(hub)) {
    const { rows } = await sql<Seen>`
      select p.transaction_id from pushes p
      where p.tenant_id = ${tenantId} and p.transaction_id = any (${transactions}::uuid[])
        and p.state <> 'PENDING' and not exists (select 1 from pushes later
          where later.tenant_id = ${tenantId} and later.transaction_id = p.transaction_id
            and later.id > p.id)`.execute(platform.database.forTenant(tenantId))
    for (const { transaction_id } of rows) wake({ platform }, transaction_id)
  }
}

const keepLooking = (platform: Platform, hub: Hub): void => {
  if (hub.timer !== undefined) return
  hub.timer = setTimeout(() => {
    look(platform, hub)
      .catch((error: unknown) => platform.log.warn({ err: error }, 'waiting pushes were not read'))
      .finally(() => {
        hub.timer = undefined
        if (hub.waiters.size > 0) keepLooking(platform, hub)
      })
  }, lookMillis)
  hub.timer.unref()
}

interface Waiting {
  /** Ends when the answer is there, or after the time. */
  until(millis: number): Promise<void>
  leave(): void
}

/** Joins those who wait, before the present state is read: nothing is missed in between. */
export const join = (
  { platform, tenant }: Pick<Context, 'platform' | 'tenant'>,
  transactionId: string,
): Waiting => {
  const hub = hubOf(platform)
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiter = { tenantId: tenant.id, transactionId, wake: resolve }
  const others = hub.waiters.get(transactionId) ?? new Set()
  hub.waiters.set(transactionId, others.add(waiter))
  return {
    async until(millis) {
      if (hub.stopped || millis <= 0) return
      keepLooking(platform, hub)
      const timer = setTimeout(resolve, millis)
      await promise
      clearTimeout(timer)
    },
    leave() {
      others.delete(waiter)
      if (others.size === 0) hub.waiters.delete(transactionId)
    },
  }
}

/** Sends home who waits: the service stops. */
export const endWaiting = (platform: Platform): void => {
  const hub = hubOf(platform)
  hub.stopped = true
  clearTimeout(hub.timer)
  for (const waiters of hub.waiters.values()) for (const waiter of waiters) waiter.wake()
}
