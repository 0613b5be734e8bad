import { updateUserPortalSettings, userPortalFamily } from '@signet/contract/settings/userportal'
import { type UserTab, userTabs } from '@signet/rules/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../app/areas.ts'
import { buildAdmin } from '../testing/builders.ts'
import { exampleOf } from '../testing/example-value.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/* Guard: `doors.expectOpen` in the pipeline (`app/open-endpoints.ts`), for every endpoint that names its tab of the user portal. */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const inTabs = allRoutes.filter(({ endpoint }) => endpoint.tab !== undefined)
const label = ({ endpoint }: (typeof allRoutes)[number]): string =>
  `${endpoint.method} ${endpoint.path}`

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
const call = async ({ endpoint }: (typeof allRoutes)[number]) =>
  test.call(endpoint, {
    as: (await buildAdmin(test.ctx)).token,
    params: endpoint.params === undefined ? {} : exampleOf(endpoint.params),
    body: endpoint.body === undefined ? undefined : exampleOf(endpoint.body),
  })

describe('a tab of the user portal', () => {
  it.each(inTabs.map((route) => [label(route), route] as const))(
    'that is hidden is refused by %s, whoever asks, and by nothing else',
    async (_label, route) => {
      const { tab } = route.endpoint
      if (tab === undefined) throw new Error('this endpoint has no tab')
      await hide(tab)
      const refused = await call(route)
      expect([refused.status, refused.body.errorCode]).toEqual([403, 'access_denied'])
      await hide(null)
      expect((await call(route)).body.errorCode).not.toBe('access_denied')
    },
  )

  it('has endpoints, whichever it is', () => {
    const tabs = [...new Set(inTabs.map(({ endpoint }) => endpoint.tab))].toSorted()
    expect(tabs).toEqual(Object.keys(userTabs).toSorted())
  })
})
