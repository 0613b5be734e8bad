import {
  readAccountInfo,
  readPublicAccount,
  readServiceAddresses,
  updateAccountInfo,
} from '@signet/contract/tenancy/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

describe('an account', () => {
  it('tells anyone its name and kind, and no more', async () => {
    const { body } = await test.call(readPublicAccount)
    expect(body).toEqual({
      id: test.tenant.id,
      companyName: test.tenant.companyName,
      hostname: new URL(test.tenant.publicUrl).hostname,
      authenticationAccount: true,
      issuanceAccount: true,
    })
  })

  it('tells its administrators the contract, tier and region as well', async () => {
    const { body } = await test.call(readAccountInfo, { as })
    expect(body).toMatchObject({
      publicUrl: test.tenant.publicUrl,
      contractMode: 'TRIAL',
      tier: 0,
      region: 'us-east-1',
      companyCountry: null,
    })
  })

  it('is renamed under its ETag', async () => {
    const { headers } = await test.call(readAccountInfo, { as })
    const etag = String(headers['etag'])
    const rename = (companyName: string) =>
      test.call(updateAccountInfo, { as, body: { companyName }, headers: { 'if-match': etag } })
    expect((await rename('First')).body['companyName']).toBe('First')
    expect((await rename('Second')).status).toBe(412)
    expect((await test.call(readPublicAccount)).body['companyName']).toBe('First')
  })

  it('names the addresses that its calls come from, none of them local', async () => {
    const { body } = await test.call(readServiceAddresses, { as })
    expect(body).toEqual({ addresses: expect.any(Array) })
    expect(JSON.stringify(body)).not.toMatch(/"(?:127\.|::1")/)
  })
})
