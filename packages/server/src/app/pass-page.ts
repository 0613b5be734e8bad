import {
  claimApplePass,
  downloadGooglePass,
  FlashPassClaim,
} from '@signet/contract/issuance/flash-passes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parsedJson } from '../platform/json.ts'

const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' ||
  (headers['sec-fetch-mode'] === undefined && headers.accept?.includes('text/html') === true)

/** What names a link: a query for Apple, a path for Google; null for other calls. */
const shownIn = ({ url, method, params, routeOptions }: FastifyRequest): unknown => {
  const query = new URLSearchParams(url.slice(url.indexOf('?')))
  if (routeOptions.url === claimApplePass.path)
    return parsedJson(query.get('enrollmentTokenJson') ?? '')
  return routeOptions.url === downloadGooglePass.path && method === 'GET' ? params : null
}

/** The page of a link; null where none is named. It says that a claim failed, or a link is no longer valid. */
const pageOf = (request: FastifyRequest): string | null => {
  const { success, data } = FlashPassClaim.safeParse(shownIn(request))
  if (!success) return null
  const page = `/pass/${data.enrollmentId}/${data.claimToken}`
  return request.method === 'POST' ? `${page}?failed` : page
}

/** Who opens a link, or leaves its page for the file: what fails is told there, not as JSON. */
export const leadBackToPass = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || !isNavigation(request)) return payload
    const page = pageOf(request)
    if (page === null) return payload
    reply.status(303).header('Location', page).removeHeader('Content-Type')
    return ''
  })
}
