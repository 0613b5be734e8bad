import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import { createContext } from '../../kit/create-context.ts'
import { ApiError } from '../../kit/errors.ts'
import { addressCaller, showStanding } from '../../kit/limits.ts'
import type { Pipeline } from '../../kit/pipeline.ts'
import { recordRejection } from '../../modules/tenancy/rejections/index.ts'
import type { Caller } from '../../platform/request-limits/buckets.ts'
import { guardForeign } from '../foreign.ts'
import { shortHeaders } from './answer-headers.ts'
import { encodeLiteralBasic } from './clients/literal-basic.ts'
import { discoveryPath } from './discovery.ts'
import { shortAnswer } from './fast/short-answers.ts'
import { mountPath } from './mount-path.ts'
import { mountRegistration } from './mount-registration.ts'
import { clientOf, fieldsOf } from './ordinary.ts'
import { mountPostedRequests } from './posted-requests.ts'
import type { Providers, TenantProvider } from './providers.ts'
import { rejectForeign } from './rejections/reject-foreign.ts'
import { resumedBy } from './resume.ts'
import { withUnitOfWork } from './unit-of-work.ts'
import { wholeForm } from './whole-form.ts'

/**
 * Links and metadata carry the tenant's public URL, whatever host the request named. Headers are
 * deleted only where they stand: deleting makes every later look-up slower.
 */
const underPublicUrl = ({ raw }: FastifyRequest, { host, scheme }: TenantProvider): void => {
  const { headers } = raw
  for (const name of ['forwarded', 'x-forwarded-for']) if (name in headers) delete headers[name]
  headers.host = host
  headers['x-forwarded-host'] = host
  headers['x-forwarded-proto'] = scheme
}

/** Both forms of RFC 8414, section 3.1, and OpenID Connect Discovery, section 4. */
const metadataPaths = [
  `${mountPath}/.well-known/oauth-authorization-server`,
  `/.well-known/oauth-authorization-server${mountPath}`,
  `/.well-known/openid-configuration${mountPath}`,
]

const unsigned = new URLSearchParams({
  error: 'invalid_request_object',
  error_description: 'the request has to come as one signed JWT, with the client_id beside it',
}).toString()

/** RFC 9101, section 5: the parameters stand in the request object, and nowhere else. */
const isSignedRequest = (query: string): boolean =>
  fieldsOf(query.slice(1), ['client_id', 'request']) !== null

type Serve = (request: FastifyRequest, reply: FastifyReply, path: string) => Promise<void>

/** An application whose secret is right has a budget of its own, wherever it calls from. */
const callerOf = async (ctx: Context, { headers }: FastifyRequest): Promise<Caller> => {
  const { authorization } = headers
  const application = authorization === undefined ? null : await clientOf(ctx, authorization)
  return application === null
    ? addressCaller(ctx.tenant, ctx.request.address, 'oidc')
    : { tenantId: ctx.tenant.id, subject: 'APPLICATION', name: application.id }
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The request in the tenant that its host names. @throws account_locked, too_many_requests */
const openedBy =
  ({ platform, doors, limits }: Pipeline) =>
  async ({ request, reply }: Exchange, limit: 'read' | 'change' = 'read'): Promise<Context> => {
    const info = doors.requestInfo(request)
    const tenant = await doors.findTenant(info.host)
    if (tenant.locked) throw new ApiError('account_locked')
    const ctx = createContext({
      platform,
      tenant,
      actor: { kind: 'anonymous' },
      locale: doors.localeOf(request, tenant),
      request: info,
      log: platform.log,
      ifMatch: null,
    })
    showStanding(reply, limits.take(await callerOf(ctx, request), limit))
    return ctx
  }

type Open = ReturnType<typeof openedBy>

/** Hands a request to the tenant's provider within a unit of work; `path` is below the mount. */
const server =
  (open: Open, providers: Providers): Serve =>
  async (request, reply, path) => {
    const ctx = await open({ request, reply })
    const answer = await shortAnswer(ctx, request, path)
    if (answer !== null) {
      const { status, headers, body } = answer
      await reply
        .status(status)
        .headers({ ...shortHeaders, ...headers })
        .send(body ?? '')
      return
    }
    await encodeLiteralBasic(ctx, request.raw.headers)
    const provider = await providers.of(ctx)
    underPublicUrl(request, provider)
    const { raw } = request
    Object.assign(raw, { originalUrl: `${mountPath}${path}`, url: path })
    reply.hijack()
    const resumed = await resumedBy(ctx, raw, path)
    await withUnitOfWork({ ctx, cookie: ctx.request.cookies, path, resumed }, () =>
      provider.handle(raw, reply.raw),
    )
  }

export const mountOidc = (app: FastifyInstance, pipeline: Pipeline, providers: Providers): void => {
  const open = openedBy(pipeline)
  const serve = server(open, providers)
  mountPostedRequests(app)
  mountRegistration(app, open)
  app.register(async (scope) => {
    guardForeign(scope, rejectForeign(open))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      (_request: FastifyRequest, payload: IncomingMessage) => wholeForm(payload),
    )
    // The library reads the body itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const path of metadataPaths) {
      scope.get(path, (request, reply) => serve(request, reply, discoveryPath))
    }
    scope.get(`${mountPath}/errors`, (request, reply) => {
      const at = request.url.indexOf('?')
      return reply.redirect(`/#/error${at < 0 ? '' : request.url.slice(at)}`, 303)
    })
    scope.get(`${mountPath}/authorizejwt`, async (request, reply) => {
      const query = request.url.slice(`${mountPath}/authorizejwt`.length)
      if (isSignedRequest(query)) return serve(request, reply, `/authorize${query}`)
      const asked = { client_id: new URLSearchParams(query).get('client_id') ?? '' }
      const ctx = await open({ request, reply })
      await recordRejection(ctx, { door: 'AUTHORIZE', reason: 'REQUEST_OBJECT_INVALID', asked })
      return reply.redirect(`/#/error?${unsigned}`, 303)
    })
    scope.all(`${mountPath}/*`, (request, reply) =>
      serve(request, reply, request.url.slice(mountPath.length)),
    )
  })
}
