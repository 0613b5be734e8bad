import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'

/** How an upstream answers; what a case leaves out is as a good one has it. */
export interface Manner {
  /** Replaces claims; undefined takes one away. */
  readonly claims?: Readonly<Record<string, unknown>>
  /** Replaces fields of the user info answer. */
  readonly userinfo?: Readonly<Record<string, unknown>>
  readonly signing?: 'OWN_KEY' | 'OTHER_KEY' | 'UNSIGNED'
  /** What the token endpoint answers. */
  readonly token?: readonly [number, object]
  /** What the metadata calls itself. */
  readonly issuer?: string
}

const withoutAbsent = (claims: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))

/** An OpenID Connect provider on loopback over real HTTP, which can be made to lie. */
export const startUpstream = async (clientId = 'signet') => {
  const own = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, { nonce: string | null; challenge: string; redirect: string }>()
  const calls: string[] = []
  let manner: Manner = {}
  let subject = 'alice'
  let url = ''

  const idToken = async (nonce: string | null): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const claims = withoutAbsent({
      iss: url,
      sub: subject,
      aud: clientId,
      iat: now,
      exp: now + 300,
      ...(nonce === null ? {} : { nonce }),
      ...manner.claims,
    })
    if (manner.signing === 'UNSIGNED') return new UnsecuredJWT(claims).encode()
    const key = manner.signing === 'OTHER_KEY' ? other.privateKey : own.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)
  }

  const token = async (form: URLSearchParams): Promise<readonly [number, unknown]> => {
    const known = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isGood =
      known !== undefined &&
      known.challenge === challenge &&
      known.redirect === form.get('redirect_uri')
    if (manner.token !== undefined) return manner.token
    if (!isGood) return [400, { error: 'invalid_grant' }]
    const answer = { access_token: 'upstream-access', token_type: 'Bearer', expires_in: 60 }
    return [200, { ...answer, id_token: await idToken(known.nonce) }]
  }

  const answerTo = async (path: string, body: string): Promise<readonly [number, unknown]> => {
    calls.push(path)
    if (path === '/.well-known/openid-configuration') {
      const metadata = {
        issuer: manner.issuer ?? url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
      }
      return [200, metadata]
    }
    if (path === '/keys') return [200, { keys: [jwk] }]
    if (path === '/token') return token(new URLSearchParams(body))
    if (path === '/userinfo') return [200, withoutAbsent({ sub: subject, ...manner.userinfo })]
    return [404, {}]
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString()
    const [status, body] = await answerTo(request.url ?? '', text)
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const place: AddressInfo | string | null = server.address()
  if (place === null || typeof place === 'string') throw new Error('no port')
  url = `http://127.0.0.1:${place.port}`
  return {
    url,
    port: place.port,
    /** Paths that were asked for, oldest first. */
    calls,
    /** Whose account the browser proves from now on. */
    as(name: string): void {
      subject = name
    },
    behave(next: Manner): void {
      manner = next
    },
    /** What its sign-in page sends the browser back with. */
    authorize(address: string): {
      readonly code: string
      readonly state: string
      readonly iss: string
    } {
      const { searchParams: asked } = new URL(address)
      const code = crypto.randomUUID()
      codes.set(code, {
        nonce: asked.get('nonce'),
        challenge: asked.get('code_challenge') ?? '',
        redirect: asked.get('redirect_uri') ?? '',
      })
      return { code, state: asked.get('state') ?? '', iss: url }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>
