import { createAuthenticationFlow } from '@signet/contract/access/authentication-flows'
import { completeCertificateSignIn } from '@signet/contract/access/user-certificates'
import { updateUserCertSettings } from '@signet/contract/settings/usercertauthenticator'
import { standardFlow } from '@signet/rules/flows'
import { createCertificate, pemOf } from '../../../../testing/access/certificates.ts'
import { browserOf } from '../../../../testing/access/people.ts'
import { opensSession, tokenTakenBy } from '../../../security/sweep/looks.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import { buildSignedIn, type World } from '../../../security/sweep/world.ts'

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

export const scenarios: SubjectScenarios = {
  calls: {
    startCertificateSignIn: async (world) => {
      const { authToken, headers } = await withCertificate(world)
      return { body: { authToken }, headers }
    },
    completeCertificateSignIn: async (world) => {
      const { authToken, headers } = await withCertificate(world)
      return { body: { authToken }, headers }
    },
  },
  effects: {
    completeCertificateSignIn: opensSession,
    startCertificateSignIn: tokenTakenBy(completeCertificateSignIn),
  },
}
