import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { mountPath } from '../mount-path.ts'
import { endOpenSession, navigationCookie, readOpenSession } from '../sessions.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { membersOf, tellMembers } from './departures.ts'
import { framesPage } from './frames-page.ts'
import { signOutRequestOf } from './sign-out-requests.ts'

/**
 * What other protocols know of a session that is about to end; once it has, they say where the
 * browser goes on to tell their applications, before it goes to `after`.
 */
export type Elsewhere = (
  ctx: Context,
  sessionId: string,
) => Promise<(after: string) => Promise<string>>

type Session = NonNullable<Awaited<ReturnType<typeof readOpenSession>>>

const sessionOf = async (ctx: Context): Promise<Session | null> => {
  const cookie = navigationCookie(ctx)
  return cookie === null ? null : ((await readOpenSession(ctx, cookie)) ?? null)
}

/** The part of Koa's context that an answer is made of. */
type Answering = Pick<KoaContextWithOIDC, 'status' | 'body' | 'set' | 'remove' | 'cookies'>

interface Onward {
  readonly frames: readonly string[]
  readonly next: string
}

/** To the applications in frames first, then to those of other protocols, then back. */
const leadOn = (ctx: Context, koa: Answering, { frames, next }: Onward): void => {
  if (frames.length === 0) {
    koa.status = 303
    koa.set('Location', next)
    return
  }
  const { headers, body } = framesPage(ctx, { frames, next })
  koa.remove('Location')
  koa.status = 200
  koa.set(headers)
  koa.body = body
}

/** Ends the session first: whatever becomes of the applications, nobody is signed in here. */
const endNow = (ctx: Context, session: Session, client: Client): Promise<void> =>
  ctx.transaction(async (ctx) => {
    await endOpenSession(ctx, session.session)
    audit(ctx, 'APPLICATION_SIGN_OUT', {
      subject: { entity: 'APPLICATIONS', id: client.clientId, name: client.clientName ?? '' },
      actor: { kind: 'user', id: session.id, name: session.user_id ?? '' },
    })
  })

interface Leaving {
  readonly session: Session
  readonly client: Client
  readonly elsewhere: Elsewhere
  readonly after: string
}

const leave = async (
  ctx: Context,
  { session, client, elsewhere, after }: Leaving,
): Promise<Onward> => {
  const members = await membersOf(ctx, [session.session])
  const goOn = await elsewhere(ctx, session.session)
  await endNow(ctx, session, client)
  await tellMembers(ctx, members)
  return { frames: members.frames, next: await goOn(after) }
}

/**
 * An application that shows an ID token of this session signs the person out without a question
 * (RP-Initiated Logout 1.0, section 2); a hint that is none of ours is as none.
 */
export const signOutAtOnce = (provider: Provider, elsewhere: Elsewhere): void => {
  provider.use(async (koa, next) => {
    if (koa.path !== '/endsession' || koa.method !== 'GET') return next()
    const { ctx } = unitOfWork()
    const session = await sessionOf(ctx)
    const { query, client, back } = await signOutRequestOf(provider, koa.query, session)
    if (client === null) {
      Object.assign(koa, { query })
      return next()
    }
    const after = back ?? `${ctx.tenant.publicUrl}${mountPath}/endsession/success`
    koa.set('Cache-Control', 'no-store')
    if (session === null) return leadOn(ctx, koa, { frames: [], next: after })
    const onward = await leave(ctx, { session, client, elsewhere, after })
    koa.cookies.set(provider.cookieName('session'), null, { path: '/', httpOnly: true })
    leadOn(ctx, koa, onward)
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
    const { frames } = await membersOf(unit.ctx, [session.session])
    const goOn = await elsewhere(unit.ctx, session.session)
    await next()
    const hasEnded = unit.sessionChanges.get(session.session)?.next === null
    if (koa.status !== 303 || !hasEnded) return
    leadOn(unit.ctx, koa, { frames, next: await goOn(koa.response.get('Location')) })
  })
}
