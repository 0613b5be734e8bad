import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verify } from '@node-rs/argon2'
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider'
import pg from 'pg'
import { accountsInMemory, accountsInPostgres } from './accounts.ts'
import { createModels, modelsOf } from './models.ts'

/*
 * Bare oidc-provider with a password page of its own. Arguments: the port, and a database for
 * its models; without one they stay in memory.
 */
const [port = '0', database] = process.argv.slice(2)
const issuer = `http://peer.localhost:${port}`
const pool = database === undefined ? null : new pg.Pool({ connectionString: database, max: 10 })
if (pool !== null) await createModels(pool)
const findHash = await (pool === null ? accountsInMemory() : accountsInPostgres(pool))

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'peer' }

/** The grant is made on the way: no consent page, as for the applications of a company. */
const loadExistingGrant = async ({ oidc }: KoaContextWithOIDC) => {
  const { client, account, provider } = oidc
  if (client === undefined || account === undefined) return undefined
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
  grant.addOIDCScope('openid profile email offline_access')
  await grant.save()
  return grant
}

const configuration: Configuration = {
  ...(pool === null ? {} : { adapter: modelsOf(pool) }),
  jwks: { keys: [key] },
  cookies: { keys: ['peer'] },
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  clients: [
    {
      client_id: 'app',
      client_secret: 'secret',
      redirect_uris: ['https://app.example.test/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
    {
      client_id: 'service',
      client_secret: 'secret',
      redirect_uris: [],
      response_types: [],
      grant_types: ['client_credentials'],
    },
  ],
  claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
  findAccount: (_ctx, id) => ({
    accountId: id,
    claims: () => ({ sub: id, name: id, email: `${id}@example.test` }),
  }),
  loadExistingGrant,
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, client) => (client.clientId === 'service' ? issuer : []),
      getResourceServerInfo: () => ({
        scope: '',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
}

const provider = new Provider(issuer, configuration)
const serve = provider.callback()

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await bodyOf(request)
  const accountId = body.get('user') ?? ''
  const stored = await findHash(accountId)
  const proven = stored !== undefined && (await verify(stored, body.get('password') ?? ''))
  const result = proven ? { login: { accountId } } : { error: 'access_denied' }
  await provider.interactionFinished(request, response, result)
}

const page = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  await provider.interactionDetails(request, response)
  response.setHeader('content-type', 'text/html').end('<form method="post">')
}

const interaction = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
  request.method === 'POST' ? signIn(request, response) : page(request, response)

createServer((request, response) => {
  if (request.url?.startsWith('/interaction/') !== true) return void serve(request, response)
  interaction(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
}).listen(Number(port), '127.0.0.1')
