import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Pipeline } from '../kit/pipeline.ts'
import { tenantOfPage } from './page-tenant.ts'
import { serveFolder } from './static-files.ts'

/** Built files of a face: `packages/<face>/dist`. */
const distOf = (face: string): string =>
  fileURLToPath(new URL(`../../../${face}/dist/`, import.meta.url))

const common = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** The console shows mails in a frame, and its component kit styles by nonce; the sign-in pages have style sheets only. */
const policy = (nonce: string | null): string =>
  [
    ...common,
    ...(nonce === null
      ? ["style-src 'self'"]
      : [`style-src 'self' 'nonce-${nonce}'`, "frame-src 'self'"]),
  ].join('; ')

const headers = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), microphone=(), payment=()',
}

/** Public routes that also answer as plain paths; all of them are the sign-in pages. */
const signInPaths = [
  '/oidc/authentication',
  '/oidc/consent',
  '/oidc/denied',
  '/oidc/organization',
  '/oidc/usercode',
  '/oidc/usercodestatus',
  '/oidc/requests',
  '/oidc/requeststatus',
  '/usercodestatus',
  '/idp/complete',
  '/idp/complete/*',
  '/saml/authentication',
  '/saml/reauthentication',
  '/saml/denied',
  '/reset',
  '/reset/*',
  '/setup/*',
  '/magiclink/*',
  '/pass/*',
  '/signup',
  '/signup/confirm/*',
  '/signup/thank-you',
  '/identity/user/useronboard',
]

const isAddress = (host: string): boolean => /^(?:\d+(?:\.\d+){3}|\[.*\])(?::\d+)?$/.test(host)

const serveFace = async (app: FastifyInstance, face: string): Promise<void> => {
  const root = distOf(face)
  if (!existsSync(root)) return
  await serveFolder(app, { root, prefix: `/assets/${face}/` })
}

const readBuilt = (face: string, file: string): string | null => {
  const path = `${distOf(face)}${file}`
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

const Entry = z.object({
  script: z.string(),
  styles: z.array(z.string()),
  preloads: z.array(z.string()),
})

/** The page with what its boot script loads of each face. */
interface Page {
  readonly plain: string
  /** For browsers without a session: what the sign-in pages need is asked for at once. */
  readonly signingIn: string
}

const place = '<meta name="faces" />'

const readPage = (): Page => {
  const html = readBuilt('console', 'index.html')
  const [signin, console] = ['signin', 'console'].map((face) => readBuilt(face, 'entry.json'))
  if (html === null || signin === null || signin === undefined) {
    const text = 'The pages are not built: run "npm run build".'
    return { plain: text, signingIn: text }
  }
  const faces = `<script type="application/json" id="faces">{"signin":${signin},"console":${console ?? 'null'}}</script>`
  const { script, styles, preloads } = Entry.parse(JSON.parse(signin))
  const links = [
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...[script, ...preloads].map((href) => `<link rel="modulepreload" href="${href}">`),
  ]
  return {
    plain: html.replace(place, faces),
    signingIn: html.replace(place, [faces, ...links].join('')),
  }
}

const mountServiceWorker = (app: FastifyInstance): void => {
  const path = `${distOf('console')}service-worker.js`
  if (!existsSync(path)) return
  const script = readFileSync(path, 'utf8')
  app.get('/service-worker.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache').send(script),
  )
}

/** The web faces: one small page whose script loads the sign-in pages or the console. */
export const mountPages = async (app: FastifyInstance, { doors }: Pipeline): Promise<void> => {
  await serveFace(app, 'console')
  await serveFace(app, 'signin')
  mountServiceWorker(app)
  const page = readPage()
  const serve =
    (withNonce: boolean) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { host } = doors.requestInfo(request)
      const tenant = await tenantOfPage(doors, request)
      // Passkeys need a name: an address is led to the tenant's public URL.
      if (tenant !== null && isAddress(host))
        return reply.redirect(`${tenant.publicUrl}${request.url}`, 302)
      const hasSession = /(?:^|; )(?:__Host-)?signet=/.test(request.headers.cookie ?? '')
      const text = hasSession ? page.plain : page.signingIn
      const nonce = withNonce ? randomBytes(16).toString('base64') : null
      return reply
        .type('text/html; charset=utf-8')
        .headers({ ...headers, 'Content-Security-Policy': policy(nonce) })
        .send(text.replaceAll('__NONCE__', nonce ?? ''))
    }
  app.get('/', serve(true))
  for (const path of signInPaths) app.get(path, serve(false))
}
