import { defaultPolicies } from '@signet/rules/request-limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { ApiError } from '../kit/errors.ts'
import type { Caller } from '../platform/request-limits/buckets.ts'
import { createNodes } from './nodes.ts'
import { createSharedLimits, type SharedLimits } from './shared-limits.ts'

/* Guards: `hear` and `untold` in exchange(); the share of a node that hears nothing. */

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterAll(() => test.close())

let callers = 0
const newCaller = (): Caller => ({
  tenantId: test.tenant.id,
  subject: 'USER',
  name: `user ${(callers += 1)}`,
})

const accepts = (limits: SharedLimits, caller: Caller): boolean => {
  try {
    limits.take(caller, 'read')
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Nodes on one database at one clock, which the test moves. */
const startNodes = async (count: number) => {
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  const config = { ...test.platform.config, requestLimitScale: 1 }
  const platform = { ...test.platform, clock, config }
  const nodes = Array.from({ length: count }, () => createNodes(platform))
  for (const node of [...nodes, ...nodes]) await node.beat()
  const limits = nodes.map((node) => createSharedLimits(platform, node))
  const exchange = () => Promise.all(limits.map((each) => each.exchange()))
  await exchange()
  return {
    limits,
    exchange,
    advance: (millis: number) => {
      now += millis
    },
    stop: () => Promise.all(nodes.map((node) => node.leave())),
  }
}

type Cluster = Awaited<ReturnType<typeof startNodes>>

const { rate = 0, burst = 0 } = defaultPolicies.read.USER ?? {}
/** Five times what the policy accepts. */
const askedPerSecond = 100

/** How many are accepted of one caller within a minute, each request on the node that `nodeOf` says. */
const acceptedInAMinute = async (
  cluster: Cluster,
  nodeOf: (request: number) => number,
): Promise<number> => {
  const caller = newCaller()
  let accepted = 0
  for (let request = 0; request < 60 * askedPerSecond; request += 1) {
    const limits = cluster.limits[nodeOf(request)]
    if (limits !== undefined && accepts(limits, caller)) accepted += 1
    cluster.advance(1000 / askedPerSecond)
    if (request % askedPerSecond === askedPerSecond - 1) await cluster.exchange()
  }
  return accepted
}

describe('two nodes on one database', () => {
  it.each([
    ['spread over both', (request: number) => request % 2],
    ['pinned to one', () => 0],
    ['moved to the other each ten seconds', (request: number) => Math.floor(request / 1000) % 2],
  ])(
    'accept what the policy allows, and at most a tenth and a second more: %s',
    async (_how, nodeOf) => {
      const cluster = await startNodes(2)
      const accepted = await acceptedInAMinute(cluster, nodeOf)
      const policy = burst + rate
      expect(accepted).toBeGreaterThan(policy * 0.9)
      expect(accepted).toBeLessThanOrEqual(policy * 1.1 + askedPerSecond)
      await cluster.stop()
    },
  )

  it('have their shares while they do not hear of each other, and the whole again later', async () => {
    const cluster = await startNodes(2)
    const [first, second] = cluster.limits
    if (first === undefined || second === undefined) throw new Error('two nodes')
    cluster.advance(5001)
    const caller = newCaller()
    const taken = () => {
      let count = 0
      while (accepts(first, caller)) count += 1
      return count
    }
    expect(taken()).toBe(burst / 2)
    await cluster.exchange()
    expect(taken()).toBe(burst / 2)
    // One may read before the other has written.
    await cluster.exchange()
    await cluster.exchange()
    expect(accepts(second, caller)).toBe(false)
    await cluster.stop()
  })
})

it('five nodes tell of a caller who floods all of them, and accept nothing until the debt is over', async () => {
  const cluster = await startNodes(5)
  const caller = newCaller()
  const flood = () =>
    cluster.limits.map((limits) => {
      let count = 0
      while (count < 1000 && accepts(limits, caller)) count += 1
      return count
    })
  expect(flood()).toEqual(Array(5).fill(burst))
  await cluster.exchange()
  await cluster.exchange()
  const debtSeconds = (4 * burst * 60) / rate
  cluster.advance((debtSeconds - 1) * 1000)
  await cluster.exchange()
  expect(flood()).toEqual(Array(5).fill(0))
  cluster.advance(2000)
  expect(Math.max(...flood())).toBeGreaterThan(0)
  await cluster.stop()
})
