import { readRadiusConfiguration } from '@signet/contract/access/radius-sign-in'
import {
  authenticateAdminApi,
  createAdminApiApplication,
} from '@signet/contract/applications/api-applications'
import { createRadiusAgent } from '@signet/contract/applications/radius-agents'
import { announceCardReaders, createSiteAgent } from '@signet/contract/issuance/site-agents'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { updateClientRegistrationSettings } from '@signet/contract/settings/clientregistration'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildAdmin, buildRole, everyPermission } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { alarmAt } from '../platform/credential-failures.ts'

/*
 * Secrets of programs beside OAuth clients. Guards: `rejectCredential` at `authenticate` of API
 * applications, `noteWrongCredential` of agents, `recordRegistration` of registration tokens.
 */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  as = (await buildAdmin(test.ctx)).token
  const body = {
    enabled: true,
    redirectHosts: ['tool.example.com'],
    secrets: { initialAccessToken: 'an-initial-access-token-of-256-bits' },
  }
  await test.call(updateClientRegistrationSettings, { as, body })
})
beforeEach(async () => {
  // Rejections are counted by the minute: a new one, and the whole of it for the test.
  test.clock.advance(120_000 - (test.clock.now().getTime() % 60_000))
  // A proof of the first test is no longer fresh in the last one.
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const wrongEnd = 'x'.repeat(43)

interface Door {
  readonly wrong: () => Promise<{ readonly status: number; readonly headers: object }>
  readonly right?: () => Promise<{ readonly status: number }>
}

const application = async (): Promise<Door & { readonly id: string }> => {
  const roleId = await buildRole(test.ctx, { permissions: everyPermission })
  const body = { name: `Program ${crypto.randomUUID()}`, roleId }
  const made = await test.call(createAdminApiApplication, { as, body })
  expect(made.status, made.text).toBe(200)
  const applicationId = String(Object(made.body.application).id)
  const given = (sharedSecret: string) =>
    test.call(authenticateAdminApi, { body: { applicationId, sharedSecret } })
  return {
    id: applicationId,
    wrong: () => given('wrong'),
    right: () => given(String(made.body.sharedSecret)),
  }
}

const unknownApplication = async (): Promise<Door> => ({
  wrong: () =>
    test.call(authenticateAdminApi, {
      body: { applicationId: crypto.randomUUID(), sharedSecret: 'wrong' },
    }),
})

const radiusAgent = async (): Promise<Door> => {
  const made = await test.call(createRadiusAgent, { as, body: { name: 'Radius' } })
  const credential = String(made.body.credential)
  const ask = (given: string) =>
    test.call(readRadiusConfiguration, { body: { credential: given, version: '1' } })
  const wrong = `${credential.split('.')[0]}.${wrongEnd}`
  return { wrong: () => ask(wrong), right: () => ask(credential) }
}

const siteAgent = async (): Promise<Door> => {
  const made = await test.call(createSiteAgent, { as, body: { name: 'Site' } })
  const credential = String(made.body.credential)
  const ask = (given: string) =>
    test.call(announceCardReaders, { body: { credential: given, version: '1', readers: [] } })
  const wrong = `${credential.split('.')[0]}.${wrongEnd}`
  return { wrong: () => ask(wrong), right: () => ask(credential) }
}

const registrationToken = async (): Promise<Door> => ({
  wrong: async () => {
    const { statusCode: status, headers } = await test.app.inject({
      method: 'POST',
      url: '/api/oidc/register',
      headers: {
        host: new URL(test.tenant.publicUrl).host,
        authorization: 'Bearer wrong',
        'content-type': 'application/json',
      },
      payload: '{"redirect_uris":["https://tool.example.com/callback"]}',
    })
    return { status, headers }
  },
})

const logged = async (action = 'REQUEST_REJECTED') => {
  const { body } = await test.call(listAuditEvents, { as, body: { actions: [action], limit: 100 } })
  const results: readonly Readonly<Record<string, unknown>>[] = Object(body).results
  return results
}

describe('wrong secrets of programs', () => {
  it.each([
    ['an API application', application],
    ['an API application that does not exist', unknownApplication],
    ['a RADIUS agent', radiusAgent],
    ['a site agent', siteAgent],
    ['registration', registrationToken],
  ] as const)(
    'have a budget at %s, and lock out no right one',
    { meta: { covers: ['S16'] } },
    async (_name, doorOf) => {
      const door = await doorOf()
      const before = (await logged()).length
      const answers = []
      for (let turn = 0; turn < 40; turn += 1) answers.push(await door.wrong())
      const tooMany = answers.filter(({ status }) => status === 429)
      expect(tooMany).toHaveLength(20)
      expect(answers.slice(0, 20).map(({ status }) => status)).not.toContain(429)
      expect(Object(tooMany[0]?.headers)['retry-after']).toMatch(/^[1-9]\d*$/)
      const written = (await logged()).length - before
      expect(written).toBeGreaterThan(0)
      expect(written).toBeLessThanOrEqual(10)
      if (door.right !== undefined) expect((await door.right()).status).toBeLessThan(300)
    },
  )

  it('are an alarm once they are frequent, once an hour', async () => {
    const door = await application()
    const alarms = async () =>
      (await logged('APPLICATION_AUTHENTICATION_ALARM')).filter(
        ({ entityId }) => entityId === door.id,
      )
    // Fewer at a time than the request limit of an address lets through.
    const fail = async (times: number): Promise<void> => {
      for (let turn = 0; turn < times; turn += 1) {
        if (turn % 50 === 0) test.clock.advance(61_000)
        await door.wrong()
      }
    }
    await fail(alarmAt - 1)
    expect(await alarms()).toEqual([])
    await fail(alarmAt)
    expect(await alarms()).toHaveLength(1)
  })
})
