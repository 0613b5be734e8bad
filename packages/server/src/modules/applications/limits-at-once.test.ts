import { createOidcClaim } from '@signet/contract/applications/oidc-claims'
import { createRadiusAgent, mostRadiusAgents } from '@signet/contract/applications/radius-agents'
import { afterAll, beforeAll, expect, test as named } from 'vitest'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { expectRoom } from '../../kit/rows.ts'
import { insertRows, newIds } from '../../platform/db/row-sets.ts'
import { mostClaims } from './oidc-claims/oidc-claims.repository.ts'

/* Guard: `hasRoom`, which counts under a lock. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const claim = (name: string) =>
  ({
    name,
    description: '',
    scope: 'profile',
    source: 'CONSTANT',
    value: 'x',
    format: 'STRING',
  }) as const

const agent = (name: string) => ({
  name,
  name_key: name,
  description: '',
  enabled: true,
  credential_hash: Buffer.from(name),
  credential_created_at: test.clock.now(),
})

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `taken_${at}`)

const atOnce = async (create: (name: string) => ReturnType<TestApp['call']>) => {
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(create))
  return answers.map(({ body }) => body['errorCode'] ?? 'created').toSorted()
}

const oneIn = ['created', ...Array.from({ length: 4 }, () => 'invalid_parameters')]

named('one of five claims that are created at once takes the last place', async () => {
  const rows = names(mostClaims - 1).map((name) => ({ ...newIds(test.ctx), ...claim(name) }))
  await insertRows(test.ctx, 'oidc_claims', rows)
  const create = (name: string) => test.call(createOidcClaim, { as, body: claim(name) })
  expect(await atOnce(create)).toEqual(oneIn)
})

named('one of five RADIUS agents that are created at once takes the last place', async () => {
  const rows = names(mostRadiusAgents - 1).map((name) => ({ ...newIds(test.ctx), ...agent(name) }))
  await insertRows(test.ctx, 'radius_agents', rows)
  const create = (name: string) => test.call(createRadiusAgent, { as, body: { name } })
  expect(await atOnce(create)).toEqual(oneIn)
})

named('a limit without a code says that it is reached, and how many there may be', async () => {
  await expect(expectRoom(test.ctx, 'radius_agents', { most: 0 })).rejects.toMatchObject({
    code: 'limit_reached',
    details: { parameters: { most: 0 } },
  })
})
