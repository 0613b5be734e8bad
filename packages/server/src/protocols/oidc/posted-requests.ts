import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mountPath } from './mount-path.ts'

/** What fits into the line of a request with room for its headers; longer ones are pushed (RFC 9126). */
const longest = 8192

const isForm = ({ headers }: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded(?:;|$)/i.test(headers['content-type'] ?? '')

/** By OpenID Connect Core 1.0, section 3.1.2.1, and RP-Initiated Logout 1.0, section 2. */
const paths = [`${mountPath}/authorize`, `${mountPath}/endsession`] as const

/**
 * Requests of applications by POST. A form that another site has sent comes without this site's
 * cookies; the same request as a navigation has them. Its parameters go on as they came, so that
 * whatever is wrong with them is refused there.
 */
const goOnTo =
  (path: string) =>
  (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { body } = request
    const form = isForm(request) && typeof body === 'string' ? body : ''
    const query = new URLSearchParams(form).toString()
    return reply
      .header('Cache-Control', 'no-store')
      .redirect(`${path}${query === '' ? '' : `?${query}`}`, 303)
  }

export const mountPostedRequests = (app: FastifyInstance): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: longest },
      (_request, body, done) => done(null, body),
    )
    for (const path of paths) scope.post(path, goOnTo(path))
  })
}
