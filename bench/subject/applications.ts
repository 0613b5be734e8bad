import { createOidcApplication } from '@signet/contract/applications/oidc-applications'
import { type Client, redirectUri } from '../flows/openid-connect.ts'
import { expectStatus, type Http } from '../load/http.ts'

const endpoints = {
  base: '/api/oidc',
  authorize: '/api/oidc/authorize',
  introspection: '/api/oidc/introspection',
  userinfo: '/api/oidc/userinfo',
} as const

const register = async (http: Http, token: string, body: unknown): Promise<Client> => {
  const { method, path, answer } = createOidcApplication
  const made = expectStatus(
    await http.ask(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    200,
  )
  const { application, clientSecret } = answer.parse(JSON.parse(made.text))
  return { ...endpoints, id: application.clientId, secret: clientSecret ?? '' }
}

/** People sign in to this one; its access tokens are opaque, so they can be revoked at once. */
export const registerApp = (http: Http, token: string): Promise<Client> =>
  register(http, token, {
    name: 'Measured application',
    applicationType: 'OIDC_WEB',
    redirectUris: [redirectUri],
  })

/** People confirm it by a code (RFC 8628). */
export const registerDevice = (http: Http, token: string): Promise<Client> =>
  register(http, token, { name: 'Measured television', applicationType: 'OIDC_DEVICE' })

/** A service that asks for tokens of its own. */
export const registerService = (http: Http, token: string): Promise<Client> =>
  register(http, token, {
    name: 'Measured service',
    applicationType: 'OIDC_SERVER',
    redirectUris: [],
  })
