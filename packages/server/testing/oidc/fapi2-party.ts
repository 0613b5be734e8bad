import { createHash, randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import {
  browserOf,
  callback,
  type Party,
  postForm,
  registerParty,
  requestOf,
  verifier,
} from './party.ts'
import type { Plan } from './plan.ts'

/** Tests only: a relying party that keeps to the FAPI 2.0 security profile. */

type Form = Readonly<Record<string, string>>

interface ProofKey {
  readonly privateKey: CryptoKey
  readonly publicJwk: object
}

export const newProofKey = async (): Promise<ProofKey> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  return { privateKey, publicJwk: await exportJWK(publicKey) }
}

interface Proven {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly token?: string
  /** Claims and headers that are changed; null leaves a claim out. */
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
}

const without = (claims: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null))

const now = (): number => Math.floor(Date.now() / 1000)

/** A DPoP proof (RFC 9449, section 4.2). */
export const proofOf = (
  { issuer }: Pick<Plan, 'issuer'>,
  { privateKey, publicJwk }: ProofKey,
  { method = 'POST', path, token, claims = {}, header = {} }: Proven,
): Promise<string> =>
  new SignJWT(
    without({
      htm: method,
      htu: `${issuer}${path}`,
      jti: randomBytes(16).toString('hex'),
      iat: now(),
      ath: token === undefined ? null : createHash('sha256').update(token).digest('base64url'),
      ...claims,
    }),
  )
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: publicJwk, ...header })
    .sign(privateKey)

export interface Fapi {
  readonly plan: Plan
  readonly party: Party
  readonly key: ProofKey
  /** RFC 7523, section 2.2; claims that are null are left out. */
  readonly assertion: (claims?: Readonly<Record<string, unknown>>) => Promise<Form>
}

export const registerFapi = async (
  plan: Plan,
  { alg = 'ES256', ...change }: Readonly<Record<string, unknown>> & { readonly alg?: string } = {},
): Promise<Fapi> => {
  const { privateKey, publicKey } = await generateKeyPair(alg)
  const jwk = { ...(await exportJWK(publicKey)), alg, use: 'sig' }
  const party = await registerParty(plan.test, {
    fapi: true,
    tokenEndpointAuthMethod: 'private_key_jwt',
    jwks: { keys: [jwk] },
    ...change,
  })
  const assertion: Fapi['assertion'] = async (claims = {}) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await new SignJWT(
      without({
        iss: party.id,
        sub: party.id,
        aud: plan.issuer,
        iat: now(),
        exp: now() + 60,
        jti: randomBytes(16).toString('hex'),
        ...claims,
      }),
    )
      .setProtectedHeader({ alg })
      .sign(privateKey),
  })
  return { plan, party, key: await newProofKey(), assertion }
}

/** Pushes a request; a parameter of no text is left out. */
export const push = async (
  { plan, party, assertion }: Fapi,
  change: Form = {},
  { proof, proven }: { readonly proof?: string; readonly proven?: Form } = {},
) => {
  const whole = Object.fromEntries(requestOf(party, { state: 'a-state', ...change }))
  const form = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ''))
  return postForm(plan.test, '/par', {
    party,
    headers: proof === undefined ? {} : { dpop: proof },
    form: { ...form, ...(proven ?? (await assertion())) },
  })
}

/** Where a pushed request leads a browser in which somebody has signed in. */
export const open = async ({ plan, party }: Fapi, requestUri: unknown): Promise<URL> => {
  const query = new URLSearchParams({ client_id: party.id, request_uri: String(requestUri) })
  const browser = await browserOf(plan.test, plan.user)
  const answer = await browser.visit(`/api/oidc/authorize?${query}`)
  return new URL(String(answer.headers.location), plan.test.tenant.publicUrl)
}

export const codeFor = async (fapi: Fapi, change: Form = {}): Promise<string> => {
  const { body } = await push(fapi, change)
  return (await open(fapi, body.request_uri)).searchParams.get('code') ?? ''
}

/** Asks for tokens with a proof of the party's key, or of another one, or changed; null for none. */
export const ask = async (
  { plan, party, key, assertion }: Fapi,
  form: Form,
  proof: (ProofKey & Partial<Proven>) | null = key,
) =>
  postForm(plan.test, '/token', {
    party,
    headers:
      proof === null ? {} : { dpop: await proofOf(plan, proof, { path: '/token', ...proof }) },
    form: { ...form, ...(await assertion()) },
  })

export const codeForm = (code: string, codeVerifier = verifier): Form => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: callback,
  ...(codeVerifier === '' ? {} : { code_verifier: codeVerifier }),
})
