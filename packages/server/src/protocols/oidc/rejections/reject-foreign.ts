import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { recordRejection } from '../../../modules/tenancy/rejections/index.ts'
import { shortHeaders } from '../answer-headers.ts'
import { mountPath } from '../mount-path.ts'
import { doorOfPath } from './rejection-reasons.ts'

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Open = (exchange: Exchange, limit: 'change') => Promise<Context>

/** What no tenant is found for, or what comes too fast, is rejected without a word in a log. */
const record = async (open: Open, exchange: Exchange, detail: string): Promise<void> => {
  const door = doorOfPath(exchange.request.url.slice(mountPath.length))
  try {
    await recordRejection(await open(exchange, 'change'), {
      door,
      reason: 'INVALID_REQUEST',
      detail,
    })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** A page for people (OpenID Connect Core 1.0, section 3.1.2.6), else RFC 6749, section 5.2. */
export const rejectForeign =
  (open: Open) =>
  async (request: FastifyRequest, reply: FastifyReply, why: string): Promise<FastifyReply> => {
    await record(open, { request, reply }, why)
    const fault = { error: 'invalid_request', error_description: why }
    reply.headers(shortHeaders)
    return request.headers.accept?.includes('text/html') === true
      ? reply.redirect(`/#/error?${new URLSearchParams(fault)}`, 303)
      : reply.status(400).send(fault)
  }
