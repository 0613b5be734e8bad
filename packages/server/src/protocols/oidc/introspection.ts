import { type JWTPayload, errors as joseErrors } from 'jose'
import type { Client, Configuration, Provider } from 'oidc-provider'
import { z } from 'zod'
import type { Context } from '../../kit/context.ts'
import { recordRejection } from '../../modules/tenancy/rejections/index.ts'
import { accountOf } from './claims/account-claims.ts'
import { findAccountRow } from './claims/accounts.repository.ts'
import { hasSubject, subjectAttributeOf, subjectFor } from './claims/subjects.ts'
import { settingsOf } from './clients/client-settings.ts'
import { findApplication } from './clients/clients.ts'
import { verifiedClaims } from './exchange/exchange-subjects.ts'
import { hasLiveGrantFor } from './grants.repository.ts'
import { isOidcContext } from './oidc-context.ts'
import { unitOfWork } from './unit-of-work.ts'

/*
 * Who may ask about a token (RFC 7662, section 4): the application it was issued to, and the
 * applications that serve the API it is for. For all others it is not active.
 */

type AllowedPolicy = NonNullable<
  NonNullable<NonNullable<Configuration['features']>['introspection']>['allowedPolicy']
>

const mayIntrospect = (client: Client, issuedTo: unknown, audience: unknown): boolean =>
  issuedTo === client.clientId ||
  (typeof audience === 'string' && settingsOf(client).servedApis.includes(audience))

/** Answered as any token that is not active: only the log tells who asked about what is not theirs. */
const noteForeign = async (client: Client, issuedTo: string): Promise<void> =>
  recordRejection(unitOfWork().ctx, {
    door: 'INTROSPECTION',
    reason: 'TOKEN_OF_OTHER',
    application: { id: client.clientId, name: client.clientName ?? '' },
    asked: { client_id: client.clientId },
    registered: { issued_to: issuedTo, served_apis: settingsOf(client).servedApis },
  })

/** Whether the application that it was issued to still knows whom it is of. */
const hasItsSubject = async (provider: Provider, clientId = '', userId?: string) => {
  const issuedTo = await provider.Client.find(clientId)
  return userId === undefined || (issuedTo !== undefined && (await hasSubject(issuedTo, userId)))
}

export const introspectionPolicy: AllowedPolicy = async (koa, client, token) => {
  if (mayIntrospect(client, token.clientId, 'aud' in token ? token.aud : undefined)) {
    const userId = 'accountId' in token ? token.accountId : undefined
    return hasItsSubject(koa.oidc.provider, token.clientId, userId)
  }
  await noteForeign(client, token.clientId ?? '')
  return false
}

const Claims = z.looseObject({
  sub: z.string(),
  uid: z.string().optional(),
  aud: z.string(),
  client_id: z.string(),
  act: z.unknown().optional(),
  cnf: z.object({ jkt: z.string().optional() }).optional(),
})
type Claims = z.output<typeof Claims>

/** The claims of a JWT that is good by itself; null for any other text. */
const claimsOf = async (ctx: Context, token: string): Promise<Claims | null> => {
  try {
    const payload: JWTPayload = await verifiedClaims(ctx, token)
    return Claims.safeParse(payload).data ?? null
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return null
    throw error
  }
}

/**
 * Whether what the token stands for still is: the application it was issued to, the person, and what
 * they granted. A token that was exchanged has no grant of its own.
 */
const isLive = async (
  ctx: Context,
  { sub, uid, aud, client_id, act }: Claims,
): Promise<boolean> => {
  const application = await findApplication(ctx, client_id)
  if (application === undefined) return false
  if (uid === undefined && sub === client_id) return true
  const userId = uid ?? sub
  const row = await findAccountRow(ctx.db, ctx.tenant.id, userId)
  if (row === undefined || accountOf(row) === null) return false
  const known = await subjectFor(ctx, { attribute: subjectAttributeOf(application), userId })
  if (!('subject' in known) || known.subject !== sub) return false
  if (act !== undefined || aud === `${ctx.tenant.publicUrl}/api`) return true
  return hasLiveGrantFor(ctx, { userId, clientId: client_id, resource: aud })
}

/** RFC 7662, section 2.2; what the token says beyond that is for the API that it is for. */
const answerFor = async (
  client: Client,
  token: string,
): Promise<Readonly<Record<string, unknown>>> => {
  const { ctx } = unitOfWork()
  const claims = await claimsOf(ctx, token)
  if (claims === null) return { active: false }
  if (!mayIntrospect(client, claims.client_id, claims.aud)) {
    await noteForeign(client, claims.client_id)
    return { active: false }
  }
  if (!(await isLive(ctx, claims))) return { active: false }
  const type = claims.cnf?.jkt === undefined ? 'Bearer' : 'DPoP'
  return { ...claims, active: true, token_type: type }
}

const isUnsupported = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  body.error === 'unsupported_token_type'

/** The library answers for opaque tokens alone; it has checked who asks before it sees what for. */
export const introspectJwts = (provider: Provider): void => {
  provider.use(async (koa, next) => {
    await next()
    if (koa.path !== '/introspection' || !isUnsupported(koa.body) || !isOidcContext(koa)) return
    const { client, params } = koa.oidc
    if (client === undefined) return
    koa.status = 200
    koa.body = await answerFor(client, String(params?.token))
  })
}
