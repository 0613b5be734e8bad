import type { Provider } from 'oidc-provider'
import type { Context } from '../../kit/context.ts'
import { styleHash } from './sign-out/logout-pages.ts'
import { unitOfWork } from './unit-of-work.ts'

/**
 * The library adds the hash of its own script to `script-src`. Forms lead to where an application
 * has registered, so `form-action` stays open.
 */
const policy = [
  "default-src 'none'",
  'script-src',
  `style-src ${styleHash}`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const everywhere = Object.entries({
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
})

/** Of answers that are made without the library. */
export const shortHeaders = {
  ...Object.fromEntries(everywhere),
  'Cache-Control': 'no-store',
  Vary: 'Origin',
}

/** Whether an application of this tenant may be left for this origin. */
const isRegistered = async (ctx: Context, origin: string): Promise<boolean> => {
  const rows = await ctx.db
    .selectFrom('oidc_applications')
    .select('redirect_uris')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('enabled', '=', true)
    .limit(1000)
    .execute()
  const uris = rows.flatMap(({ redirect_uris }) => redirect_uris)
  return uris.some((uri) => URL.canParse(uri) && new URL(uri).origin === origin)
}

/** Documents for anyone: metadata and public keys. */
const isPublic = (path: string): boolean => path.startsWith('/.well-known/') || path === '/jwks'

/**
 * Headers of every answer. The library answers any origin while it does not know the client (on
 * preflights and errors): only origins that an application registered may read those.
 */
export const guardAnswers = (provider: Provider): void => {
  provider.use(async (koa, next) => {
    const { ctx } = unitOfWork()
    for (const [name, value] of everywhere) koa.res.setHeader(name, value)
    koa.res.setHeader('X-Request-Id', ctx.request.id)
    await next()
    if (!koa.res.hasHeader('Access-Control-Allow-Origin')) return
    const origin = koa.get('Origin')
    if (isPublic(koa.path)) koa.set('Access-Control-Allow-Origin', '*')
    // A caller that is no page (most are services) names no origin, and none needs to be looked up.
    else if (origin === '' || !(await isRegistered(ctx, origin))) {
      koa.remove('Access-Control-Allow-Origin')
    }
  })
}
