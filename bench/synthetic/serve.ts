import { closePlatform, openPlatform } from '@signet/server/app/open-platform'
import type { Route } from '@signet/server/kit/routes'
import { readConfig } from '@signet/server/platform/config'
import { isEmbedded } from '@signet/server/platform/db/open'

/* The service as its own entry assembles it, with more endpoints than it has. */

const loadProduct = async () => ({
  ...(await import('@signet/server/app')),
  ...(await import('@signet/server/app/first-start')),
  ...(await import('@signet/server/app/nodes')),
  ...(await import('@signet/server/app/shared-limits')),
  ...(await import('@signet/server/app/workers')),
})

/** Starts the service with these endpoints beside its own. */
export const serve = async (loadRoutes: () => Promise<readonly Route[]>): Promise<void> => {
  const config = readConfig(process.env)
  const opening = openPlatform(config)
  if (!isEmbedded(config)) await opening
  const [platform, product, extraRoutes] = await Promise.all([opening, loadProduct(), loadRoutes()])
  await product.ensureDefaultTenant(platform)
  const nodes = product.createNodes(platform)
  const limits = product.createSharedLimits(platform, nodes)
  const started = Promise.withResolvers<void>()
  const app = await product.createApp(platform, {
    extraRoutes,
    limits,
    started: started.promise,
  })
  await app.listen({ port: config.port, host: config.host })
  const workers = await product.startWorkers(platform, nodes, { limits, app })
  started.resolve()
  process.once('SIGTERM', async () => {
    await app.close()
    await workers.stop()
    await closePlatform(platform)
  })
}
