import { Readable } from 'node:stream'
import { type Endpoint, takesIdempotencyKey } from '@signet/contract/kit/endpoint'
import { releaseHeader } from '@signet/contract/kit/release'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fittingAnswer } from '../platform/fitting-answer.ts'
import type { Platform } from '../platform/platform.ts'
import type { Caller } from '../platform/request-limits/buckets.ts'
import { authorize } from './authorize.ts'
import { parseJson } from './body.ts'
import { type Actor, type Context, type RequestInfo, type Tenant } from './context.ts'
import { createContext } from './create-context.ts'
import { ApiError, errorAnswer, toApiError } from './errors.ts'
import { addressCaller, type Limits, showStanding } from './limits.ts'
import { knownBody, type Reads } from './members.ts'
import { parseInput } from './parse.ts'
import { type CookieChange, LedOn, type Route, Streamed, Versioned, WithCookie } from './routes.ts'

/** An answer as it leaves, null for no body. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What the kit must ask of modules; `app.ts` hands these in. */
export interface Doors {
  /** @throws hostname_not_found */
  findTenant(host: string): Promise<Tenant>
  /** Who holds this session; anonymous without one; `isDue`: who has something to settle first. */
  authenticate(
    request: FastifyRequest,
    tenant: Tenant,
    info: RequestInfo,
  ): Promise<{ actor: Actor; info: RequestInfo; isDue: boolean }>
  /** Records that the actor lacks the permission for an endpoint. */
  noteDenied(ctx: Context, endpoint: Endpoint): Promise<void>
  /** What keeps a caller out whatever their rights. @throws account_locked, setup_required, access_denied */
  expectOpen(endpoint: Endpoint, tenant: Tenant, isDue: boolean): void
  /** Of sensitive endpoints. @throws step_up_required */
  expectProven(ctx: Context): void
  requestInfo(request: FastifyRequest): RequestInfo
  localeOf(request: FastifyRequest, tenant: Tenant): string
  setCookie(reply: FastifyReply, tenant: Tenant, cookie: CookieChange): void
  /** Makes a call, and counts an answer that is wrong. @throws too_many_requests */
  judged<T>(
    call: { readonly ctx: Context; readonly endpoint: Endpoint; readonly body: unknown },
    make: () => Promise<T>,
  ): Promise<T>
  /**
   * Makes a call once for an `Idempotency-Key`; `content` is the same for a repeat.
   * @throws idempotency_key_in_use, idempotency_key_reused
   */
  once(
    ctx: Context,
    call: { readonly header: string; readonly content: string },
    make: () => Promise<Answered>,
  ): Promise<Answered>
  /** A new server nonce for DPoP proofs (RFC 9449, section 8); null when none is due. */
  nextNonce(tenant: Tenant): string | null
}

export interface Pipeline {
  readonly platform: Platform
  readonly doors: Doors
  readonly limits: Limits
  readonly reads: Reads
  /** The methods of the calls at a URL; none where there is no such path. */
  methodsAt(url: string): readonly string[]
}

const bodyLimit = 1_048_576

/** JSON only, parsed by the kit; bodies over 1 MiB are refused before parsing. */
export const acceptJson = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit },
    async (_request: FastifyRequest, body: Buffer) => parseJson(body),
  )
}

/** A list of entity tags (RFC 9110, sections 8.8.3 and 13.1.1); tags that are no version match none. */
const ifMatchOf = (request: FastifyRequest): readonly number[] | null => {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return null
  return [...header.matchAll(/(?:^|,)[ \t]*(?:W\/)?"(\d{1,9})"(?=[ \t]*(?:,|$))/g)].map(
    ([, version]) => Number(version),
  )
}

const releaseOf = ({ headers }: FastifyRequest): string | null => {
  const release = headers[releaseHeader.toLowerCase()]
  return typeof release === 'string' ? release : null
}

