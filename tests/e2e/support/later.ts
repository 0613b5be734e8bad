import { closePlatform, openPlatform } from '@signet/server/app/open-platform'
import { tenantContexts } from '@signet/server/app/tenant-jobs'
import { eraseDueTenants } from '@signet/server/modules/provider/tenants/index'
import { readConfig } from '@signet/server/platform/config'
import type { Scene } from './scene.ts'
import { masterKey } from './service.ts'

const dayMillis = 86_400_000
/** The proof is written in a second round, a minute after the first one. */
const roundMillis = 61_000

/** What another node on the same database does days later: it erases the tenants that are due. */
export const eraseTenantsLater = async (
  { service, database, dataDir }: Scene,
  days: number,
): Promise<void> => {
  const platform = await openPlatform(
    readConfig({
      SIGNET_DATABASE_OWNER_URL: database?.url,
      SIGNET_MASTER_KEY: masterKey,
      SIGNET_DATA: dataDir,
      SIGNET_PUBLIC_URL: service.url,
      SIGNET_LOG_LEVEL: 'error',
    }),
  )
  for (const millis of [days * dayMillis, days * dayMillis + roundMillis]) {
    const now = (): Date => new Date(Date.now() + millis)
    const later = { ...platform, clock: { ...platform.clock, now } }
    await eraseDueTenants(later, tenantContexts(later, 'later'), { mayGoOn: async () => true })
  }
  await closePlatform(platform)
}
