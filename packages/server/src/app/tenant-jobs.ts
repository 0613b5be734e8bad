import type { Context } from '../kit/context.ts'
import { systemContext } from '../kit/create-context.ts'
import { createTenantFinder } from '../modules/tenancy/tenants/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { Job, QueueName } from '../platform/queue.ts'

interface TenantWork {
  readonly queue: QueueName
  readonly work: (ctx: Context, job: Job) => Promise<void>
}

/** Works on a queue's jobs as the system, each in its tenant; a tenant that ended has none. */
export const handleInTenant = (platform: Platform, { queue, work }: TenantWork): Promise<void> => {
  const tenants = createTenantFinder(platform.database)
  return platform.queue.handle(queue, async (job) => {
    const tenant = await tenants.byId(job.tenantId)
    if (tenant !== null) await work(systemContext(platform, { tenant, name: `job:${queue}` }), job)
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
