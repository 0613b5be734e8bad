import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Pipeline } from '../kit/pipeline.ts'
import { serveFolder } from './static-files.ts'

const root = fileURLToPath(new URL('../../../authenticator/dist/', import.meta.url))
const prefix = '/authenticator/'

/** The app calls the services of its accounts, wherever they are; over plain HTTP on this machine only. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https: http://localhost:* http://*.localhost:*",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), microphone=(), payment=()',
}

/** The Signet Authenticator, under an origin of its own: no page of a tenant touches its keys. */
export const mountAuthenticator = async (
  app: FastifyInstance,
  { platform, doors }: Pipeline,
): Promise<void> => {
  const path = `${root}index.html`
  if (!existsSync(path)) return
  const page = readFileSync(path, 'utf8')
  const { authenticatorUrl } = platform.config
  await serveFolder(app, { root, prefix })
  app.get(prefix, async (request, reply) => {
    const { host } = doors.requestInfo(request)
    if (host !== new URL(authenticatorUrl).host) {
      return reply.redirect(`${authenticatorUrl}${prefix}`, 302)
    }
    return reply.type('text/html; charset=utf-8').headers(headers).send(page)
  })
  app.get('/authenticator', (_request, reply) =>
    reply.redirect(`${authenticatorUrl}${prefix}`, 302),
  )
}