const callerOf = (tenant: Tenant, actor: Actor, info: RequestInfo): Caller => {
  if (actor.kind === 'user') return { tenantId: tenant.id, subject: 'USER', name: actor.id }
  if (!('id' in actor)) return addressCaller(tenant, info.address)
  return { tenantId: tenant.id, subject: 'APPLICATION', name: actor.id }
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

const contextFor = async (
  { platform, doors, limits }: Pipeline,
  endpoint: Endpoint,
  { request, reply }: Exchange,
): Promise<Context> => {
  const seen = doors.requestInfo(request)
  const tenant = await doors.findTenant(seen.host)
  const take = (caller: Caller) => showStanding(reply, limits.take(caller, endpoint.limit))
  if (endpoint.actor === 'public') take(addressCaller(tenant, seen.address))
  const { actor, info, isDue } = await doors.authenticate(request, tenant, seen)
  if (endpoint.actor !== 'public') take(callerOf(tenant, actor, info))
  const ctx = createContext({
    platform,
    tenant,
    actor,
    locale: doors.localeOf(request, tenant),
    request: info,
    log: platform.log,
    ifMatch: ifMatchOf(request),
  })
  try {
    authorize(endpoint, actor)
  } catch (error) {
    await doors.noteDenied(ctx, endpoint)
    throw error
  }
  doors.expectOpen(endpoint, tenant, isDue)
  if (endpoint.actor === 'provider' && !tenant.isProvider) throw new ApiError('access_denied')
  return ctx
}

const unwrap = (answer: unknown) => {
  const plain = { version: null, cookie: null }
  if (answer instanceof Versioned) return { ...plain, value: answer.value, version: answer.version }
  if (answer instanceof WithCookie) return { ...plain, value: answer.value, cookie: answer.cookie }
  return { ...plain, value: answer }
}

interface Answering {
  readonly route: Route
  readonly ctx: Context
  readonly reply: FastifyReply
}

/** `:name` or `:name.id` in the path of what was created, from the answer or else from the request. */
const locationOf = (path: string, from: object): string =>
  path.replace(/:([\w.]+)/g, (_, names: string) => {
    const value = names.split('.').reduce((inner: unknown, name) => Object(inner)[name], from)
    return encodeURIComponent(String(value))
  })

const mediaTypeOf = ({ produces = 'text/plain' }: Endpoint): string =>
  /gzip|pkpass/.test(produces) ? produces : `${produces}; charset=utf-8`

/** A file as it is made; what fails on the way cuts it off, so that nobody takes it for whole. */
const sendFile = ({ doors }: Pipeline, { route, ctx, reply }: Answering, file: Streamed) => {
  const nonce = doors.nextNonce(ctx.tenant)
  if (nonce !== null) reply.header('DPoP-Nonce', nonce)
  // A sentence is read where it is answered, a file is kept.
  if (route.endpoint.produces !== 'text/plain') {
    reply.header('Content-Disposition', `attachment; filename="${file.name}"`)
  }
  reply.status(200).header('Cache-Control', 'no-store').type(mediaTypeOf(route.endpoint))
  return reply.send(Readable.from(file.content, { objectMode: false }))
}

const leadOn = (reply: FastifyReply, { location }: LedOn) =>
  reply.status(303).header('Cache-Control', 'no-store').header('Location', location).send()

/** The answer as its schema lets it out; cookies are set at once. */
const answered = ({ doors }: Pipeline, answering: Answering, answer: unknown): Answered => {
  const { route, ctx, reply } = answering
  const { value, version, cookie } = unwrap(answer)
  const data = fittingAnswer(route.name, route.endpoint.answer, value)
  if (cookie !== null) doors.setCookie(reply, ctx.tenant, cookie)
  const headers: Answered['headers'] = version === null ? {} : { ETag: `"${version}"` }
  if (data === undefined) return { status: 204, headers, body: null }
  const { location } = route.endpoint
  const body = JSON.stringify(data)
  if (location === undefined) return { status: 200, headers, body }
  const created = { ...Object(reply.request.params), ...Object(data) }
  return { status: 201, headers: { ...headers, Location: locationOf(location, created) }, body }
}

const send = ({ doors }: Pipeline, { ctx, reply }: Answering, answer: Answered) => {
  const nonce = doors.nextNonce(ctx.tenant)
  if (nonce !== null) reply.header('DPoP-Nonce', nonce)
  reply.status(answer.status).headers(answer.headers).header('Cache-Control', 'no-store')
  if (answer.body === null) return reply.send()
  return reply.type('application/json; charset=utf-8').send(answer.body)
}

const keyOf = (endpoint: Endpoint, { headers }: FastifyRequest): string | null => {
  const header = headers['idempotency-key']
  return typeof header === 'string' && takesIdempotencyKey(endpoint) ? header : null
}

/** Mounts one endpoint on the one path of a request. */
export const mount = (app: FastifyInstance, pipeline: Pipeline, route: Route): void => {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const ctx = await contextFor(pipeline, endpoint, { request, reply })
      if (endpoint.sensitive === true) pipeline.doors.expectProven(ctx)
      const { params, query } = request
      const sent = { ctx, endpoint, given: request, release: releaseOf(request) }
      const body = await knownBody(sent, pipeline.reads)
      const input = parseInput(endpoint, { params, query, body })
      const answering = { route, ctx, reply }
      const header = keyOf(endpoint, request)
      if (header !== null) {
        const call = { header, content: JSON.stringify([route.name, input]) }
        const make = async () => answered(pipeline, answering, await route.handle(ctx, input))
        return send(pipeline, answering, await pipeline.doors.once(ctx, call, make))
      }
      const call = { ctx, endpoint, body }
      const answer = await pipeline.doors.judged(call, async () => route.handle(ctx, input))
      if (answer instanceof Streamed) return sendFile(pipeline, answering, answer)
      if (answer instanceof LedOn) return leadOn(reply, answer)
      return send(pipeline, answering, answered(pipeline, answering, answer))
    },
  })
}

