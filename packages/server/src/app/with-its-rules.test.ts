import {
  createResourceRule,
  listResourceRules,
  listResourceRulesOf,
} from '@signet/contract/access/resource-rules'
import { deleteOidcApplication } from '@signet/contract/applications/oidc-applications'
import {
  deleteSamlApplication,
  readSamlApplication,
} from '@signet/contract/applications/saml-applications'
import { listAuditEvents } from '@signet/contract/operations/audit-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../testing/builders.ts'
import { registerParty } from '../../testing/oidc/party.ts'
import { registerProvider } from '../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const addRule = async (resourceId: string): Promise<string> => {
  const body = { name: `Rule of ${resourceId}`, resourceId }
  const answer = await test.call(createResourceRule, { as, body })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.body.id)
}
const allRules = async (): Promise<{ readonly id: string }[]> =>
  JSON.parse((await test.call(listResourceRules, { as })).text)

describe('deleting an application', () => {
  it('deletes the rules about it, and no others', async () => {
    const { rowId } = await registerParty(test)
    const others = await allRules()
    const rule = await addRule(rowId)
    const gone = await test.call(deleteOidcApplication, { as, params: { id: rowId } })
    expect(gone.status, gone.text).toBe(204)
    expect(await allRules()).toEqual(others)
    const none = await test.call(listResourceRulesOf, { as, params: { id: rowId } })
    expect(none.status).toBe(404)
    const body = { entityId: rule, actions: ['RESOURCE_RULE_DELETED'] }
    const events = JSON.parse((await test.call(listAuditEvents, { as, body })).text)
    expect(events.results).toHaveLength(1)
  })

  it('that was changed meanwhile deletes neither', async () => {
    const { id } = await registerProvider(test)
    const rule = await addRule(id)
    const stale = await test.call(deleteSamlApplication, {
      as,
      params: { id },
      headers: { 'if-match': '"99"' },
    })
    expect(stale.status).toBe(412)
    expect((await allRules()).map((one) => one.id)).toContain(rule)
    const read = await test.call(readSamlApplication, { as, params: { id } })
    const gone = await test.call(deleteSamlApplication, {
      as,
      params: { id },
      headers: { 'if-match': String(read.headers.etag) },
    })
    expect(gone.status, gone.text).toBe(204)
    expect((await allRules()).map((one) => one.id)).not.toContain(rule)
  })
})
