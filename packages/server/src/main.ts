import { ensureDefaultTenant } from './app/first-start.ts'
import { createNodes, type Nodes } from './app/nodes.ts'
import { closePlatform, openPlatform } from './app/open-platform.ts'
import { version } from './app/version.ts'
import { startWorkers } from './app/workers.ts'
import { createApp } from './app.ts'
import { setupLinkFor } from './modules/access/setup/index.ts'
import { readConfig } from './platform/config.ts'
import { metricsServer } from './platform/metrics.ts'
import type { Platform } from './platform/platform.ts'
import { StartRefused } from './platform/start-refused.ts'

const drainMillis = 10_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const listening = async (platform: Platform, nodes: Nodes, started: Promise<void>) => {
  const { port, host } = platform.config
  const app = await createApp(platform, { liveNodes: () => nodes.live(), started })
  try {
    await app.listen({ port, host })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new StartRefused(`Port ${port} is taken: stop what listens there, or set SIGNET_PORT`)
    }
    throw error
  }
  return app
}

const start = async (): Promise<void> => {
  const demo = process.argv.includes('--demo')
  const config = readConfig(process.env, { demo })
  const platform = await openPlatform(config)
  const ctx = await ensureDefaultTenant(platform)
  const nodes = createNodes(platform)
  const started = Promise.withResolvers<void>()
  const app = await listening(platform, nodes, started.promise)
  const workers = await startWorkers(platform, nodes)
  started.resolve()
  const metrics = config.metrics === null ? null : metricsServer(platform.metrics)
  metrics?.listen(config.metrics?.port, config.metrics?.host)
  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), drainMillis).unref()
    metrics?.close()
    await app.close()
    await workers.stop()
    await closePlatform(platform)
    // A peer that never answers may hold a socket open.
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
  say(`Signet ${version}: ${config.publicUrl}`)
  if (config.demo) {
    const { loadDemo } = await import('./app/demo/demo.ts')
    for (const line of await loadDemo(ctx)) say(line)
  }
  const link = await setupLinkFor(ctx)
  if (link !== null) say(`Set up the first administrator (single use, 24 h): ${link}`)
  say('Ready.')
}

try {
  await start()
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
