import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import { recordRejection, rejectCredential } from '../../modules/tenancy/rejections/index.ts'
import { guardForeign } from '../foreign.ts'
import { shortHeaders } from './answer-headers.ts'
import { answerRegistration, registrationPath } from './clients/registration.ts'
import { mountPath } from './mount-path.ts'
import { rejectForeign } from './rejections/reject-foreign.ts'

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

interface Rejected {
  readonly body: Readonly<Record<string, unknown>> | null
  readonly token: string | null
}

/** A wrong token counts as a failed authentication. @throws too_many_requests */
const recordRegistration = (ctx: Context, { body, token }: Rejected): Promise<void> => {
  const door = 'REGISTRATION'
  const detail = [body?.error ?? '', body?.error_description ?? ''].join(': ')
  if (body?.error !== 'invalid_token') {
    return recordRejection(ctx, { door, reason: 'INVALID_REQUEST', detail })
  }
  const rejected = { door, reason: 'TOKEN_INVALID', detail } as const
  return token === null ? recordRejection(ctx, rejected) : rejectCredential(ctx, rejected)
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Open = (exchange: Exchange, limit: 'change') => Promise<Context>

/** The calls by which applications register (RFC 7591, RFC 7592). */
export const mountRegistration = (app: FastifyInstance, open: Open): void => {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const ctx = await open({ request, reply }, 'change')
    const { body: text, method } = request
    const token = bearerOf(request)
    const { status, headers, body } = await answerRegistration(ctx, {
      method,
      clientId: clientIdOf(request),
      token,
      body: typeof text === 'string' ? text : '',
    })
    if (status >= 400) await recordRegistration(ctx, { body, token })
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
