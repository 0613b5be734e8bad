import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import { recordRejection } from '../../modules/tenancy/rejections/index.ts'
import { guardForeign } from '../foreign.ts'
import { shortHeaders } from './answer-headers.ts'
import { mountPath } from './mount-path.ts'
import { answerRegistration, registrationPath } from './registration.ts'
import { rejectForeign } from './reject-foreign.ts'

/** Metadata with a key set; more is none. */
const longest = 65_536

const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([\w.~+/-]{1,4000}=*)$/i.exec(headers.authorization ?? '')?.[1] ?? null

const clientIdOf = ({ params }: FastifyRequest): string | null =>
  typeof params === 'object' &&
  params !== null &&
  'clientId' in params &&
  typeof params.clientId === 'string'
    ? params.clientId
    : null

const recordRegistration = (ctx: Context, body: Readonly<Record<string, unknown>> | null) =>
  recordRejection(ctx, {
    door: 'REGISTRATION',
    reason: body?.error === 'invalid_token' ? 'TOKEN_INVALID' : 'INVALID_REQUEST',
    detail: [body?.error ?? '', body?.error_description ?? ''].join(': '),
  })

type Open = (request: FastifyRequest, limit: 'change') => Promise<Context>

/** The calls by which applications register (RFC 7591, RFC 7592). */
export const mountRegistration = (app: FastifyInstance, open: Open): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const ctx = await open(request, 'change')
    const { body: text, method } = request
    const { status, headers, body } = await answerRegistration(ctx, {
      method,
      clientId: clientIdOf(request),
      token: bearerOf(request),
      body: typeof text === 'string' ? text : '',
    })
    if (status >= 400) await recordRegistration(ctx, body)
    reply.status(status).headers({ ...shortHeaders, 'X-Request-Id': ctx.request.id, ...headers })
    return body === null ? reply.send() : reply.send(body)
  }
  app.register(async (scope) => {
    guardForeign(scope, rejectForeign(open))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: longest },
      (_request, body, done) => done(null, body),
    )
    scope.post(`${mountPath}${registrationPath}`, answer)
    for (const method of ['GET', 'PUT', 'DELETE']) {
      scope.route({ method, url: `${mountPath}${registrationPath}/:clientId`, handler: answer })
    }
  })
}
