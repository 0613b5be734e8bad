import type { Client, Provider } from 'oidc-provider'
import type { Context } from '../../kit/context.ts'
import { settingsOf } from './client-settings.ts'
import { membersOf } from './departures.ts'
import { framesPage } from './frames-page.ts'
import { navigationCookie, readOpenSession } from './sessions.ts'
import { unitOfWork } from './unit-of-work.ts'

/**
 * What other protocols know of a session that is about to end; once it has, they say where the
 * browser goes on to tell their applications, before it goes to `after`.
 */
export type Elsewhere = (
  ctx: Context,
  sessionId: string,
) => Promise<(after: string) => Promise<string>>

const sessionOf = async (ctx: Context): Promise<string | null> => {
  const cookie = navigationCookie(ctx)
  return cookie === null ? null : ((await readOpenSession(ctx, cookie))?.session ?? null)
}

/** ID tokens name the session to applications that are told of its end in a frame, too. */
export const nameSessions = (provider: Provider): void => {
  Object.defineProperty(provider.Client.prototype, 'includeSid', {
    value(this: Client): boolean {
      return this.backchannelLogoutUri !== undefined || settingsOf(this).namesSession
    },
  })
}

/**
 * Signing out by an application ends what every protocol opened in this session. The library tells
 * its applications by their servers; those in frames and those of other protocols follow here, after
 * the session has ended for good.
 */
export const leaveEverywhere = (provider: Provider, elsewhere: Elsewhere): void => {
  provider.use(async (koa, next) => {
    const unit = unitOfWork()
    const isAsked = koa.path === '/endsession/confirm' && koa.method === 'POST'
    const session = isAsked ? await sessionOf(unit.ctx) : null
    if (session === null) return next()
    const { frames } = await membersOf(unit.ctx, [session])
    const goOn = await elsewhere(unit.ctx, session)
    await next()
    const hasEnded = unit.sessionChanges.get(session)?.next === null
    if (koa.status !== 303 || !hasEnded) return
    const onward = await goOn(koa.response.get('Location'))
    if (frames.length === 0) {
      koa.set('Location', onward)
      return
    }
    const { headers, body } = framesPage(unit.ctx, { frames, next: onward })
    koa.remove('Location')
    koa.status = 200
    koa.set(headers)
    koa.body = body
  })
}
