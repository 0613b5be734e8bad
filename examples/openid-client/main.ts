/**
 * A relying party: signs people in through Signet with authorization code and PKCE, shows who
 * they are, asks again with the refresh token, and signs them out. Run it beside `npm start -- --demo`.
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as openid from 'openid-client'

interface Registration {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const port = Number(process.env.PORT ?? 8090)
const origin = `http://localhost:${port}`
/** `--demo` registers this application and writes its secret here. */
const written = new URL('../../data-demo/openid-client.json', import.meta.url)

const registration = (): Registration => {
  const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = process.env
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    return { issuer, clientId, clientSecret }
  }
  if (existsSync(written)) return JSON.parse(readFileSync(written, 'utf8'))
  throw new Error('Give ISSUER, CLIENT_ID and CLIENT_SECRET, or start the demonstration first.')
}

interface Visit {
  /** Between the request and the way back. */
  readonly verifier: string
  readonly state: string
  readonly nonce: string
  /** Once signed in. */
  claims?: openid.UserInfoResponse
  tokens?: openid.TokenEndpointResponse
}

const visits = new Map<string, Visit>()

const cookieOf = (request: IncomingMessage): string | null =>
  /(?:^|; )visit=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? null

const redirect = (response: ServerResponse, location: string, cookie?: string): void => {
  response.writeHead(303, {
    Location: location,
    ...(cookie === undefined
      ? {}
      : { 'Set-Cookie': `visit=${cookie}; HttpOnly; SameSite=Lax; Path=/` }),
  })
  response.end()
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const page = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><title>Sample application</title><style>body{font:16px/1.5 system-ui;max-width:40rem;margin:4rem auto}</style>${body}`,
  )
}

const given = registration()
const configuration = await openid.discovery(
  new URL(given.issuer),
  given.clientId,
  given.clientSecret,
  undefined,
  { execute: [openid.allowInsecureRequests] },
)

const begin = (response: ServerResponse): void => {
  const visit: Visit = {
    verifier: openid.randomPKCECodeVerifier(),
    state: openid.randomState(),
    nonce: openid.randomNonce(),
  }
  const id = randomBytes(16).toString('hex')
  visits.set(id, visit)
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: `${origin}/callback`,
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(visit.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: visit.state,
    nonce: visit.nonce,
  })
  redirect(response, url.href, id)
}

const finish = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const visit = visits.get(cookieOf(request) ?? '')
  if (visit === undefined) return redirect(response, '/')
  const back = new URL(request.url ?? '/', origin)
  const error = back.searchParams.get('error')
  if (error !== null && back.searchParams.get('state') === visit.state) {
    return page(response, `<h1>You are not signed in</h1><p>${escaped(error)}</p>`)
  }
  const tokens = await openid.authorizationCodeGrant(configuration, back, {
    pkceCodeVerifier: visit.verifier,
    expectedState: visit.state,
    expectedNonce: visit.nonce,
  })
  const subject = tokens.claims()?.sub
  if (subject === undefined) throw new Error('the ID token has no subject')
  visit.claims = await openid.fetchUserInfo(configuration, tokens.access_token, subject)
  visit.tokens = tokens
  redirect(response, '/')
}

/** Who it is now: with the access token, else with one that the refresh token brings. */
const claimsNow = async (visit: Visit, subject: string): Promise<openid.UserInfoResponse> => {
  const { access_token = '', refresh_token = '' } = visit.tokens ?? {}
  try {
    return await openid.fetchUserInfo(configuration, access_token, subject)
  } catch {
    const fresh = await openid.refreshTokenGrant(configuration, refresh_token)
    visit.tokens = { ...visit.tokens, ...fresh }
    return openid.fetchUserInfo(configuration, fresh.access_token, subject)
  }
}

/** Asks Signet again; once both tokens are refused the visit is over. */
const ask = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const id = cookieOf(request) ?? ''
  const visit = visits.get(id)
  if (visit?.claims === undefined) return redirect(response, '/')
  try {
    visit.claims = await claimsNow(visit, visit.claims.sub)
    redirect(response, '/')
  } catch (error) {
    if (!(error instanceof openid.ResponseBodyError)) throw error
    visits.delete(id)
    page(response, `<h1>You are signed out</h1><p>${escaped(error.error)}</p>`)
  }
}

const leave = (request: IncomingMessage, response: ServerResponse): void => {
  const id = cookieOf(request) ?? ''
  const idToken = visits.get(id)?.tokens?.id_token
  visits.delete(id)
  const url = openid.buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: `${origin}/`,
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
  })
  redirect(response, url.href)
}

const home = (request: IncomingMessage, response: ServerResponse): void => {
  const claims = visits.get(cookieOf(request) ?? '')?.claims
  if (claims === undefined) {
    page(response, '<h1>Sample application</h1><p><a href="/signin">Sign in with Signet</a></p>')
    return
  }
  const name = typeof claims.name === 'string' ? claims.name : ''
  page(
    response,
    `<h1>Hello ${escaped(name)}</h1><pre>${escaped(JSON.stringify(claims, null, 2))}</pre><p><a href="/ask">Ask again</a> <a href="/signout">Sign out</a></p>`,
  )
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const path = new URL(request.url ?? '/', origin).pathname
  if (path === '/signin') return begin(response)
  if (path === '/callback') return finish(request, response)
  if (path === '/ask') return ask(request, response)
  if (path === '/signout') return leave(request, response)
  if (path === '/') return home(request, response)
  response.writeHead(404).end()
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500, { 'Content-Type': 'text/plain' })
    response.end(error instanceof Error ? error.message : 'failed')
  })
}).listen(port, '127.0.0.1', () => process.stdout.write(`Sample application: ${origin}\n`))
