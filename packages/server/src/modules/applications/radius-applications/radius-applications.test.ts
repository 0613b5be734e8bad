import {
  createResourceRule,
  listResourceRules,
  listRuleResources,
} from '@signet/contract/access/resource-rules'
import {
  createRadiusAgent,
  deleteRadiusAgent,
  listRadiusAgents,
  readRadiusAgent,
  renewRadiusCredential,
  updateRadiusAgent,
} from '@signet/contract/applications/radius-agents'
import {
  createRadiusApplication,
  deleteRadiusApplication,
  generateRadiusSecret,
  listRadiusApplications,
  readRadiusApplication,
  updateRadiusApplication,
} from '@signet/contract/applications/radius-applications'
import { listApplicationInfo } from '@signet/contract/applications/templates'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

// Guards: `expectUnused` of agents, `withItsRules`, `checkClients`.

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const unique = (): string => `VPN ${test.platform.ids.random(6).toString('hex')}`

const application = async (more: object = {}) => {
  const name = unique()
  const made = await test.call(createRadiusApplication, { as, body: { name, ...more } })
  expect(made.status, made.text).toBe(200)
  return { name, id: String(Object(made.body.application).id), secret: made.body.sharedSecret }
}

const agent = async () => {
  const name = unique()
  const { body } = await test.call(createRadiusAgent, { as, body: { name } })
  return { name, id: String(Object(body.agent).id), credential: body.credential }
}

describe('a RADIUS application', () => {
  it('is added, read, listed, changed and deleted', async () => {
    const { id, name } = await application({ allowedAddresses: ['192.0.2.8'] })
    const params = { id }
    expect((await test.call(readRadiusApplication, { as, params })).body).toMatchObject({
      name,
      enabled: true,
      allowedAddresses: ['192.0.2.8'],
      requireMessageAuthenticator: true,
    })
    expect((await test.call(listRadiusApplications, { as })).text).toContain(id)
    const body = { name, enabled: false, description: 'Branch' }
    const changed = await test.call(updateRadiusApplication, { as, params, body })
    expect(changed.body).toMatchObject({ enabled: false, allowedAddresses: ['192.0.2.8'] })
    expect((await test.call(deleteRadiusApplication, { as, params })).status).toBe(204)
    expect((await test.call(readRadiusApplication, { as, params })).status).toBe(404)
  })

  it('stands among all applications, and among what rules are about', async () => {
    const { id } = await application()
    expect((await test.call(listApplicationInfo, { as })).text).toContain(id)
    const resources = await test.call(listRuleResources, { as })
    expect(JSON.parse(resources.text)).toContainEqual(
      expect.objectContaining({ id, type: 'RADIUS' }),
    )
  })

  /* Guard: `checkChallenge`. */
  it('words its challenges as far as they keep the question', async () => {
    const { id, name } = await application()
    const params = { id }
    const save = async (challengeText: string | null) =>
      (await test.call(updateRadiusApplication, { as, params, body: { name, challengeText } })).body
    expect((await test.call(readRadiusApplication, { as, params })).body).toMatchObject({
      challengeText: null,
    })
    expect(await save('Acme: {prompt}')).toMatchObject({ challengeText: 'Acme: {prompt}' })
    const rejected = ['Your code', '{prompt} {user}', `${'é'.repeat(123)}{prompt}`, 'a\n{prompt}']
    for (const text of rejected) {
      expect(await save(text), text).toMatchObject({
        code: 'invalid_parameters',
        fields: [{ path: 'body.challengeText' }],
      })
    }
    expect(await save(null)).toMatchObject({ challengeText: null })
  })

  it('gets another secret, which is shown once', async () => {
    const { id, secret } = await application()
    const { body } = await test.call(generateRadiusSecret, { as, body: { id } })
    expect(body.sharedSecret).not.toBe(secret)
    // No device reads such a secret as an option, or as more than it can hold.
    for (const made of [secret, body.sharedSecret]) expect(made).toMatch(/^[0-9a-f]{32}$/)
    const read = await test.call(readRadiusApplication, { as, params: { id } })
    expect(read.text).not.toContain(String(body.sharedSecret))
  })

  it('takes no address of another one, and no name', async () => {
    const { name } = await application({ allowedAddresses: ['192.0.2.32/28'] })
    const twice = await test.call(createRadiusApplication, { as, body: { name } })
    expect(twice.body.errorCode).toBe('application_exists')
    const body = { name: unique(), allowedAddresses: ['192.0.2.40/28'] }
    const taken = await test.call(createRadiusApplication, { as, body })
    expect(taken.body.errorCode).toBe('invalid_parameters')
  })

  it('takes the rules about it with it', async () => {
    const { id } = await application()
    const rule = `Rule ${unique()}`
    const made = await test.call(createResourceRule, { as, body: { name: rule, resourceId: id } })
    expect(made.status, made.text).toBe(200)
    expect((await test.call(listResourceRules, { as })).text).toContain(rule)
    expect((await test.call(deleteRadiusApplication, { as, params: { id } })).status).toBe(204)
    expect((await test.call(listResourceRules, { as })).text).not.toContain(rule)
  })
})

describe('a RADIUS agent', () => {
  it('is added, read, listed, changed and deleted', async () => {
    const { id, name } = await agent()
    const params = { id }
    expect((await test.call(readRadiusAgent, { as, params })).body).toMatchObject({ name })
    expect((await test.call(listRadiusAgents, { as })).text).toContain(id)
    const body = { name, enabled: false }
    const changed = await test.call(updateRadiusAgent, { as, params, body })
    expect(changed.body).toMatchObject({ enabled: false })
    expect((await test.call(deleteRadiusAgent, { as, params })).status).toBe(204)
    expect((await test.call(readRadiusAgent, { as, params })).status).toBe(404)
  })

  it('gets another credential, the former being taken for a while', async () => {
    const { id, credential } = await agent()
    const { body } = await test.call(renewRadiusCredential, { as, params: { id } })
    expect(body.credential).not.toBe(credential)
    expect(Object(body.agent).formerCredentialUntil).not.toBeNull()
  })

  it('is not deleted while an application names it; the refusal says which', async () => {
    const { id } = await agent()
    const { name, id: applicationId } = await application({ agentIds: [id] })
    const refused = await test.call(deleteRadiusAgent, { as, params: { id } })
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'used_elsewhere'])
    expect(refused.text).toContain(name)
    const body = { name, agentIds: [] }
    await test.call(updateRadiusApplication, { as, params: { id: applicationId }, body })
    expect((await test.call(deleteRadiusAgent, { as, params: { id } })).status).toBe(204)
  })
})
