import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../e2e/support/service.ts'
import { startApache } from './support/apache.ts'
import { addClient } from './support/client.ts'
import { type StockService, startStockService } from './support/service.ts'
import { visitorOf } from './support/visitor.ts'

/* The web server of many products that know no sign-in of their own. */

let service: StockService
beforeAll(async () => {
  service = await startStockService()
})
afterAll(() => service.close())

describe('Apache with mod_auth_openidc', () => {
  it.each([
    ['as it is packaged, where the application may leave PKCE out', { pkceOptional: true }, []],
    ['with PKCE, where the application is as usual', {}, ['OIDCPKCEMethod S256']],
  ])('shows its page to somebody who signs in: %s', async (_how, change, more) => {
    const port = await freePort()
    const redirectUris = [`http://localhost:${port}/guarded/callback`]
    const client = await addClient(service, { redirectUris, ...change })
    const apache = await startApache({ issuer: service.issuer, client, more }, port)
    try {
      const page = await (await visitorOf(service)).visit(apache.url)
      expect([page.status, page.body], await apache.log()).toEqual([200, 'The guarded page.'])
    } finally {
      await apache.close()
    }
  })
})
