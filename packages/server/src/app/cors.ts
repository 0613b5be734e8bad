import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import type { Pipeline } from '../kit/pipeline.ts'
import { settings } from '../modules/settings/families/index.ts'

const paths = '/api/web/'

/** What pages of other origins may read of an answer beside its body. */
const exposed =
  'DPoP-Nonce, ETag, Idempotent-Replayed, Location, Retry-After, X-Ratelimit-Limit, X-Ratelimit-Remaining, X-Ratelimit-Reset, X-Request-Id'
const methods = 'GET, POST, PUT, DELETE, PATCH'
const headers =
  'Accept-Language, Authorization, Content-Type, DPoP, Idempotency-Key, If-Match, Signet-Accept-Lockout, Signet-Release'

const withAnyPort = (origin: string): string => {
  const { protocol, hostname } = new URL(origin)
  return `${protocol}//${hostname}:*`
}

/** Origins are compared as browsers write them: in lower case, a default port left out. */
const isAllowed = (origin: string, allowed: readonly string[]): boolean => {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  const anyPort = withAnyPort(origin)
  return allowed.some((one) => {
    const plain = one.toLowerCase()
    return plain.endsWith(':*') ? plain === anyPort : new URL(plain).origin === origin
  })
}

/** The tenant asked; null for a host that is nobody's, which the endpoint answers. */
const tenantOf = async ({ doors }: Pipeline, request: FastifyRequest): Promise<Tenant | null> => {
  try {
    return await doors.findTenant(doors.requestInfo(request).host)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'hostname_not_found') return null
    throw error
  }
}

/** What apps call: from the origin of our own, whichever tenant it is. */
const appPaths = '/api/web/v1/softtokens'
const appAllowance = { allowCredentials: false, maxAgeSeconds: 600 } as const

const isPreflight = ({ method, headers: given }: FastifyRequest): boolean =>
  method === 'OPTIONS' && given['access-control-request-method'] !== undefined

interface Allowing {
  readonly origin: string
  readonly allowCredentials: boolean
  readonly maxAgeSeconds: number
}

const allow = (reply: FastifyReply, { origin, allowCredentials }: Allowing): void => {
  reply.header('Access-Control-Allow-Origin', origin)
  if (allowCredentials) reply.header('Access-Control-Allow-Credentials', 'true')
}

const answerPreflight = (reply: FastifyReply, { maxAgeSeconds }: Allowing) =>
  reply
    .headers({
      Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': headers,
      'Access-Control-Max-Age': String(maxAgeSeconds),
    })
    .status(204)
    .send()

interface Asking {
  readonly origin: string
  readonly tenant: Tenant
}

/** What this origin may do here; null for nothing. */
const allowanceOf = async (
  { platform }: Pipeline,
  { url }: FastifyRequest,
  { origin, tenant }: Asking,
): Promise<Allowing | null> => {
  const isOwnApp = origin === new URL(platform.config.authenticatorUrl).origin
  if (isOwnApp && url.startsWith(appPaths)) return { origin, ...appAllowance }
  const db = platform.database.forTenant(tenant.id)
  const { origins, ...rest } = await settings.cors({ platform, tenant, db })
  return isAllowed(origin, origins) ? { origin, ...rest } : null
}

/**
 * Cross-origin answers of the API (Fetch standard, "CORS protocol"): for the origins that the tenant
 * names, each by itself and never `*`. For any other origin there is no header, and no preflight.
 */
export const mountCors = (app: FastifyInstance, pipeline: Pipeline): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined || !request.url.startsWith(paths)) return
    reply.header('Vary', 'Origin')
    const tenant = await tenantOf(pipeline, request)
    if (tenant === null || origin === new URL(tenant.publicUrl).origin) return
    const allowing = await allowanceOf(pipeline, request, { origin, tenant })
    if (allowing === null) return
    allow(reply, allowing)
    if (isPreflight(request)) return answerPreflight(reply, allowing)
    reply.header('Access-Control-Expose-Headers', exposed)
  })
}
