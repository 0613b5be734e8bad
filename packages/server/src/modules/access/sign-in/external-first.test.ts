import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { assignExternalCredential } from '@signet/contract/authenticators/external-credentials'
import { updateExternalCredentialSettings } from '@signet/contract/settings/externalcredentials'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserOf, buildPerson } from '../../../../testing/access/people.ts'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guard: `pretendToJudgeExternally` in factors/external.ts.

let test: TestApp
let as: string
let judge: ServiceForTests
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  judge = await startHttpService()
  allowServices(test, [judge])
  const connector = {
    method: 'POST',
    url: `${judge.url}/external`,
    authType: 'None',
    timeoutMillis: 10_000,
    body: '{"code":"{{REQ.response}}"}',
    resultItems: [{ name: 'result', path: '$.result', equals: 'ALLOW' }],
  }
  const params = { type: 'OTP' }
  await test.call(updateExternalCredentialSettings, { as, params, body: { connector } })
  const flow = {
    ...standardFlow,
    name: 'Codes of another service first',
    firstFactors: ['EXTERNAL'],
    secondFactor: 'NONE',
    secondFactors: [],
    skipSecondFactor: 'NEVER',
    default: true,
  }
  await test.call(createAuthenticationFlow, { as, body: flow })
})
afterAll(async () => {
  await judge.close()
  await test.close()
})

const answers = async (userId: string) => {
  const browser = browserOf(test.call)
  await browser.query(userId)
  const started = performance.now()
  const answer = await browser.prove('EXTERNAL', '246810')
  return { answer, millis: performance.now() - started }
}

it('a code that another service judges lets in where it is the first factor', async () => {
  judge.answer(() => ({ body: { result: 'ALLOW' } }))
  const holder = await buildPerson(test.ctx)
  const body = { userId: holder.id, credential: 'device-7' }
  await test.call(assignExternalCredential, { as, params: { type: 'OTP' }, body })
  const { answer } = await answers(holder.userId)
  expect(answer.body, answer.text).toMatchObject({ authenticationCompleted: true })
})

it('a stranger, and who holds none, waits as long for the no as who holds one', {
  meta: { covers: ['S29'] },
}, async () => {
  judge.answer(() => ({ body: { result: 'DENY' }, afterMillis: 300 }))
  for (let at = 0; at < 16; at += 1) {
    const holder = await buildPerson(test.ctx)
    const body = { userId: holder.id, credential: `device-${at}` }
    await test.call(assignExternalCredential, { as, params: { type: 'OTP' }, body })
    const { answer, millis } = await answers(holder.userId)
    expect(answer.body.code).toBe('invalid_user_response')
    expect(millis).toBeGreaterThan(280)
  }
  judge.calls.length = 0
  const bare = await buildPerson(test.ctx)
  for (const userId of ['nobody-at-all', bare.userId]) {
    const { answer, millis } = await answers(userId)
    expect(answer.body.code).toBe('invalid_user_response')
    expect(millis, userId).toBeGreaterThan(280)
  }
  expect(judge.calls).toEqual([])
})
