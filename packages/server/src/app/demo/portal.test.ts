import { listOidcApplications } from '@signet/contract/applications/oidc-applications'
import { readUser } from '@signet/contract/identity/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { insertBelongings } from './belongings.ts'
import { insertPortal } from './portal.ts'

let test: TestApp
const users = new Map<string, string>()
beforeAll(async () => {
  test = await startTestApp()
  for (const name of ['ada', 'sam', 'olga', 'cara', 'anna']) {
    users.set(name, (await buildUser(test.ctx)).id)
  }
  await insertBelongings(test.ctx, users)
  await insertPortal(test.ctx, users.get('ada') ?? '')
})
afterAll(() => test.close())

it('the demonstration has somebody in two organizations, and applications that ask for one or count places', async () => {
  const { token: as } = await buildAdmin(test.ctx)
  const { text } = await test.call(listOidcApplications, { as })
  const all: { name: string }[] = JSON.parse(text)
  const named = (name: string) => all.find((one) => one.name === name)
  expect(named('Expenses')).toMatchObject({ asksOrganization: true, sessionsPerUser: null })
  const clock = { sessionsPerUser: 1, whenSessionsFull: 'REFUSE' }
  expect(named('Time clock')).toMatchObject(clock)
  const params = { id: users.get('anna') ?? '' }
  const { body } = await test.call(readUser, { as, params })
  expect(body.organizations).toHaveLength(2)
})
