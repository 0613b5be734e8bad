import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { errors } from 'oidc-provider'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { secondsOf } from '../issue.ts'
import { mountPath } from '../mount-path.ts'
import { words } from '../ordinary.ts'
import { unitOfWork } from '../unit-of-work.ts'

/** Whom a token that is exchanged speaks for (RFC 8693, section 2.1), and how far. */
export interface Subject {
  readonly accountId: string
  /** The application it was issued to. */
  readonly clientId: string
  /** The API it is for. */
  readonly audience: string
  readonly scopes: readonly string[]
  /** What somebody agreed to in detail (RFC 9396, section 9.1). */
  readonly details: readonly Detail[]
  /** Seconds since 1970. */
  readonly endsAt: number
  /** Who acts in it already. */
  readonly actor: Readonly<Record<string, unknown>> | null
}

const invalid = (): Error => new errors.InvalidGrant('subject_token is invalid')

const Detail = z.looseObject({ type: z.string(), locations: z.array(z.string()).optional() })
export type Detail = z.output<typeof Detail>

/** RFC 9068, section 2.2. */
const Claims = z.object({
  sub: z.string(),
  /** The internal id, where the application knows users by an attribute (resource-servers.ts). */
  uid: z.string().optional(),
  aud: z.string(),
  client_id: z.string(),
  exp: z.number(),
  scope: z.string().default(''),
  authorization_details: z.array(Detail).default([]),
  act: z.record(z.string(), z.unknown()).nullable().default(null),
  cnf: z.undefined().optional(),
})

/**
 * RFC 9068, section 4: claims of one of this issuer's access tokens, whoever it is for.
 * @throws JOSEError
 */
export const verifiedClaims = async (ctx: Context, token: string): Promise<JWTPayload> => {
  const keys = await ctx.platform.keyRing.keysOf(ctx.tenant.id, 'oidc')
  const jwks = createLocalJWKSet({ keys: keys.map(({ publicJwk }) => ({ kty: '', ...publicJwk })) })
  const { payload } = await jwtVerify(token, jwks, {
    issuer: `${ctx.tenant.publicUrl}${mountPath}`,
    typ: 'at+jwt',
    algorithms: ['ES256', 'RS256'],
    currentDate: ctx.platform.clock.now(),
  })
  return payload
}

const ofJwt = async (ctx: Context, token: string): Promise<Subject> => {
  try {
    const claims = Claims.parse(await verifiedClaims(ctx, token))
    const { sub, uid, aud, client_id, exp, scope, act, ...rest } = claims
    return {
      accountId: uid ?? sub,
      clientId: client_id,
      audience: aud,
      scopes: words(scope),
      details: rest.authorization_details,
      endsAt: exp,
      actor: act,
    }
  } catch {
    throw invalid()
  }
}

/**
 * Reads a subject token, which is for an API: those without one open what the issuer knows of a
 * person, and hold no scope that an API could be asked with. One that is bound to a key is its
 * holder's to use, and is not exchanged.
 * @throws InvalidGrant for any that is not good, without saying why
 */
export const subjectOf = async (token: string): Promise<Subject> => {
  const { ctx } = unitOfWork()
  const subject = await ofJwt(ctx, token)
  if (subject.endsAt <= secondsOf(ctx.platform.clock.now())) throw invalid()
  return subject
}
