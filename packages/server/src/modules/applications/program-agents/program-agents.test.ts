import { queryVerification } from '@signet/contract/access/verification'
import {
  authenticateAdminApi,
  createIdgApplication,
  createSiemApplication,
  listIdgApplications,
  readIdgApplication,
} from '@signet/contract/applications/api-applications'
import {
  readIdgAgent,
  readSiemAgent,
  updateIdgAgent,
  updateSiemAgent,
} from '@signet/contract/applications/program-agents'
import {
  listApplicationInfo,
  listApplicationTemplates,
} from '@signet/contract/applications/templates'
import { listSiemEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: `expectWithinReach` of the applications, `alsoFor` of the calls, `endSessionsOf`.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const gateway = async () => {
  const name = `Gateway ${test.platform.ids.random(6).toString('hex')}`
  const { body } = await test.call(createIdgApplication, { as, body: { name } })
  return { id: String(Object(body.application).id), sharedSecret: String(body.sharedSecret), name }
}

const opened = (id: string, sharedSecret: string) =>
  test.call(authenticateAdminApi, { body: { applicationId: id, sharedSecret } })

const agentOf = async (id: string) => (await test.call(readIdgAgent, { as, params: { id } })).body

describe('an identity gateway', () => {
  it('asks for people, and may do nothing else', async () => {
    const { id, sharedSecret } = await gateway()
    const token = String((await opened(id, sharedSecret)).body.authToken)
    const { userId } = await buildUser(test.ctx)
    const asked = await test.call(queryVerification, { as: token, body: { userId } })
    expect(asked.status, asked.text).toBe(200)
    expect((await test.call(listSiemEvents, { as: token, body: {} })).status).toBe(403)
    expect((await test.call(readIdgApplication, { as: token, params: { id } })).status).toBe(403)
  })

  it('stands in its own list, among all applications and among what can be added', async () => {
    const { id } = await gateway()
    expect((await test.call(listIdgApplications, { as })).text).toContain(id)
    expect((await test.call(listApplicationInfo, { as })).text).toContain(id)
    expect((await test.call(listApplicationTemplates, { as })).text).toContain('"IDG"')
  })
})

describe('the agent of a gateway', () => {
  it('is seen at work: where it runs and how many sessions it has', async () => {
    const { id, sharedSecret } = await gateway()
    expect(await agentOf(id)).toMatchObject({ openSessions: 0, lastAddress: null })
    await opened(id, sharedSecret)
    expect(await agentOf(id)).toMatchObject({ openSessions: 1, lastAddress: '127.0.0.1' })
  })

  it('is stopped at once, keeps the rest, and runs again', async () => {
    const { id, name, sharedSecret } = await gateway()
    await opened(id, sharedSecret)
    const put = (enabled: boolean) =>
      test.call(updateIdgAgent, { as, params: { id }, body: { enabled, addresses: [] } })
    expect((await put(false)).body).toMatchObject({ enabled: false, openSessions: 0, name })
    expect((await opened(id, sharedSecret)).status).toBe(401)
    expect((await put(true)).body).toMatchObject({ enabled: true })
    expect((await opened(id, sharedSecret)).status).toBe(200)
  })

  it('runs only where it may', async () => {
    const { id, sharedSecret } = await gateway()
    const body = { enabled: true, addresses: ['198.51.100.0/24'] }
    await test.call(updateIdgAgent, { as, params: { id }, body })
    expect((await opened(id, sharedSecret)).status).toBe(401)
  })

  it('is let run by nobody who may do less than it', async () => {
    const { id } = await gateway()
    const weak = await buildAdmin(test.ctx, { permissions: [['AGENTS', 'EDIT']] })
    const body = { enabled: true, addresses: [] }
    const refused = await test.call(updateIdgAgent, { as: weak.token, params: { id }, body })
    expect(refused.body.errorCode).toBe('rights_not_held')
  })

  it('of a collector is a collector’s: neither is found under the other kind', async () => {
    const { id } = await gateway()
    expect((await test.call(readSiemAgent, { as, params: { id } })).status).toBe(404)
    const { body } = await test.call(createSiemApplication, {
      as,
      body: { name: `Collector ${test.platform.ids.random(6).toString('hex')}` },
    })
    const siem = String(Object(body.application).id)
    const stop = { as, params: { id: siem }, body: { enabled: false, addresses: [] } }
    expect((await test.call(updateSiemAgent, stop)).body).toMatchObject({ enabled: false })
    expect((await test.call(updateIdgAgent, stop)).status).toBe(404)
  })
})
