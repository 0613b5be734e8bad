import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@signet/server/kit/context'
import { systemContext } from '@signet/server/kit/create-context'
import { createTenant } from '@signet/server/modules/provider/subscribers/index'
import { tenantOf } from '@signet/server/modules/tenancy/tenants/index'
import { latencyOf } from '../load/percentiles.ts'
import { type Receivers, startReceivers } from '../load/receivers.ts'
import { cpuBetween, cpuOf, totalMillis } from '../machine/cpu.ts'
import { type Finding, found } from '../report/finding.ts'
import { happen, seedWebhooks } from '../seed/webhooks.ts'
import type { Signet } from '../subject/signet.ts'
import type { Site } from '../subject/site.ts'
import { goals } from './goals.ts'
import type { Measure } from './measure.ts'

const quick = 20
const hanging = 100
/** Deliveries to those that answer. */
const perSecond = 500
const tickMillis = 200
const eventsOfTick = (perSecond * tickMillis) / 1000 / quick
const pacedSeconds = 8
const burst = 10_000
const patienceMillis = 60_000

interface Scene {
  readonly ctx: Context
  readonly receivers: Receivers
}

/** Waits for so many deliveries; their delays in milliseconds. */
const arrivals = async ({ receivers }: Scene, count: number): Promise<readonly number[]> => {
  const delays: number[] = []
  const end = performance.now() + patienceMillis
  while (delays.length < count) {
    if (performance.now() > end) throw new Error(`${delays.length} of ${count} deliveries came`)
    await sleep(10)
    delays.push(...receivers.takeDelays())
  }
  return delays
}

/** Events at an even pace; how long after each its deliveries came. */
const pacedDelays = async (scene: Scene, seconds: number): Promise<readonly number[]> => {
  const ticks = Math.round((seconds * 1000) / tickMillis)
  const coming = arrivals(scene, ticks * eventsOfTick * quick)
  const began = performance.now()
  for (let tick = 0; tick < ticks; tick += 1) {
    await happen(scene.ctx, eventsOfTick)
    await sleep(Math.max(0, began + (tick + 1) * tickMillis - performance.now()))
  }
  return coming
}

/** Many events at once: deliveries a second from the first arrival on, and the CPU of each. */
const drain = async (scene: Scene, { measured }: Signet) => {
  const before = cpuOf(measured)
  await happen(scene.ctx, burst / quick)
  const first = await arrivals(scene, 1)
  const began = performance.now()
  const rest = await arrivals(scene, burst - first.length)
  const rate = (rest.length / (performance.now() - began)) * 1000
  return { rate, cpuMillis: totalMillis(cpuBetween(before, cpuOf(measured))) / burst }
}

/** Another tenant's webhooks that nobody answers, each with something to deliver. */
const beginHanging = async (
  { ctx, receivers }: Scene,
  { allow, publicUrl }: { readonly allow: string; readonly publicUrl: string },
): Promise<void> => {
  const { platform } = ctx
  const row = await createTenant(platform, {
    companyName: 'Hanging',
    publicUrl,
    authenticationAccount: true,
    issuanceAccount: false,
    isProvider: false,
    parentTenantId: ctx.tenant.id,
  })
  const others = systemContext(platform, { tenant: tenantOf(row), name: 'bench' })
  const urls = Array.from({ length: hanging }, (_, at) => `http://127.0.2.${at}:${receivers.port}/`)
  await seedWebhooks(
    others,
    urls.map((url) => `${url}hang`),
    allow,
  )
  await happen(others, 20)
  const end = performance.now() + patienceMillis
  while (receivers.hanging() < hanging) {
    if (performance.now() > end) throw new Error(`${receivers.hanging()} of ${hanging} hang`)
    await sleep(50)
  }
}

const measure = async (site: Site, receivers: Receivers): Promise<readonly Finding[]> => {
  const allow = `http=127.0.0.0/8:${receivers.port}`
  const signet = await site.start({ SIGNET_OUTBOUND_ALLOW: allow }, 'both')
  try {
    const scene = { ctx: site.seeding.ctx, receivers }
    const urls = Array.from({ length: quick }, (_, at) => `http://127.0.1.${at}:${receivers.port}/`)
    await seedWebhooks(
      scene.ctx,
      urls.map((url) => `${url}quick`),
      allow,
    )
    await pacedDelays(scene, 4)
    const alone = latencyOf(await pacedDelays(scene, pacedSeconds))
    await beginHanging(scene, { allow, publicUrl: 'http://hanging.localhost' })
    const beside = latencyOf(await pacedDelays(scene, pacedSeconds))
    const { rate, cpuMillis } = await drain(scene, signet)
    const told = { line: 'webhook delivery: CPU', unit: 'ms', better: 'less' } as const
    return [
      found(goals.webhookRate, rate),
      { ...found(goals.webhookDelay, beside.p99 / alone.p99), latency: beside },
      found(told, cpuMillis),
    ]
  } finally {
    await signet.stop()
  }
}

export const webhookLines: Measure<{ readonly site: Site }> = {
  lines: [goals.webhookRate, goals.webhookDelay],
  needs: ['createWebhook'],
  async run({ site }) {
    const receivers = await startReceivers()
    try {
      return await measure(site, receivers)
    } finally {
      await receivers.close()
    }
  },
}
