import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../kit/context.ts'
import { createContext } from '../kit/create-context.ts'
import { addressCaller, showStanding } from '../kit/limits.ts'
import type { Pipeline } from '../kit/pipeline.ts'
import {
  appSiteAssociation,
  assetLinks,
  pageOrigins,
} from '../modules/authenticators/fido/index.ts'
import { mountPath } from '../protocols/oidc/mount-path.ts'

/* What browsers, devices and clients look for at fixed paths of a host (RFC 8615). */

/** Screens of the console that people change their own password and passkeys at. */
const passwordScreen = '/#/password'
const passkeysScreen = '/#/myprofile/authenticators'
const newPasskeyScreen = '/#/myprofile/authenticators/passkey'

/** `webauthn`: WebAuthn level 3, 5.11.1; `passkey-endpoints`: W3C Passkey Endpoints. */
const files: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  'assetlinks.json': assetLinks,
  'apple-app-site-association': appSiteAssociation,
  webauthn: async (ctx) => ({ origins: await pageOrigins(ctx) }),
  'passkey-endpoints': async ({ tenant: { publicUrl } }) => ({
    enroll: `${publicUrl}${newPasskeyScreen}`,
    manage: `${publicUrl}${passkeysScreen}`,
  }),
}

const issuerRelation = 'http://openid.net/specs/connect/1.0/issuer'

/** An account (RFC 7565) or mail address, whatever its host, or a page of this host. */
const isOurs = (resource: string, { tenant }: Context): boolean =>
  /^(?:acct|mailto):[^@\s]{1,256}@[a-z0-9.:[\]-]{1,255}$/i.test(resource) ||
  (URL.canParse(resource) && new URL(resource).origin === new URL(tenant.publicUrl).origin)

interface Finger {
  readonly status: 200 | 400 | 404
  readonly body: object | null
}

/**
 * RFC 7033 with OpenID Connect Discovery 1.0, section 2: the issuer for anyone of this tenant. Whether
 * there is such an account is not told.
 */
const finger = (ctx: Context, query: URLSearchParams): Finger => {
  const [resource, ...others] = query.getAll('resource')
  if (resource === undefined || resource === '' || others.length > 0) {
    return { status: 400, body: null }
  }
  if (!isOurs(resource, ctx)) return { status: 404, body: null }
  const wanted = query.getAll('rel')
  const link = { rel: issuerRelation, href: `${ctx.tenant.publicUrl}${mountPath}` }
  const links = wanted.length === 0 || wanted.includes(issuerRelation) ? [link] : []
  return { status: 200, body: { subject: resource, links } }
}

type Open = (request: FastifyRequest, reply: FastifyReply) => Promise<Context>

const mountFinger = (app: FastifyInstance, open: Open): void => {
  app.get('/.well-known/webfinger', async (request, reply) => {
    const at = request.url.indexOf('?')
    const query = new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1))
    const { status, body } = finger(await open(request, reply), query)
    reply.status(status).header('Access-Control-Allow-Origin', '*')
    return body === null
      ? reply.send()
      : reply.type('application/jrd+json; charset=utf-8').send(JSON.stringify(body))
  })
}

const sendFile = (reply: FastifyReply, content: unknown): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .header('Cache-Control', 'public, max-age=300')
    .send(JSON.stringify(content))

export const mountWellKnown = (
  app: FastifyInstance,
  { platform, doors, limits }: Pipeline,
): void => {
  const open: Open = async (request, reply) => {
    const info = doors.requestInfo(request)
    const tenant = await doors.findTenant(info.host)
    const caller = addressCaller(tenant, info.address, 'well-known')
    showStanding(reply, limits.take(caller, 'read'))
    return createContext({
      platform,
      tenant,
      actor: { kind: 'anonymous' },
      locale: tenant.defaultLocale,
      request: info,
      log: platform.log,
      ifMatch: null,
    })
  }
  for (const [name, contentOf] of Object.entries(files)) {
    app.get(`/.well-known/${name}`, async (request, reply) =>
      sendFile(reply, await contentOf(await open(request, reply))),
    )
  }
  mountFinger(app, open)
  // W3C, A Well-Known URL for Changing Passwords.
  app.get('/.well-known/change-password', async (request, reply) => {
    const { tenant } = await open(request, reply)
    return reply.redirect(`${tenant.publicUrl}${passwordScreen}`, 303)
  })
}
