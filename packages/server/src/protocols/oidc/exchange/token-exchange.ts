import { isDeepStrictEqual } from 'node:util'
import { abort } from '@signet/rules/abort'
import { type Client, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import {
  buildTokenResponse,
  checkDpopReplay,
  checkDpopRequired,
  checkMtlsCert,
  validateDpop,
} from 'oidc-provider/lib/helpers/grants.js'
import { z } from 'zod'
import { detailsIn } from '../access/authorization-details.ts'
import { findConsent } from '../access/consents.repository.ts'
import { permittedScopes, reachable } from '../access/resource-servers.ts'
import { findAccount } from '../claims/accounts.ts'
import { settingsOf } from '../clients/client-settings.ts'
import { findApplication } from '../clients/clients.ts'
import { note } from '../events.ts'
import { newValue, secondsOf } from '../issue.ts'
import { words } from '../ordinary.ts'
import { unitOfWork } from '../unit-of-work.ts'
import { type Detail, type Subject, subjectOf } from './exchange-subjects.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'
const jwtType = 'urn:ietf:params:oauth:token-type:jwt'

/** A chain of services longer than this is a circle. */
const longestChain = 5

/** RFC 8693, section 2.1. */
const Asked = z.object({
  subject_token: z.string().min(1).max(10_000, abort),
  subject_token_type: z.enum([accessTokenType, jwtType]),
  requested_token_type: z.enum([accessTokenType, jwtType]).default(accessTokenType),
  resource: z.string().optional(),
  audience: z.string().optional(),
  scope: z.string().default(''),
  // The library has read it by its types (RFC 9396, section 2).
  authorization_details: z.string().optional(),
  // Who acts is the application that proves itself.
  actor_token: z.undefined().optional(),
  actor_token_type: z.undefined().optional(),
})
type Asked = z.output<typeof Asked>

/** @throws InvalidRequest naming what is missing or not taken */
const askedOf = ({ oidc }: KoaContextWithOIDC): Asked => {
  const read = Asked.safeParse(oidc.params)
  if (read.success) return read.data
  const name = read.error.issues[0]?.path.join('.') ?? ''
  throw new errors.InvalidRequest(`${name} is missing or not supported`)
}

/** The one API that the new token is for. @throws InvalidTarget without one, or for several */
const targetOf = ({ resource, audience }: Asked): string => {
  const target = resource ?? audience
  if (target === undefined || (audience !== undefined && audience !== target)) {
    throw new errors.InvalidTarget('one resource or audience has to be named')
  }
  return target
}

/**
 * Whether a client may exchange a token: its own, and those for APIs that it serves. Whoever came
 * by another token in passing makes nothing more of it.
 * @throws InvalidGrant
 */
const checkHolder = async (koa: KoaContextWithOIDC, subject: Subject): Promise<void> => {
  const { client } = koa.oidc
  if (client === undefined) throw new errors.InvalidClient()
  const isOwn = subject.clientId === client.clientId
  const isForIt = settingsOf(client).servedApis.includes(subject.audience)
  const issuedTo = await findApplication(unitOfWork().ctx, subject.clientId)
  if ((!isOwn && !isForIt) || issuedTo === undefined) {
    throw new errors.InvalidGrant('subject_token is invalid')
  }
}

/** RFC 8693, section 4.1: who acted before stands within. */
const actorOf = (clientId: string, { actor }: Subject): Readonly<Record<string, unknown>> => {
  const next = actor === null ? { sub: clientId } : { sub: clientId, act: actor }
  const depth = JSON.stringify(next).split('"sub"').length - 1
  if (depth > longestChain) throw new errors.InvalidGrant('too many have acted')
  return next
}

interface Granted {
  readonly scope: string
  readonly seconds: number
}

/**
 * What the new token is good for: never more, and never longer, than the person and the old one.
 * @throws InvalidScope for a scope beyond the old one's, or when none is left
 */
const grantedOf = async (
  koa: KoaContextWithOIDC,
  { asked, subject, target }: { asked: Asked; subject: Subject; target: string },
): Promise<Granted> => {
  const { ctx } = unitOfWork()
  const { client } = koa.oidc
  if (client === undefined) throw new errors.InvalidClient()
  const { api } = await reachable(koa, target, client.clientId)
  const named = words(asked.scope).filter((word) => word !== '')
  const beyond = named.find((scope) => !subject.scopes.includes(scope))
  if (beyond !== undefined) throw new errors.InvalidScope('subject_token does not hold it', beyond)
  const wanted = named.length === 0 ? subject.scopes : named
  const may = permittedScopes(api.scopes, subject.accountId)
  const consent = settingsOf(client).requireConsent
    ? ((await findConsent(ctx, subject.accountId, client.clientId))?.scopes ?? [])
    : may
  const scopes = wanted.filter((scope) => may.includes(scope) && consent.includes(scope))
  if (scopes.length === 0) throw new errors.InvalidScope('none of the scopes can be granted', '')
  const left = subject.endsAt - secondsOf(ctx.platform.clock.now())
  return { scope: scopes.join(' '), seconds: Math.min(api.lives, left) }
}

/** The API that somebody agreed to it for: those that a detail names itself, else the token's. */
const isFor = ({ locations }: Detail, { audience }: Subject, target: string): boolean =>
  locations === undefined ? audience === target : locations.includes(target)

/**
 * What of it the new token carries (RFC 9396, section 3): details that the old one has, named one
 * by one, each for an API that somebody agreed to. Without them a token would be good for more.
 * @throws InvalidRequest where none is named of a token that has some, InvalidAuthorizationDetails
 */
const detailsFor = (asked: Asked, subject: Subject, target: string): readonly Detail[] => {
  const wanted = detailsIn(asked.authorization_details)
  if (subject.details.length > 0 && wanted.length === 0) {
    throw new errors.InvalidRequest(
      'a token with authorization_details is exchanged by naming them',
    )
  }
  const granted = wanted.filter((one) =>
    subject.details.some((each) => isDeepStrictEqual(each, one) && isFor(each, subject, target)),
  )
  if (granted.length < wanted.length) {
    throw new errors.InvalidAuthorizationDetails('subject_token does not hold them for this API')
  }
  return granted
}

/** RFC 8693, section 2.1: the token that comes, if it is this client's to exchange. */
const subjectAsked = async (koa: KoaContextWithOIDC, client: Client, token: string) => {
  const subject = await subjectOf(token)
  await checkHolder(koa, subject)
  const account = await findAccount(koa, subject.accountId, { clientId: client.clientId })
  if (account === undefined) throw new errors.InvalidGrant('subject_token is invalid')
  koa.oidc.entity('Account', account)
  return subject
}

interface NewToken {
  readonly client: Client
  readonly subject: Subject
  readonly target: string
  readonly granted: Granted
  readonly details: readonly Detail[]
}

const newToken = (provider: Provider, { client, subject, target, granted, details }: NewToken) => {
  const { scope, seconds } = granted
  return new provider.AccessToken({
    ...(details.length === 0 ? {} : { rar: [...details] }),
    accountId: subject.accountId,
    client,
    expiresIn: seconds,
    // Nothing of it is stored: it ends by itself, soon.
    grantId: newValue(unitOfWork().ctx),
    gty: 'token_exchange',
    scope,
    resourceServer: new provider.ResourceServer(target, {
      scope,
      audience: target,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256' } },
    }),
  })
}

/** RFC 8693, section 2: a token for another API, in the name of the same person. */
const exchange = async (provider: Provider, koa: KoaContextWithOIDC): Promise<void> => {
  const { client } = koa.oidc
  if (client === undefined) throw new errors.InvalidClient()
  const asked = askedOf(koa)
  const target = targetOf(asked)
  const proof = await validateDpop(provider, koa)
  const certificate = checkMtlsCert(provider, koa)
  checkDpopRequired(provider, koa, proof)
  const subject = await subjectAsked(koa, client, asked.subject_token)
  const details = detailsFor(asked, subject, target)
  const granted = await grantedOf(koa, { asked, subject, target })
  unitOfWork().actor = actorOf(client.clientId, subject)
  const token = newToken(provider, { client, subject, target, granted, details })
  if (certificate !== undefined) token.setThumbprint('x5t', certificate)
  if (proof !== undefined) {
    await checkDpopReplay(provider, koa, proof, client.clientId)
    token.setThumbprint('jkt', proof.thumbprint)
  }
  koa.body = buildTokenResponse(provider, {
    accessToken: await token.save(),
    ...(details.length === 0 ? {} : { authorizationDetails: details }),
    expiresIn: granted.seconds,
    issuedTokenType: asked.requested_token_type,
    scope: granted.scope,
    tokenType: token.tokenType,
  })
  note(koa, unitOfWork().ctx.platform, {
    action: 'APPLICATION_TOKEN_EXCHANGED',
    outcome: 'SUCCESS',
    attributes: { audience: target, scope: granted.scope, issuedTo: subject.clientId },
  })
}

export const addTokenExchange = (provider: Provider): void => {
  const parameters = Object.keys(Asked.shape)
  provider.registerGrantType(grantType, (koa) => exchange(provider, koa), parameters)
}
