import type { FastifyReply, FastifyRequest } from 'fastify'
import { shortHeaders } from './answer-headers.ts'

/** A page for people (OpenID Connect Core 1.0, section 3.1.2.6), else RFC 6749, section 5.2. */
export const rejectForeign = (
  request: FastifyRequest,
  reply: FastifyReply,
  why: string,
): FastifyReply => {
  const fault = { error: 'invalid_request', error_description: why }
  reply.headers(shortHeaders)
  return request.headers.accept?.includes('text/html') === true
    ? reply.redirect(`/#/error?${new URLSearchParams(fault)}`, 303)
    : reply.status(400).send(fault)
}
