import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Answer, expectStatus, type Http } from '../load/http.ts'
import { createVisitor, pathOf, type Visitor } from './visitor.ts'

/** A provider's client, and where its endpoints are. */
export interface Client {
  /** In front of the endpoints' names: `/api/oidc`. */
  readonly base: string
  readonly authorize: string
  readonly introspection: string
  readonly userinfo: string
  readonly id: string
  readonly secret: string
}

/** From the page that asks who it is to the path that resumes the request. */
export type Prove = (visitor: Visitor, page: string, user: number) => Promise<string>

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

export const redirectUri = 'https://app.example.test/callback'
const scope = 'openid profile email'

const basic = ({ id, secret }: Client): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

const Answered = z.record(z.string(), z.unknown())

const textIn = (answer: Answer, name: string): string => {
  const found = Answered.parse(JSON.parse(answer.text))[name]
  if (typeof found !== 'string') throw new Error(`no ${name} in ${answer.text.slice(0, 300)}`)
  return found
}

const tokensOf = (answer: Answer): Tokens => {
  expectStatus(answer, 200)
  return { access: textIn(answer, 'access_token'), refresh: textIn(answer, 'refresh_token') }
}

const askToken = (http: Http, client: Client, fields: Readonly<Record<string, string>>) =>
  createVisitor(http).form(`${client.base}/token`, fields, basic(client))

interface SignIn {
  readonly http: Http
  readonly client: Client
  readonly prove: Prove
  readonly user: number
}

/** Code with PKCE (RFC 7636), every request that a browser and its application send. */
export const signIn = async ({ http, client, prove, user }: SignIn): Promise<Tokens> => {
  const visitor = createVisitor(http)
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state: 'state',
    nonce: 'nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const asked = expectStatus(await visitor.get(`${client.authorize}?${query.toString()}`), 303)
  const resume = await prove(visitor, pathOf(asked.headers.location), user)
  const resumed = expectStatus(await visitor.get(resume), 303)
  const code = new URL(String(resumed.headers.location)).searchParams.get('code')
  if (code === null) throw new Error(`no code in ${String(resumed.headers.location)}`)
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  return tokensOf(await askToken(http, client, fields))
}

export const refresh = async (http: Http, client: Client, token: string): Promise<Tokens> =>
  tokensOf(await askToken(http, client, { grant_type: 'refresh_token', refresh_token: token }))

export const clientCredentials = async (http: Http, client: Client): Promise<void> => {
  const answer = expectStatus(
    await askToken(http, client, { grant_type: 'client_credentials' }),
    200,
  )
  if (textIn(answer, 'access_token').split('.').length !== 3) throw new Error('the token is no JWT')
}

export const introspect = async (http: Http, client: Client, token: string): Promise<void> => {
  const answer = await createVisitor(http).form(client.introspection, { token }, basic(client))
  if (!expectStatus(answer, 200).text.includes('"active":true')) throw new Error('not active')
}

export const readUserinfo = async (http: Http, client: Client, token: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  expectStatus(await http.ask(client.userinfo, { headers }), 200)
}

/** RFC 8628, section 3.1: the device code. */
export const beginDevice = async (http: Http, client: Client): Promise<string> => {
  const fields = { client_id: client.id, scope }
  const answer = await createVisitor(http).form(`${client.base}/device_authorization`, fields)
  return textIn(expectStatus(answer, 200), 'device_code')
}

/** RFC 8628, section 3.4, of a device that nobody has confirmed. */
export const pollDevice = async (http: Http, client: Client, code: string): Promise<void> => {
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: code,
    client_id: client.id,
  }
  const answer = await createVisitor(http).form(`${client.base}/token`, fields)
  if (!expectStatus(answer, 400).text.includes('authorization_pending')) {
    throw new Error(`not pending: ${answer.text.slice(0, 300)}`)
  }
}
