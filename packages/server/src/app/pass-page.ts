import { claimApplePass, FlashPassClaim } from '@signet/contract/issuance/flash-passes'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const isNavigation = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' ||
  (headers['sec-fetch-mode'] === undefined && headers.accept?.includes('text/html') === true)

/** The page of a link; null where none is named. */
const pageOf = ({ url }: FastifyRequest): string | null => {
  const shown = new URLSearchParams(url.slice(url.indexOf('?'))).get('enrollmentTokenJson')
  try {
    const { success, data } = FlashPassClaim.safeParse(JSON.parse(shown ?? ''))
    return success ? `/pass/${data.enrollmentId}/${data.claimToken}?failed` : null
  } catch {
    return null
  }
}

/** Who opens the file of a pass leaves the page for it: what fails is told there, not as JSON. */
export const leadBackToPass = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'POST' || request.routeOptions.url !== claimApplePass.path)
      return payload
    const page = reply.statusCode >= 400 && isNavigation(request) ? pageOf(request) : null
    if (page === null) return payload
    reply.status(303).header('Location', page).removeHeader('Content-Type')
    return ''
  })
}
