import { ensureDefaultTenant } from '@signet/server/app/first-start'
import { closePlatform, openPlatform } from '@signet/server/app/open-platform'
import type { Context } from '@signet/server/kit/context'
import { readConfig } from '@signet/server/platform/config'
import { buildAdmin } from '@signet/server/testing/builders'

/** The service's own parts in the driver's process: what a run prepares, it writes with them. */
export interface Seeding {
  readonly ctx: Context
  /** A super administrator's session token. */
  readonly adminToken: string
  close(): Promise<void>
}

export const openSeeding = async (env: Readonly<Record<string, string>>): Promise<Seeding> => {
  const platform = await openPlatform(readConfig({ ...env, SIGNET_LOG_LEVEL: 'error' }))
  const ctx = await ensureDefaultTenant(platform)
  await Promise.all([platform.secrets.ready(ctx.tenant.id), platform.keyRing.warm(ctx.tenant.id)])
  const { token } = await buildAdmin(ctx)
  return { ctx, adminToken: token, close: () => closePlatform(platform) }
}
