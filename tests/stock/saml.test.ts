import { X509Certificate } from 'node:crypto'
import { SAML } from '@node-saml/node-saml'
import {
  certificateOf,
  consumer,
  formIn,
  registerProvider,
} from '@signet/server/testing/saml/provider'
import * as samlify from 'samlify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StockService, startStockService } from './support/service.ts'
import { type Visitor, visitorOf } from './support/visitor.ts'

/* Service providers with their defaults, of applications that were added with theirs. */

let service: StockService
let visitor: Visitor
beforeAll(async () => {
  service = await startStockService()
  visitor = await visitorOf(service)
})
afterAll(() => service.close())

const added = () =>
  registerProvider(service.test, { signingCertificates: [], nameIdFormat: 'email' })

/** What the browser posts to the application. */
const postedBy = async (url: string): Promise<string> =>
  formIn((await visitor.visit(url)).body).fields.SAMLResponse ?? ''

describe('a service provider with', () => {
  it('@node-saml/node-saml signs somebody in', async () => {
    const { entityId } = await added()
    const certificate = Buffer.from(await certificateOf(service.test), 'base64')
    const library = new SAML({
      issuer: entityId,
      callbackUrl: consumer,
      entryPoint: `${service.test.tenant.publicUrl}/api/saml/SAML2/SSO`,
      idpCert: new X509Certificate(certificate).toString(),
    })
    const url = await library.getAuthorizeUrlAsync('', undefined, {})
    const SAMLResponse = await postedBy(url)
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse })
    expect(profile?.nameID).toBe('ada@example.test')
  })

  it('samlify signs somebody in by the metadata of the tenant', async () => {
    // It checks no schema by itself, and refuses to work without a checker.
    samlify.setSchemaValidator({ validate: async () => 'not checked' })
    const { entityId } = await added()
    const metadata = await (await fetch(`${service.test.tenant.publicUrl}/api/saml`)).text()
    const provider = samlify.IdentityProvider({ metadata })
    const party = samlify.ServiceProvider({
      entityID: entityId,
      assertionConsumerService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: consumer },
      ],
    })
    const { context } = party.createLoginRequest(provider, 'redirect')
    const SAMLResponse = await postedBy(context)
    const { extract } = await party.parseLoginResponse(provider, 'post', { body: { SAMLResponse } })
    expect(extract.nameID).toBe('ada@example.test')
  })
})
