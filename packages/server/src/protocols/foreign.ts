import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasBadText } from '../kit/body.ts'

/** A request that no protocol can take, whatever it asks for; the message says why. */
export class ForeignFault extends Error {}

/** All but tab and line breaks, which a JSON may be written with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are rejected
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** What bytes become that are not UTF-8. */
const replacement = '\ufffd'

/**
 * RFC 3986, section 3.3: visible ASCII, and nothing that one reader of the path takes for its end and
 * another for a part of it.
 */
const stray = /[^!-~]|[#\\]/

/** Repeated ones are rejected where each is read: some may be repeated. @throws ForeignFault */
const expectParameters = (text: string): void => {
  for (const [name, value] of new URLSearchParams(text)) {
    if (control.test(name) || control.test(value)) {
      throw new ForeignFault('a parameter holds a control character')
    }
    if (name.includes(replacement) || value.includes(replacement)) {
      throw new ForeignFault('a parameter is not UTF-8')
    }
  }
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded(?:;|$)/i.test(headers['content-type'] ?? '')

/** @throws ForeignFault */
const expectForeign = async (request: FastifyRequest): Promise<void> => {
  const { url, params, body } = request
  if (hasBadText(params)) throw new ForeignFault('the path holds a control character')
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  if (stray.test(path)) throw new ForeignFault('the path holds a character that has to be encoded')
  if (at >= 0) expectParameters(url.slice(at + 1))
  if (typeof body === 'string' && isForm(request)) expectParameters(body)
}

type Reject = (
  request: FastifyRequest,
  reply: FastifyReply,
  why: string,
) => FastifyReply | Promise<FastifyReply>

/**
 * The one guard of what anyone may send to a protocol's paths: path, query and form are checked
 * before anything reads them. `reject` answers in the terms of the protocol.
 */
export const guardForeign = (scope: FastifyInstance, reject: Reject): void => {
  scope.addHook('preHandler', expectForeign)
  scope.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ForeignFault)) throw error
    return reject(request, reply, error.message)
  })
}
