import { chapResponse } from '@signet/algorithms/radius/chap'
import { readRadiusConfiguration } from '@signet/contract/access/radius-sign-in'
import { readRadiusAgent } from '@signet/contract/applications/radius-agents'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildPerson, buildToken, goodPassword } from '../../../../testing/access/people.ts'
import { buildRadius, radiusOf } from '../../../../testing/access/radius.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const holder = async () => {
  const user = await buildPerson(test.ctx)
  await buildToken(test.ctx, user.id)
  return user.userId
}

const codesOnly = { authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP' } as const
const passwordOnly = { authenticationMethod: 'PASSWORD_ONLY' } as const
const challenge = Buffer.from('0123456789abcdef')
const bytes = (value: Buffer): string => value.toString('base64url')

interface Logged {
  readonly action: string
  readonly outcome: string
  readonly entityName: string
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Events of the last sign-ins, the newest first. */
const logged = async (action: string): Promise<readonly Logged[]> => {
  const answer = await test.call(listAuditEvents, { as, body: { actions: [action] } })
  return JSON.parse(answer.text).results
}

/* Guards: `via` of asking.ts, `refuse` of deciding.service.ts and `keepFaults` of configuration.service.ts. */
describe('the audit log', () => {
  const calling = { callingStationId: '00-11-22-33-44-55' }
  const door = { door: 'RADIUS', client: '192.0.2.7', callingStation: calling.callingStationId }

  const locked = async () => {
    const user = await buildPerson(test.ctx)
    await test.ctx.db
      .updateTable('users')
      .set({ locked: true })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    return user.userId
  }

  it.each([
    ['a wrong code', codesOnly, '000000', holder],
    ['a wrong password', passwordOnly, 'a wrong password 1', holder],
    ['a locked user', passwordOnly, goodPassword, locked],
    ['an unknown user name', codesOnly, '000000', async () => 'unknown-user-name'],
    ['an unknown user name with a password', passwordOnly, goodPassword, async () => 'unknown-2'],
  ])(
    'names application, agent, NAS and calling station of %s',
    async (_what, how, field, nameOf) => {
      const made = await buildRadius(test, how)
      const radius = radiusOf(test, made)
      const userName = await nameOf()
      await radius.decide({ userName, ...radius.pap(field), ...calling })
      const [event] = await logged('AUTHENTICATION')
      expect(event).toMatchObject({
        // The password of a locked user is right.
        outcome: nameOf === locked ? 'DENIED' : 'FAILURE',
        attributes: {
          ...door,
          userName,
          method: 'PAP',
          application: expect.stringMatching(/^VPN /),
          agent: expect.stringMatching(/^Agent /),
        },
      })
    },
  )

  it('has an event of a method that cannot carry a password', async () => {
    const radius = radiusOf(test, await buildRadius(test, passwordOnly))
    const userName = await holder()
    const response = bytes(chapResponse(goodPassword, { id: 7, challenge }))
    const proof = { kind: 'CHAP', id: 7, challenge: bytes(challenge), response }
    await radius.decide({ userName, proof, ...calling })
    const [event] = await logged('REQUEST_REJECTED')
    expect(event).toMatchObject({
      entityName: expect.stringMatching(/^VPN /),
      attributes: {
        door: 'RADIUS',
        reason: 'METHOD_NOT_SUPPORTED',
        source: '192.0.2.7',
        asked: { userName, method: 'CHAP', callingStation: calling.callingStationId },
      },
    })
  })

  it('has an event of what an agent refused by itself, of its own applications', async () => {
    const made = await buildRadius(test, codesOnly)
    const fault = {
      reason: 'MESSAGE_AUTHENTICATOR_MISSING',
      applicationId: made.applicationId,
      clientAddress: '192.0.2.9',
      count: 7,
    } as const
    const foreign = { ...fault, applicationId: '01940000-0000-7000-8000-0000000000ff', count: 1 }
    const { credential } = made
    const body = { credential, version: '1', faults: [fault, foreign] }
    const answer = await test.call(readRadiusConfiguration, { body })
    expect(answer.status, answer.text).toBe(200)
    const [event, ...before] = await logged('REQUEST_REJECTED')
    expect(event).toMatchObject({
      entityName: expect.stringMatching(/^VPN /),
      attributes: {
        door: 'RADIUS',
        reason: 'MESSAGE_AUTHENTICATOR_MISSING',
        source: '192.0.2.9',
        asked: { count: '7' },
      },
    })
    await test.call(readRadiusConfiguration, { body })
    const params = { id: made.agentId }
    const agent = JSON.parse((await test.call(readRadiusAgent, { as, params })).text)
    expect(agent.faults).toMatchObject([
      {
        reason: 'MESSAGE_AUTHENTICATOR_MISSING',
        application: expect.stringMatching(/^VPN /),
        clientAddress: '192.0.2.9',
        count: 14,
      },
    ])
    expect(JSON.stringify(before)).not.toContain('MESSAGE_AUTHENTICATOR_MISSING')
  })
})
