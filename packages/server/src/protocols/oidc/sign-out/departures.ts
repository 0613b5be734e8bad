import { tokenAlgorithms } from '@signet/rules/applications'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { StoredApplication } from '../../../modules/applications/oidc-applications/index.ts'
import { subjectAttributeOf, subjectFor } from '../claims/subjects.ts'
import { newValue, secondsOf, signJwt } from '../issue.ts'
import { mountPath } from '../mount-path.ts'

/* Which applications a session was used for, and how they are told that it has ended. */

/** An application that is told by its own server (OpenID Connect Back-Channel Logout 1.0). */
export const Told = z.object({
  clientId: z.string(),
  uri: z.string(),
  algorithm: z.enum(tokenAlgorithms),
  sid: z.string(),
  userId: z.string(),
  /** By what the application knows the user; null where it knows them no more. */
  subject: z.string().nullable().optional(),
})
type Told = z.output<typeof Told>

interface Members {
  readonly told: readonly Told[]
  /** Addresses to open in the browser (OpenID Connect Front-Channel Logout 1.0, section 2). */
  readonly frames: readonly string[]
}

interface DepartedSession {
  readonly user_id: string | null
  readonly oidc: Readonly<Record<string, unknown>>
}

const Standing = z.object({
  authorizations: z.record(z.string(), z.object({ sid: z.string() })).default({}),
})

/** By which name an application knows a session; null for one that has not opened it. */
export const sidOf = (session: Pick<DepartedSession, 'oidc'>, clientId: string): string | null =>
  Standing.parse(session.oidc).authorizations[clientId]?.sid ?? null

const frameOf = ({ tenant }: Context, uri: string, sid: string): string => {
  const url = new URL(uri)
  url.searchParams.set('iss', `${tenant.publicUrl}${mountPath}`)
  url.searchParams.set('sid', sid)
  return url.href
}

const openSessions = ({ db, tenant }: Context, ids: readonly string[]) =>
  db
    .selectFrom('sessions')
    .select(['user_id', 'oidc'])
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .limit(500)
    .execute()

const applicationsOf = ({ db, tenant }: Context, clientIds: readonly string[]) =>
  db
    .selectFrom('oidc_applications')
    .select(['client_id', 'protection', 'id_token_algorithm'])
    .where('tenant_id', '=', tenant.id)
    .where('client_id', 'in', clientIds)
    .where('enabled', '=', true)
    .execute()

/** By what applications know the users, each looked up once. */
const namesFor = (ctx: Context) => {
  const known = new Map<string, ReturnType<typeof subjectFor>>()
  return async (told: Told, row: Pick<StoredApplication, 'protection'>): Promise<Told> => {
    const attribute = subjectAttributeOf(row)
    if (attribute === null) return told
    const key = `${attribute} ${told.userId}`
    const asked = known.get(key) ?? subjectFor(ctx, { attribute, userId: told.userId })
    known.set(key, asked)
    const found = await asked
    return { ...told, subject: 'subject' in found ? found.subject : null }
  }
}

/** The applications that these sessions have opened. */
export const membersIn = async (
  ctx: Context,
  sessions: readonly DepartedSession[],
): Promise<Members> => {
  const visits = sessions.flatMap(({ user_id: userId, oidc }) =>
    Object.entries(Standing.parse(oidc).authorizations).map(([clientId, { sid }]) => ({
      clientId,
      sid,
      userId: userId ?? '',
    })),
  )
  if (visits.length === 0) return { told: [], frames: [] }
  const rows = await applicationsOf(ctx, [...new Set(visits.map(({ clientId }) => clientId))])
  const byId = new Map(rows.map((row) => [row.client_id, row]))
  const named = namesFor(ctx)
  const told = await Promise.all(
    visits.flatMap((visit) => {
      const row = byId.get(visit.clientId)
      const uri = row?.protection.backchannelLogoutUri ?? null
      if (row === undefined || uri === null) return []
      return [named({ ...visit, uri, algorithm: row.id_token_algorithm }, row)]
    }),
  )
  const frames = visits.flatMap(({ clientId, sid }) => {
    const uri = byId.get(clientId)?.protection.frontchannelLogoutUri ?? null
    return uri === null ? [] : [frameOf(ctx, uri, sid)]
  })
  return { told, frames }
}

/** The applications of sessions that are open still, asked before those end. */
export const membersOf = async (ctx: Context, sessionIds: readonly string[]): Promise<Members> =>
  membersIn(ctx, sessionIds.length === 0 ? [] : await openSessions(ctx, sessionIds))

const patienceMillis = 5000

/** Back-Channel Logout 1.0, section 2.4. */
const tokenFor = (ctx: Context, { clientId, algorithm, sid, userId, subject = userId }: Told) => {
  const iat = secondsOf(ctx.platform.clock.now())
  return signJwt(
    ctx,
    { typ: 'logout+jwt', alg: algorithm },
    {
      // The session is named in any case.
      ...(subject === null ? {} : { sub: subject }),
      sid,
      aud: clientId,
      iat,
      exp: iat + 120,
      jti: newValue(ctx),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    },
  )
}

const tell = async (ctx: Context, member: Told): Promise<boolean> => {
  try {
    const token = await tokenFor(ctx, member)
    if (token === null) return false
    const { status } = await ctx.platform.outbound.fetch('http', member.uri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
      maxRedirects: 0,
      timeoutMillis: patienceMillis,
      maxBytes: 65_536,
    })
    return status === 200 || status === 204
  } catch (error) {
    ctx.log.info({ client: member.clientId, err: error }, 'an application was not told')
    return false
  }
}

/** Tells all of them at once; whether each has heard it. */
export const tellMembers = async (
  ctx: Context,
  { told }: Pick<Members, 'told'>,
): Promise<boolean> => (await Promise.all(told.map((member) => tell(ctx, member)))).every(Boolean)
