import type { FastifyInstance } from 'fastify'
import type { Context } from '../kit/context.ts'
import { createContext } from '../kit/create-context.ts'
import { callerAt } from '../kit/limits.ts'
import type { Pipeline } from '../kit/pipeline.ts'
import { appSiteAssociation, assetLinks } from '../modules/authenticators/fido/index.ts'

const files: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  '/.well-known/assetlinks.json': assetLinks,
  '/.well-known/apple-app-site-association': appSiteAssociation,
}

/** What Android and Apple devices read before an app may use passkeys of the tenant’s host. */
export const mountAppLinks = (
  app: FastifyInstance,
  { platform, doors, limits }: Pipeline,
): void => {
  for (const [path, contentOf] of Object.entries(files)) {
    app.get(path, async (request, reply) => {
      const info = doors.requestInfo(request)
      const tenant = await doors.findTenant(info.host)
      limits.take(`${tenant.id} app-links ${callerAt(info.address)}`, 'read')
      const ctx = createContext({
        platform,
        tenant,
        actor: { kind: 'anonymous' },
        locale: tenant.defaultLocale,
        request: info,
        log: platform.log,
        ifMatch: null,
      })
      return reply
        .type('application/json; charset=utf-8')
        .header('Cache-Control', 'public, max-age=300')
        .send(JSON.stringify(await contentOf(ctx)))
    })
  }
}
