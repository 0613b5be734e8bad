import {
  beginApplicationSignIn,
  completeApplicationSignIn,
} from '@signet/contract/access/application-sign-in'
import { createAgentApplication } from '@signet/contract/applications/agent-applications'
import { authenticateAdminApi } from '@signet/contract/applications/api-applications'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { browserOf, buildPerson, fieldOf, goodPassword } from '../../testing/access/people.ts'
import { buildRadius, radiusOf } from '../../testing/access/radius.ts'
import { buildAdmin } from '../../testing/builders.ts'
import { type Call, createCall } from '../../testing/call.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createApp } from '../app.ts'

/*
 * One password that is tried over all accounts, through programs in front of which people are. Guards:
 * `countedHere` of RADIUS and of applications; `through` where no address is reported; `isUsedUp`.
 */

let test: TestApp
const apps: FastifyInstance[] = []
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})
afterAll(() => test.close())

/** A hundredth of the limits at a clock that the test moves: 3 guesses of an address, 30 of a program. */
const newNode = async () => {
  const { platform, clock } = test
  let now = clock.now().getTime()
  const config = { ...platform.config, requestLimitScale: 0.01 }
  const app = await createApp({ ...platform, config, clock: { now: () => new Date(now) } })
  apps.push(app)
  return {
    call: createCall(app, new URL(test.tenant.publicUrl).host),
    advance: (millis: number) => {
      now += millis
    },
  }
}

const passwordAlone = { authenticationMethod: 'PASSWORD_ONLY' } as const
const wrong = 'Spring2027!'

/** The address of every browser of a test. */
const browsersAddress = '127.0.0.1'

const onThePage = async (call: Call, userId: string) => {
  const browser = browserOf(call)
  await browser.query(userId)
  return browser.prove('PASSWORD', goodPassword)
}

describe('through RADIUS', () => {
  it('is bounded where the person is, together with the sign-in page', {
    meta: { covers: ['S41'] },
  }, async () => {
    const { call } = await newNode()
    const reporting = { ...passwordAlone, clientAddressAttribute: 'CALLING_STATION_ID' } as const
    const radius = radiusOf({ call }, await buildRadius(test, reporting))
    const { userId } = await buildPerson(test.ctx)
    const show = async (userName: string, password: string, callingStationId: string) => {
      const asked = { userName, callingStationId, ...radius.pap(password) }
      return (await radius.decide(asked)).decision
    }
    // Right answers cost nothing.
    for (let each = 0; each < 5; each += 1) {
      expect(await show(userId, goodPassword, browsersAddress)).toBe('ACCEPT')
    }
    for (const name of ['ann', 'bob', 'cid']) {
      expect(await show(name, wrong, browsersAddress)).toBe('REJECT')
    }
    expect(await show(userId, goodPassword, browsersAddress)).toBe('REJECT')
    expect((await onThePage(call, userId)).status).toBe(429)
    expect(await show(userId, goodPassword, '198.51.100.9')).toBe('ACCEPT')
  })

  it('is bounded by the client where the person’s address is not known', async () => {
    const { call } = await newNode()
    const radius = radiusOf({ call }, await buildRadius(test, passwordAlone))
    const { userId } = await buildPerson(test.ctx)
    const show = async (userName: string, password: string, clientAddress = '192.0.2.7') => {
      const asked = { userName, clientAddress, ...radius.pap(password) }
      return (await radius.decide(asked)).decision
    }
    for (let each = 0; each < 29; each += 1) await show(`person-${each}`, wrong)
    expect(await show(userId, goodPassword)).toBe('ACCEPT')
    await show('person-29', wrong)
    expect(await show(userId, goodPassword)).toBe('REJECT')
    const as = (await buildAdmin(test.ctx)).token
    const log = await test.call(listAuditEvents, { as, body: { actions: ['REQUEST_REJECTED'] } })
    expect(fieldOf(log.body, 'results', '0', 'attributes')).toMatchObject({
      door: 'RADIUS',
      reason: 'TOO_MANY_FAILED_ATTEMPTS',
      source: '192.0.2.7',
    })
    // Another client of the application has a budget of its own, and so has the page.
    expect(await show(userId, goodPassword, '192.0.2.8')).toBe('ACCEPT')
    expect((await onThePage(call, userId)).status).toBe(200)
  })
})

describe('through a gateway', () => {
  const gateway = async (call: Call) => {
    const as = (await buildAdmin(test.ctx)).token
    const name = `Gateway ${test.platform.ids.random(6).toString('hex')}`
    const made = await test.call(createAgentApplication, {
      as,
      params: { applicationType: 'APACHE' },
      body: { name, ...passwordAlone },
    })
    expect(made.status, made.text).toBe(201)
    const opened = await test.call(authenticateAdminApi, {
      body: {
        applicationId: String(Object(made.body.application).id),
        sharedSecret: String(made.body.sharedSecret),
      },
    })
    const token = String(opened.body.authToken)
    return async (userId: string, response: string, clientAddress: string | null) => {
      const begun = await call(beginApplicationSignIn, {
        as: token,
        body: { userId, clientAddress },
      })
      const answer = await call(completeApplicationSignIn, {
        as: token,
        body: { authToken: begun.body.authToken, authenticator: 'PASSWORD', response },
      })
      return answer.body.authenticationCompleted === true ? 'in' : answer.status
    }
  }

  it('is bounded where the person is', async () => {
    const { call } = await newNode()
    const show = await gateway(call)
    const { userId } = await buildPerson(test.ctx)
    for (const name of ['ann', 'bob', 'cid']) {
      expect(await show(name, wrong, browsersAddress)).toBe(401)
    }
    expect(await show(userId, goodPassword, browsersAddress)).toBe(429)
    expect((await onThePage(call, userId)).status).toBe(429)
    expect(await show(userId, goodPassword, '198.51.100.9')).toBe('in')
    expect(await show(userId, goodPassword, null)).toBe('in')
  })

  it('is bounded by the application where the person’s address is not known', async () => {
    const { call, advance } = await newNode()
    const show = await gateway(call)
    const { userId } = await buildPerson(test.ctx)
    for (let each = 0; each < 28; each += 1) await show(`person-${each}`, wrong, null)
    expect(await show(userId, goodPassword, null)).toBe('in')
    // The calls of the application fill up meanwhile, the guesses by a third of one.
    advance(6000)
    for (const name of ['ann', 'bob']) expect(await show(name, wrong, null)).toBe(401)
    expect(await show(userId, goodPassword, null)).toBe(429)
    expect(await show(userId, goodPassword, '198.51.100.9')).toBe('in')
  })
})
