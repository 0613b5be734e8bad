import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { readAuthenticatorScopes } from '@signet/contract/access/authenticator-scopes'
import { updatePasswordResetSettings } from '@signet/contract/settings/passwordreset'
import { standardFlow } from '@signet/rules/flows'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const scopes = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const { body } = await test.call(readAuthenticatorScopes, { body: {} })
  const { authenticators } = readAuthenticatorScopes.answer.parse(body)
  return new Map(authenticators.map((each) => [each.authenticator, each.scopes]))
}

it('tells what each authenticator may be used for', {
  meta: { covers: ['login.doors'] },
}, async () => {
  const told = await scopes()
  expect(told.get('PASSWORD')).toEqual(['FIRST_FACTOR'])
  expect(told.get('TOKEN')).toEqual(['SECOND_FACTOR', 'PASSWORD_RESET', 'VERIFICATION'])
  expect(told.get('OTP')).toEqual(expect.arrayContaining(['PASSWORD_RESET', 'VERIFICATION']))
})

it('follows the default flow', async () => {
  const steps = { firstFactors: ['TOKEN'], secondFactor: 'NONE', secondFactors: [] }
  const flow = { ...standardFlow, ...steps, skipSecondFactor: 'NEVER' }
  const body = { ...flow, name: 'Codes', default: true }
  const made = await test.call(createAuthenticationFlow, { as, body })
  expect(made.status, made.text).toBe(200)
  const told = await scopes()
  expect(told.get('PASSWORD')).toBeUndefined()
  expect(told.get('TOKEN')).toEqual(['FIRST_FACTOR', 'PASSWORD_RESET', 'VERIFICATION'])
})

it('names nothing for a reset where there is none', async () => {
  const saved = await test.call(updatePasswordResetSettings, { as, body: { enabled: false } })
  expect(saved.status, saved.text).toBe(200)
  expect([...(await scopes()).values()].flat()).not.toContain('PASSWORD_RESET')
})
