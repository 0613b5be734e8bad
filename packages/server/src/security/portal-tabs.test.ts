import { updateUserPortalSettings, userPortalFamily } from '@signet/contract/settings/userportal'
import { type UserTab, userTabs } from '@signet/rules/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { exampleOf } from '../../testing/example-value.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allRoutes } from '../app/areas.ts'
import type { Route } from '../kit/routes.ts'
import { sampled } from './sweep/sample.ts'
import { label } from './sweep/shapes.ts'

/* Guard: `doors.expectOpen` in the pipeline (`app/open-endpoints.ts`), for every endpoint that names its tab of the user portal. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const inTabs = allRoutes.filter(({ endpoint }) => endpoint.tab !== undefined)

const { userTabConfiguration } = userPortalFamily.defaults

/** Every tab but one. */
const hide = async (tab: UserTab | null): Promise<void> => {
  const defaultTab: UserTab = tab === 'PROFILE' ? 'DEVICES' : 'PROFILE'
  const hidden = tab === null ? {} : { [userTabs[tab]]: false }
  const body = { userTabConfiguration: { ...userTabConfiguration, defaultTab, ...hidden } }
  const answer = await test.call(updateUserPortalSettings, { as, body })
  expect(answer.status, answer.text).toBe(200)
}

/** One of them ends the session that asks: each has another. */
const call = async ({ endpoint }: Route) =>
  test.call(endpoint, {
    as: (await buildAdmin(test.ctx)).token,
    params: endpoint.params === undefined ? {} : exampleOf(endpoint.params),
    body: endpoint.body === undefined ? undefined : exampleOf(endpoint.body),
  })

const tabs = Map.groupBy(sampled(inTabs), ({ endpoint }) => endpoint.tab ?? null)

describe('a tab of the user portal', () => {
  it.each([...tabs])(
    'that is hidden is refused by its endpoints, whoever asks, and by nothing else: %s',
    { meta: { covers: ['visibility.user-tabs', 'S48'] } },
    async (tab, routes) => {
      await hide(tab)
      for (const route of routes) {
        const { status, body } = await call(route)
        expect([status, body.errorCode], label(route)).toEqual([403, 'access_denied'])
      }
      await hide(null)
      for (const route of routes) {
        expect((await call(route)).body.errorCode, label(route)).not.toBe('access_denied')
      }
    },
  )

  it('has endpoints, whichever it is', () => {
    const named = new Set(inTabs.map(({ endpoint }) => endpoint.tab))
    expect([...named].toSorted()).toEqual(Object.keys(userTabs).toSorted())
  })
})