const fastifyErrors: Record<string, ConstructorParameters<typeof ApiError>[0]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_parameters',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_parameters',
}

/** What Fastify and its plugins blame on the caller: a malformed address, a folder of files. */
const faultOfCaller = (error: object): ConstructorParameters<typeof ApiError>[0] | undefined => {
  const status = 'statusCode' in error ? Number(error.statusCode) : 0
  if (status === 403 || status === 404) return 'not_found'
  return status >= 400 && status < 500 ? 'invalid_parameters' : undefined
}

const translated = (error: unknown): ApiError => {
  if (error instanceof ApiError || !(error instanceof Error)) return toApiError(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = fastifyErrors[code] ?? faultOfCaller(error)
  return known === undefined ? toApiError(error) : new ApiError(known, { cause: error })
}

/** An address that cannot be decoded meets no route and no hook: answered here, and not repeated. */
export const answerBadAddress = (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
  const { status, body } = errorAnswer(new ApiError('invalid_parameters'), request.id)
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  return reply.status(status).headers(headers).send(body)
}

/** Every throw becomes its row of the error table; the unexpected is logged with the request id. */
export const answerErrors = (
  app: FastifyInstance,
  { platform, methodsAt }: Pick<Pipeline, 'platform' | 'methodsAt'>,
): void => {
  app.setErrorHandler((thrown, request, reply) => {
    const error = translated(thrown)
    const { status, headers, body } = errorAnswer(error, request.id)
    if (status >= 500)
      platform.log.error({ requestId: request.id, err: error.details.cause ?? error }, error.code)
    return reply.status(status).headers(headers).header('Cache-Control', 'no-store').send(body)
  })
  app.setNotFoundHandler((request, reply) => {
    const Allow = methodsAt(request.url).join(', ')
    const unknown = new ApiError('not_found')
    const error =
      Allow === '' ? unknown : new ApiError('method_not_allowed', { headers: { Allow } })
    const { status, headers, body } = errorAnswer(error, request.id)
    return reply.status(status).headers(headers).header('Cache-Control', 'no-store').send(body)
  })
}
