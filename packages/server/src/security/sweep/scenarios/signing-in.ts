import { startEnrollment } from '@signet/contract/access/authentication'
import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { updateUserCertSettings } from '@signet/contract/settings/usercertauthenticator'
import { standardFlow } from '@signet/rules/flows'
import { createCertificate, pemOf } from '../../../../testing/access/certificates.ts'
import { browserOf, fieldOf, goodPassword, softToken } from '../../../../testing/access/people.ts'
import { createSetupLink } from '../../../modules/access/setup/index.ts'
import { buildSignedIn, newPassword, type Scenarios, type World } from '../world.ts'

/** A browser that has named its user and not yet proven anything. */
const named = async (world: World, wanted: { readonly administrator?: boolean } = {}) => {
  const person = await buildSignedIn(world, wanted)
  const browser = browserOf(world.test.call)
  await browser.query(person.userId)
  return { browser, person }
}

/** A sign-in that stops at the second factor its administrator does not have yet. */
const mustEnrol = async (world: World) => {
  const { browser } = await named(world, { administrator: true })
  await browser.prove('PASSWORD', goodPassword)
  return browser
}

/** A sign-in that a certificate may begin, and one that is believed. */
const withCertificate = async (world: World) => {
  const { test, admin } = world
  const as = admin.token
  const authority = createCertificate({ name: { CN: 'Authority' }, isAuthority: true })
  const body = {
    enabled: true,
    trustAnchors: pemOf(authority),
    nameFrom: 'COMMON_NAME',
    nameIs: 'USER_ID',
    clientAuthRequired: false,
  }
  await test.call(updateUserCertSettings, { as, body })
  const name = `Certificates ${world.ctx.platform.ids.random(6).toString('hex')}`
  const firstFactors = [...standardFlow.firstFactors, 'USER_CERTIFICATE']
  const flow = { ...standardFlow, name, firstFactors, default: true }
  await test.call(createAuthenticationFlow, { as, body: flow })
  const person = await buildSignedIn(world)
  const { der } = createCertificate({ name: { CN: person.userId }, issuer: authority })
  const browser = browserOf(test.call)
  await browser.query()
  const headers = { 'client-cert': `:${der.toString('base64')}:` }
  return { authToken: browser.authToken, headers }
}

const mustChange = async (world: World) => {
  const { browser, person } = await named(world)
  await world.ctx.db
    .updateTable('passwords')
    .set({ force_change: true })
    .where('tenant_id', '=', world.ctx.tenant.id)
    .where('user_id', '=', person.id)
    .execute()
  await browser.prove('PASSWORD', goodPassword)
  return browser
}

const setupToken = async ({ ctx, keep }: World): Promise<string> => {
  const link = await createSetupLink(ctx, { kind: 'FIRST_ADMINISTRATOR', userId: null })
  return keep(link.split('/').at(-1) ?? '')
}

export const signingInScenarios: Scenarios = {
  queryAuthenticators: async (world) => ({
    body: { userId: (await buildSignedIn(world)).userId },
  }),
  challengeAuthenticator: async (world) => {
    const browser = browserOf(world.test.call)
    await browser.query()
    return { params: { authenticator: 'PASSKEY' }, body: { authToken: browser.authToken } }
  },
  completeAuthentication: async (world) => {
    const { browser } = await named(world)
    return {
      params: { authenticator: 'PASSWORD' },
      body: { authToken: browser.authToken, response: goodPassword },
    }
  },
  readAuthenticatorScopes: () => ({ body: {} }),
  startCertificateSignIn: async (world) => {
    const { authToken, headers } = await withCertificate(world)
    return { body: { authToken }, headers }
  },
  completeCertificateSignIn: async (world) => {
    const { authToken, headers } = await withCertificate(world)
    return { body: { authToken }, headers }
  },
  changeExpiredPassword: async (world) => {
    const browser = await mustChange(world)
    return { body: { authToken: browser.authToken, newPassword: newPassword(world) } }
  },
  startEnrollment: async (world) => ({
    params: { authenticator: 'TOKEN' },
    body: { authToken: (await mustEnrol(world)).authToken },
  }),
  completeEnrollment: async (world) => {
    const { authToken } = await mustEnrol(world)
    const params = { authenticator: 'TOKEN' }
    const begun = await world.test.call(startEnrollment, { params, body: { authToken } })
    const secret = world.keep(String(fieldOf(begun.body.token, 'secret')))
    return { params, body: { authToken, response: softToken(world.ctx, '', secret).code() } }
  },
  beginStepUp: async (world) => ({ as: (await buildSignedIn(world)).as, body: {} }),
  logout: async (world) => ({ as: (await buildSignedIn(world)).as }),
  renewSession: async (world) => ({ as: (await buildSignedIn(world)).as }),
  readSetup: async (world) => ({ body: { setupToken: await setupToken(world) } }),
  beginSetup: async (world) => ({
    body: {
      setupToken: await setupToken(world),
      userId: `first-${world.ctx.platform.ids.random(6).toString('hex')}`,
      password: newPassword(world),
    },
  }),
}
