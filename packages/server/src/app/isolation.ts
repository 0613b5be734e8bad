import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Route } from '../kit/routes.ts'
import {
  type Dispatch,
  type IsolationParts,
  runDueIsolation,
} from '../modules/provider/isolation/index.ts'
import type { Platform } from '../platform/platform.ts'
import { allRoutes, documentedCalls } from './areas.ts'
import { exampleOf } from './openapi/examples.ts'
import { tenantContexts } from './tenant-jobs.ts'

/** One request at a time, some ten a second: a run takes a small part of one core. */
const pauseMillis = 50
const answerMillis = 10_000

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const

/** Requests that take the whole way through this node, but for the network. */
const dispatchTo =
  (app: FastifyInstance): Dispatch =>
  async ({ method, url, host, token, address, headers: more, body }) => {
    const request: InjectOptions = {
      method: methods.find((each) => each === method) ?? 'GET',
      url,
      remoteAddress: address,
      headers: {
        ...more,
        host,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': body.type }),
      },
      ...(body === undefined ? {} : { payload: body.text }),
    }
    const { statusCode, body: text, headers } = await app.inject(request)
    return {
      status: statusCode,
      text,
      location: String(headers['location'] ?? ''),
      retryAfterSeconds: Number(headers['retry-after'] ?? 1),
    }
  }

const areas = new Map(
  documentedCalls.map(({ endpoint, area }) => [`${endpoint.method} ${endpoint.path}`, area]),
)

const bodyOf = ({ endpoint }: Route): unknown => {
  const label = `${endpoint.method} ${endpoint.path}`
  return exampleOf(areas.get(label) ?? '', label).request
}

/** Whatever the node declares is tested: `routes` are all of the product unless a test adds some. */
export const isolationParts = (
  app: FastifyInstance,
  routes: readonly Route[] = allRoutes,
): Omit<IsolationParts, 'mayGoOn'> => ({
  routes,
  exampleOf: bodyOf,
  dispatch: dispatchTo(app),
  pace: { pauseMillis, answerMillis, wait },
})

const leaseMillis = 5000

/** Asks again when the last answer is some seconds old: a run asks before each request. */
const askedSeldom = (ask: () => Promise<boolean>): (() => Promise<boolean>) => {
  let last = { at: Number.NEGATIVE_INFINITY, holds: false }
  return async () => {
    const at = performance.now()
    if (at - last.at >= leaseMillis) last = { at, holds: await ask() }
    return last.holds
  }
}

export const createIsolationWork = (platform: Platform, app: FastifyInstance) => {
  const parts = isolationParts(app)
  const found = platform.metrics.counter(
    'signet_isolation_findings_total',
    'Findings of the isolation probes since the start.',
    {},
  )
  const contextOf = tenantContexts(platform, 'isolation')
  return async (isStopped: () => boolean, holdsLease: () => Promise<boolean>): Promise<void> => {
    const holds = askedSeldom(holdsLease)
    const mayGoOn = async () => !isStopped() && (await holds())
    found({}, await runDueIsolation(platform, contextOf, { ...parts, mayGoOn }))
  }
}
