import { createApp } from '@signet/server/app'
import { ensureDefaultTenant } from '@signet/server/app/first-start'
import { createNodes } from '@signet/server/app/nodes'
import { closePlatform, openPlatform } from '@signet/server/app/open-platform'
import { startWorkers } from '@signet/server/app/workers'
import type { Route } from '@signet/server/kit/routes'
import { readConfig } from '@signet/server/platform/config'
import { folder } from './write.ts'

/* The service as its own entry assembles it, with more endpoints than it has. */

const isRoutes = (value: unknown): value is readonly Route[] => Array.isArray(value)

const written: unknown = await import(`${folder}/routes.ts`)
const extraRoutes =
  typeof written === 'object' && written !== null && 'syntheticRoutes' in written
    ? written.syntheticRoutes
    : null
if (!isRoutes(extraRoutes)) throw new Error('the synthetic endpoints are not written')

const config = readConfig(process.env)
const platform = await openPlatform(config)
await ensureDefaultTenant(platform)
const nodes = createNodes(platform)
const started = Promise.withResolvers<void>()
const app = await createApp(platform, {
  extraRoutes,
  liveNodes: () => nodes.live(),
  started: started.promise,
})
await app.listen({ port: config.port, host: config.host })
const workers = await startWorkers(platform, nodes)
started.resolve()
process.once('SIGTERM', async () => {
  await app.close()
  await workers.stop()
  await closePlatform(platform)
})
