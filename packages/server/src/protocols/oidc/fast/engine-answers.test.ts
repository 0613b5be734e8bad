import { createResourceRule } from '@signet/contract/access/resource-rules'
import { createRiskEngine } from '@signet/contract/access/risk-engines'
import { riskEngineTemplates } from '@signet/rules/risk/engines'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildPerson } from '../../../../testing/access/people.ts'
import type { Browser } from '../../../../testing/browser.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import {
  browserOf,
  callback,
  type Party,
  registerParty,
  requestOf,
} from '../../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
let service: ServiceForTests
let parties: readonly Party[]
let browser: Browser
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  service = await startHttpService()
  allowServices(test, [service])
  parties = [await registerParty(test), await registerParty(test)]
})
afterAll(async () => {
  await service.close()
  await test.close()
})
beforeEach(async () => {
  service.calls.length = 0
  service.answer(() => ({ body: { score: 10 } }))
  browser = await browserOf(test, await buildPerson(test.ctx))
})

/** Rules of both applications that name one engine, which is asked by this body. */
const governBy = async (body: string): Promise<void> => {
  const answer = await test.call(createRiskEngine, {
    as,
    body: {
      name: `Engine ${Math.random()}`,
      engine: 'CONNECTOR',
      reading: riskEngineTemplates.CONNECTOR.reading,
      connector: {
        method: 'POST',
        url: `${service.url}/risk`,
        authType: 'None',
        body,
        timeoutMillis: 10_000,
      },
    },
  })
  expect(answer.status, answer.text).toBe(200)
  const engineId = String(answer.body.id)
  for (const { rowId: resourceId } of parties) {
    const factors = [
      { type: 'RISK_ENGINE' as const, points: 10, engineId, failsFrom: 'MEDIUM' as const },
    ]
    const rule = { name: `Rule ${Math.random()}`, resourceId, strict: true, factors }
    expect((await test.call(createResourceRule, { as, body: rule })).status).toBe(200)
  }
}

/** Where an application's request leads. */
const opens = async (at: number): Promise<string> => {
  const [first] = parties
  const party = parties[at] ?? first
  if (party === undefined) throw new Error('no application')
  const answer = await browser.visit(`/api/oidc/authorize?${requestOf(party)}`)
  return String(answer.headers.location).split('?')[0] ?? ''
}

it('an engine’s answer holds for the next applications of a session, for five minutes', async () => {
  await governBy('{"user":"{{USER.userId}}"}')
  for (const at of [0, 1, 0]) expect(await opens(at)).toBe(callback)
  expect(service.calls).toHaveLength(1)
  test.clock.advance(4 * 60_000)
  expect(await opens(1)).toBe(callback)
  expect(service.calls).toHaveLength(1)
  // Answers that were held do not hold longer for it.
  test.clock.advance(90_000)
  expect(await opens(0)).toBe(callback)
  expect(service.calls).toHaveLength(2)
  test.clock.advance(-5.5 * 60_000)
})

it('holds for one session alone', async () => {
  await opens(0)
  const asked = service.calls.length
  browser = await browserOf(test, await buildPerson(test.ctx))
  await opens(0)
  expect(service.calls.length).toBe(2 * asked)
})

it('of an engine that is told the application is for that one alone', {
  meta: { covers: ['S20'] },
}, async () => {
  await governBy('{"user":"{{USER.userId}}","resource":"{{REQ.resource}}"}')
  await opens(0)
  const told = () => service.calls.filter(({ body }) => body?.includes('resource')).length
  expect(told()).toBe(1)
  await opens(0)
  expect(told()).toBe(1)
  await opens(1)
  expect(told()).toBe(2)
})

it('that is no answer does not hold', { meta: { covers: ['S20'] } }, async () => {
  service.answer(() => ({ status: 500 }))
  await opens(0)
  const asked = service.calls.length
  await opens(0)
  expect(service.calls.length).toBe(2 * asked)
})
