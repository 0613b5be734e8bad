import { isSafeGet } from '@signet/contract/kit/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Route } from '../kit/routes.ts'
import { walletPath } from '../modules/issuance/flash-passes/index.ts'
import { mountPath as oidcPath } from '../protocols/oidc/mount-path.ts'
import { mountPath as samlPath } from '../protocols/saml/addresses.ts'

/** Doors of protocols, of which a GET may change something. */
const protocols = [`${oidcPath}/`, `${samlPath}/SAML2/`, `${walletPath}/`]
const metadata = /\/\.well-known\/|\/jwks$/

const isProtocol = (path: string): boolean =>
  protocols.some((prefix) => path.startsWith(prefix)) && !metadata.test(path)

/**
 * HEAD is a GET without its content (RFC 9110, 9.3.2), and link scanners send it: it is answered only
 * where GET changes nothing. Elsewhere 405, so that no link is used up and no trace is left.
 */
export const limitHead = (app: FastifyInstance, routes: readonly Route[]): void => {
  const unsafe = new Set(
    routes
      .filter(({ endpoint }) => endpoint.method === 'GET' && !isSafeGet(endpoint))
      .map(({ endpoint }) => endpoint.path),
  )
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'HEAD') return
    const [path = ''] = request.url.split('?', 1)
    if (!unsafe.has(request.routeOptions.url ?? '') && !isProtocol(path)) return
    await reply.status(405).header('Allow', 'GET').header('Cache-Control', 'no-store').send()
  })
}
