import * as oauthRoles from '@signet/contract/applications/oauth-roles'
import * as oidc from '@signet/contract/applications/oidc-applications'
import * as radius from '@signet/contract/applications/radius-applications'
import * as saml from '@signet/contract/applications/saml-applications'
import * as tokens from '@signet/contract/authenticators/tokens'
import * as groups from '@signet/contract/identity/groups'
import * as organizations from '@signet/contract/identity/organizations'
import * as roles from '@signet/contract/identity/roles'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin, buildUser } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/* Guards: `ifMatchOf` of kit/pipeline.ts and `expectVersion` of each service (RFC 9110, section 13.1.1). */

let test: TestApp
let as: string
let userid: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
  userid = (await buildUser(test.ctx)).id
})
afterAll(() => test.close())

interface Subject {
  readonly create: Endpoint
  readonly update: Endpoint
  readonly remove: Endpoint
  /** What it is called in paths, where that is not `id`. */
  readonly parameter?: string
  readonly made: () => { readonly params?: object; readonly body: object }
  readonly changed: (word: string) => object
}

const acs = [{ index: 0, url: 'https://sp.example.test/acs' }]
const viewing = [{ entityType: 'USERS', view: true, add: false, edit: false, remove: false }]
const web = { name: 'If-Match web', applicationType: 'OIDC_WEB' }
const provider = { name: 'If-Match SAML', entityId: 'urn:if-match', assertionConsumers: acs }

const subjects: Readonly<Record<string, Subject>> = {
  group: {
    create: groups.createGroup,
    update: groups.updateGroup,
    remove: groups.deleteGroup,
    made: () => ({ body: { name: 'If-Match group' } }),
    changed: (description) => ({ description }),
  },
  organization: {
    create: organizations.createOrganization,
    update: organizations.updateOrganization,
    remove: organizations.deleteOrganization,
    made: () => ({ body: { name: 'if-match', displayName: 'If-Match' } }),
    changed: (displayName) => ({ displayName }),
  },
  role: {
    create: roles.createSiteRole,
    update: roles.updateSiteRole,
    remove: roles.deleteSiteRole,
    made: () => ({ body: { name: 'If-Match role', permissions: viewing } }),
    changed: (description) => ({ name: 'If-Match role', permissions: viewing, description }),
  },
  'OAuth role': {
    create: oauthRoles.createOauthRole,
    update: oauthRoles.updateOauthRole,
    remove: oauthRoles.deleteOauthRole,
    made: () => ({ body: { name: 'if-match' } }),
    changed: (description) => ({ name: 'if-match', description }),
  },
  'OpenID Connect application': {
    create: oidc.createOidcApplication,
    update: oidc.updateOidcApplication,
    remove: oidc.deleteOidcApplication,
    made: () => ({ body: { ...web, redirectUris: ['https://app.example.test/cb'] } }),
    changed: (description) => ({ ...web, description }),
  },
  'SAML application': {
    create: saml.createSamlApplication,
    update: saml.updateSamlApplication,
    remove: saml.deleteSamlApplication,
    made: () => ({ body: provider }),
    changed: (description) => ({ ...provider, description }),
  },
  'RADIUS application': {
    create: radius.createRadiusApplication,
    update: radius.updateRadiusApplication,
    remove: radius.deleteRadiusApplication,
    made: () => ({ body: { name: 'If-Match VPN' } }),
    changed: (description) => ({ name: 'If-Match VPN', description }),
  },
  token: {
    create: tokens.createUserToken,
    update: tokens.updateToken,
    remove: tokens.deleteToken,
    parameter: 'tokenid',
    made: () => ({ params: { userid, type: 'GOOGLE_AUTHENTICATOR' }, body: {} }),
    changed: (label) => ({ label }),
  },
}

describe.each(Object.entries(subjects))(
  'a list of versions in If-Match for the %s',
  (_name, subject) => {
    it('is matched by the present version in any place, and by no former one', async () => {
      const { create, update, remove, parameter = 'id', made, changed } = subject
      const { body, text } = await test.call(create, { as, ...made() })
      const id = String(body.id ?? Object(body.application).id)
      expect(id, text).toMatch(/^[0-9a-f-]{36}$/)
      const params = { [parameter]: id }
      const under = (ifMatch?: string) => ({
        as,
        params,
        ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
      })
      const change = (word: string, ifMatch?: string) =>
        test.call(update, { ...under(ifMatch), body: changed(word) })
      const before = await change('one')
      expect(before.status, before.text).toBe(200)
      const former = String(before.headers.etag)
      expect((await change('two', '"999", "998"')).status).toBe(412)
      const after = await change('two', `"999", ${former}`)
      expect(after.status, after.text).toBe(200)
      const present = String(after.headers.etag)
      expect(present).not.toBe(former)
      expect((await change('three', `"999", ${former}`)).status).toBe(412)
      expect((await change('three', `W/${present} ,"999"`)).status).toBe(200)
      expect((await test.call(remove, under(`${former}, ${present}`))).status).toBe(412)
      expect((await test.call(remove, under('*'))).status).toBeLessThan(300)
    })
  },
)
