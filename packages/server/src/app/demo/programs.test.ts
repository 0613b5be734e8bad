import { listAgentApplications } from '@signet/contract/applications/agent-applications'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { registerPrograms } from './programs.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('the demonstration has programs of several kinds, one of them an agent that people stand before', async () => {
  // The role that one of them has.
  await buildAdmin(test.ctx, { permissions: [['USERS', 'VIEW']] })
  await registerPrograms(test.ctx)
  const { token: as } = await buildAdmin(test.ctx)
  const { text } = await test.call(listApplicationInfo, { as })
  const kinds: { applicationType: string }[] = JSON.parse(text)
  expect(kinds.map(({ applicationType: type }) => type)).toEqual(
    expect.arrayContaining(['ADMIN_API', 'AUTH_API', 'IDG', 'DESKTOP', 'SIEM', 'RADIUS']),
  )
  const params = { applicationType: 'DESKTOP' as const }
  const agents = await test.call(listAgentApplications, { as, params })
  expect(agents.body).toMatchObject([{ name: 'Reception desktops', enabled: true }])
})
