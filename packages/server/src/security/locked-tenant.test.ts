import { lockTenant, unlockTenant } from '@signet/contract/provider/tenants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import type { Call } from '../../testing/call.ts'
import { exampleOf } from '../../testing/example-value.ts'
import { buildTenantBelow } from '../../testing/provider/tenants-below.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import { label } from './sweep/shapes.ts'

/*
 * Guard: `doors.expectOpen` in the pipeline (`app/open-endpoints.ts`), for every public endpoint that is
 * not marked `whileLocked`. Sessions of a locked tenant are refused before (`app/doors.ts`).
 */

let test: TestApp
let as: string
let tenant: { readonly id: string; readonly call: Call }
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  tenant = await buildTenantBelow(test, as)
})
afterAll(() => test.close())

const open = allRoutes.filter(({ endpoint }) => endpoint.actor === 'public')
const closed = open.filter(({ endpoint }) => endpoint.whileLocked !== true)

const codes = async (): Promise<string[]> => {
  const answers: string[] = []
  for (const route of closed) {
    const { params, query, body } = route.endpoint
    const answer = await tenant.call(route.endpoint, {
      params: params === undefined ? {} : exampleOf(params),
      query: query === undefined ? undefined : exampleOf(query),
      body: body === undefined ? undefined : exampleOf(body),
    })
    answers.push(`${label(route)}: ${answer.status} ${answer.body?.errorCode}`)
  }
  return answers
}

describe('a locked tenant', () => {
  it('opens no public endpoint but those that say so, until it is unlocked', async () => {
    await test.call(lockTenant, { as, params: { id: tenant.id } })
    // Each node knows it within a second.
    await expect.poll(async () => (await codes())[0]).toMatch('account_locked')
    expect(await codes()).toEqual(closed.map((route) => `${label(route)}: 403 account_locked`))
    await test.call(unlockTenant, { as, params: { id: tenant.id } })
    await expect.poll(async () => (await codes()).join('\n')).not.toMatch('account_locked')
  })

  it('answers a closed list: its pages, the sign-in that names the lock, machines, and what is given up', () => {
    const named = open.filter(({ endpoint }) => endpoint.whileLocked === true)
    expect(named.map(({ name }) => name).toSorted()).toEqual([
      'accountRadiusSession',
      'announceCardReaders',
      'answerWeChat',
      'challengeAuthenticator',
      'completeAuthentication',
      'completeEnrollment',
      'decideRadiusAccess',
      'deletePushSubscription',
      'exchangeWithCard',
      'queryAuthenticators',
      'readAuthenticationInformation',
      'readPublicAccount',
      'readRadiusConfiguration',
      'readSubscriber',
      'removeSoftToken',
      'startEnrollment',
    ])
  })
})
