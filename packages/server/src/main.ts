import type { FastifyInstance } from 'fastify'
import { closePlatform, openPlatform } from './app/open-platform.ts'
import { startOptions, usage } from './app/start-options.ts'
import type { Context } from './kit/context.ts'
import { readConfig } from './platform/config.ts'
import { isEmbedded } from './platform/db/open.ts'
import { metricsServer } from './platform/metrics.ts'
import type { Platform } from './platform/platform.ts'
import { StartRefused } from './platform/start-refused.ts'
import { version } from './platform/version.ts'

const drainMillis = 10_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** The product itself, loaded while the embedded database opens in its own thread. */
const loadProduct = async () => ({
  ...(await import('./app.ts')),
  ...(await import('./app/first-start.ts')),
  ...(await import('./app/nodes.ts')),
  ...(await import('./app/shared-limits.ts')),
  ...(await import('./app/workers.ts')),
  ...(await import('./modules/access/setup/index.ts')),
})

const restMillis = 2000

/**
 * Gives back once what the start has left behind: 30 MB for a pause of 0.1 s. Node has the call with
 * `--expose-gc`, which the launcher sets.
 */
const tidyUp = (): void => {
  const major = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const
  setTimeout(() => globalThis.gc?.(major), restMillis).unref()
}

const listen = async (app: FastifyInstance, { config: { port, host } }: Platform) => {
  try {
    await app.listen({ port, host })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new StartRefused(`Port ${port} is taken: stop what listens there, or set SIGNET_PORT`)
    }
    throw error
  }
}

/** Each ends what the start has opened; the last one first. */
const ends: (() => Promise<void>)[] = []
let isStopping = false

/** What a step of the start throws meanwhile comes of what has been closed, and is not reported. */
const stop = async (): Promise<void> => {
  // A terminal and a supervisor signal the launcher, which hands it on, and this process, too.
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), drainMillis).unref()
  for (const end of ends.toReversed()) await end()
  // A peer that never answers may hold a socket open.
  process.exit()
}

/** What is printed for the one who has started it; the demonstration is loaded for that. */
const welcome = async (
  ctx: Context,
  { setupLinkFor }: Awaited<ReturnType<typeof loadProduct>>,
): Promise<void> => {
  const { config } = ctx.platform
  say(`Signet ${version}: ${config.publicUrl}`)
  if (config.demo) {
    const { loadDemo } = await import('./app/demo/demo.ts')
    for (const line of await loadDemo(ctx)) say(line)
  }
  const link = await setupLinkFor(ctx)
  // The link is the last line and alone on it: easy to find and to copy.
  if (link === null) say('Ready.')
  else say(`Ready. Set up the first administrator by this link (single use, 24 h):\n${link}`)
}

const start = async (): Promise<void> => {
  const { demo, help } = startOptions(process.argv.slice(2))
  if (help) return say(usage)
  const config = readConfig(process.env, { demo })
  const opening = openPlatform(config)
  // Loading takes the thread for a while, in which a connection to a server may time out.
  if (!isEmbedded(config)) await opening
  const [platform, product] = await Promise.all([opening, loadProduct()])
  ends.push(() => closePlatform(platform))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
  const ctx = await product.ensureDefaultTenant(platform)
  const nodes = product.createNodes(platform)
  const started = Promise.withResolvers<void>()
  const limits = product.createSharedLimits(platform, nodes)
  const app = await product.createApp(platform, { limits, started: started.promise })
  ends.push(() => app.close())
  await listen(app, platform)
  if (isStopping) return
  const workers = product.startWorkers(platform, nodes, { limits, app })
  // After the app, which may still have work for them.
  ends.splice(-1, 0, async () => (await workers).stop())
  await workers
  started.resolve()
  const metrics = config.metrics === null ? null : metricsServer(platform.metrics)
  metrics?.listen(config.metrics?.port, config.metrics?.host)
  ends.push(async () => void metrics?.close())
  await welcome(ctx, product)
  tidyUp()
}

try {
  await start()
} catch (error) {
  if (!isStopping) {
    if (!(error instanceof StartRefused)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
