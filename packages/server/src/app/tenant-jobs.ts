import type { Context } from '../kit/context.ts'
import { systemContext } from '../kit/create-context.ts'
import { isOfDeletion } from '../modules/authenticators/notices/index.ts'
import { createTenantFinder } from '../modules/tenancy/tenants/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type Job, JobPostponed, type QueueName } from '../platform/queue.ts'

interface TenantWork {
  readonly queue: QueueName
  readonly work: (ctx: Context, job: Job) => Promise<void>
}

/** How long a job of a locked tenant waits before the lock is looked at again. */
const lockedPauseMillis = 5 * 60_000

/** Applications are told that sessions have ended, which a lock does, and administrators of a deletion. */
const waits = (queue: QueueName, { content }: Job): boolean =>
  queue !== 'sign-outs' && !(queue === 'mail' && isOfDeletion(content))

/**
 * Works on a queue's jobs as the system, each in its tenant. Those of a locked tenant wait; a tenant that
 * ended has none.
 */
export const handleInTenant = (platform: Platform, { queue, work }: TenantWork): Promise<void> => {
  const tenants = createTenantFinder(platform.database)
  return platform.queue.handle(queue, async (job) => {
    const tenant = await tenants.byId(job.tenantId)
    if (tenant === null) return
    if (tenant.locked && waits(queue, job)) {
      throw new JobPostponed(new Date(platform.clock.now().getTime() + lockedPauseMillis))
    }
    await work(systemContext(platform, { tenant, name: `job:${queue}` }), job)
  })
}

/** Opens tenants for work that begins by itself; null for one that ended. */
export const tenantContexts = (platform: Platform, name: string) => {
  const tenants = createTenantFinder(platform.database)
  return async (tenantId: string): Promise<Context | null> => {
    const tenant = await tenants.byId(tenantId)
    return tenant === null ? null : systemContext(platform, { tenant, name: `job:${name}` })
  }
}
