import { createLocalJWKSet, jwtVerify } from 'jose'
import { type Browser, createBrowser } from '../browser.ts'
import { type BuiltUser, buildUser } from '../builders.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  requestOf,
  verifier,
} from './party.ts'

/*
 * Tests only: what the modules of the OpenID conformance suite have in common. Their relying party
 * sends PKCE with every request, which this service asks for.
 */

type Params = Readonly<Record<string, string>>

export interface Plan {
  readonly test: TestApp
  readonly user: BuiltUser
  readonly party: Party
  readonly issuer: string
}

export const startPlan = async (change: Readonly<Record<string, unknown>> = {}): Promise<Plan> => {
  const test = await startTestApp()
  const user = await buildUser(test.ctx)
  const party = await registerParty(test, { scopes: [], ...change })
  return { test, user, party, issuer: `${test.tenant.publicUrl}/api/oidc` }
}

/** A browser in which nobody has signed in. */
export const newBrowser = ({ test }: Plan): Browser =>
  createBrowser(test.app, new URL(test.tenant.publicUrl).host)

/** Where an authorization request leads a browser. */
export const authorize = async (
  plan: Plan,
  params: Params = {},
  browser?: Browser,
): Promise<URL> => {
  const visitor = browser ?? (await browserOf(plan.test, plan.user))
  const request = requestOf(plan.party, { state: 'a-state', nonce: 'a-nonce', ...params })
  for (const [name, value] of Object.entries(params)) if (value === '') request.delete(name)
  const answer = await visitor.visit(`/api/oidc/authorize?${request}`)
  return new URL(String(answer.headers.location), plan.test.tenant.publicUrl)
}

/** Signs somebody in, in a browser that was sent to the sign-in page, and goes on from there. */
export const signInAndResume = async (plan: Plan, browser: Browser, page: URL): Promise<URL> => {
  const signedIn = await browserOf(plan.test, plan.user)
  browser.cookies.set('signet', signedIn.cookies.get('signet') ?? '')
  const answer = await browser.visit(`/api/oidc/authorize/${page.searchParams.get('uid')}`)
  return new URL(String(answer.headers.location))
}

export const redeem = (plan: Plan, back: URL, party = plan.party) =>
  postForm(plan.test, '/token', {
    party,
    form: {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    },
  })

export const tokens = async (plan: Plan, params: Params = {}) =>
  (await redeem(plan, await authorize(plan, params))).body

/** The claims of an ID token, as a relying party verifies it (OpenID Connect Core 1.0, 3.1.3.7). */
export const verified = async (plan: Plan, idToken: unknown) => {
  const keys = createLocalJWKSet((await newBrowser(plan).visit('/api/oidc/jwks')).json())
  return jwtVerify(String(idToken), keys, { issuer: plan.issuer, audience: plan.party.id })
}

export const metadataOf = async (plan: Plan): Promise<Record<string, unknown>> => {
  const address = '/api/oidc/.well-known/openid-configuration'
  return (await newBrowser(plan).visit(address)).json()
}
