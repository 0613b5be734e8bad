import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../app/areas.ts'
import type { Route } from '../kit/routes.ts'
import { startObservedApp } from './sweep/observed-app.ts'
import { callRightly } from './sweep/right-calls.ts'
import { createWorld, type World } from './sweep/world.ts'

/* Guard: `audit` in every service that changes something, in the transaction of the change. */

let world: World
beforeAll(async () => {
  world = await createWorld(await startObservedApp())
})
afterAll(() => world.test.close())

const label = ({ endpoint }: Route): string => `${endpoint.method} ${endpoint.path}`
const cases = allRoutes.map((route) => [label(route), route] as const)

/** What a call writes beside its own action, each an event of its own right. */
const beside: Readonly<Record<string, readonly string[]>> = {
  assignOwnGrid: ['GRID_ACTIVATED'],
  cancelActivePrints: ['PRINT_ENDED'],
  cancelPrint: ['PRINT_ENDED'],
  cancelPrintBatch: ['PRINT_ENDED'],
  removePrint: ['PRINT_ENDED'],
  authenticateGridVerification: ['GRID_ACTIVATED'],
  changeExpiredPassword: ['AUTHENTICATION'],
  completeEnrollment: ['AUTHENTICATION', 'TOKEN_ACTIVATED'],
  createUserGrid: ['GRID_MAILED'],
  publishWhatIf: ['SETTINGS_UPDATED'],
  startEnrollment: ['TOKEN_ACTIVATION_STARTED', 'TOKEN_CREATED'],
}

const actionsOf = async (requestId: string): Promise<string[]> => {
  const rows = await world.ctx.db
    .selectFrom('audit_events as e')
    .innerJoin('audit_details as d', (join) =>
      join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.id'),
    )
    .select('e.action')
    .where('e.tenant_id', '=', world.ctx.tenant.id)
    .where('d.request_id', '=', requestId)
    .execute()
  return rows.map(({ action }) => action).toSorted()
}

describe('a call that succeeds', () => {
  it.each(cases)('%s writes its declared audit action and nothing else', async (_label, route) => {
    const answer = await callRightly(world, route)
    expect(answer.status, answer.text).toBeLessThan(300)
    const declared = route.endpoint.audit === null ? [] : [route.endpoint.audit]
    const expected = [...declared, ...(beside[route.name] ?? [])].toSorted()
    expect(await actionsOf(String(answer.headers['x-request-id']))).toEqual(expected)
  })
})

describe('a call that shows a secret', () => {
  it.each(cases.filter(([, { endpoint }]) => endpoint.reveals !== undefined))(
    '%s leaves a trace in the audit log and none in any cache',
    async (_label, route) => {
      const answer = await callRightly(world, route)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(await actionsOf(String(answer.headers['x-request-id']))).not.toEqual([])
    },
  )
})
