import { hash, timingSafeEqual } from 'node:crypto'
import { clientRegistrationFamily } from '@signet/contract/settings/clientregistration'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { readSecrets, settings } from '../../settings/families/index.ts'
import {
  findByClientId,
  oidcApplications,
  type StoredApplication,
} from '../oidc-applications/index.ts'
import { allowedOf, type Metadata, type Policy } from './client-metadata.ts'

const hashOf = (token: string): string => hash('sha256', token, 'base64url')

/** Both are of one length: hashes. */
const areAlike = (one: string, other: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(one)), Buffer.from(hashOf(other)))

/** What the tenant allows; null where nothing registers by itself. */
const openPolicy = async (ctx: Context): Promise<Policy | null> => {
  const policy = await settings.clientRegistration(ctx)
  return policy.enabled ? policy : null
}

/** RFC 7591, section 3: with the token of the tenant where it has one. */
const mayRegister = async (ctx: Context, token: string | null): Promise<boolean> => {
  const { initialAccessToken } = await readSecrets(ctx, clientRegistrationFamily)
  return initialAccessToken === undefined || (token !== null && areAlike(token, initialAccessToken))
}

/** An application as it stands, and what only this one answer shows. */
export interface Registered {
  readonly application: StoredApplication
  readonly token: string
  readonly secret: string | null
}

const newToken = (ctx: Context): string => ctx.platform.ids.random(32).toString('base64url')

const found = async (ctx: Context, clientId: string): Promise<StoredApplication> => {
  const application = await findByClientId(ctx.db, ctx.tenant.id, clientId)
  if (application === undefined) throw new Error('an application that was just there')
  return application
}

/** Names of applications are each once: one that is taken gets an ending. */
const withEnding = (ctx: Context, name: string): string =>
  `${name} (${ctx.platform.ids.random(4).toString('hex')})`

/** By the name that is wanted, or by one with an ending where another application has it. */
const named = async <T>(
  ctx: Context,
  wanted: { readonly name: string },
  work: (name: string) => Promise<T>,
): Promise<T> => {
  try {
    return await work(wanted.name)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'application_exists') throw error
    return work(withEnding(ctx, wanted.name))
  }
}

/** @throws Unregistrable, ApiError of the applications; `too_many_requests` for one too many */
const register = (ctx: Context, policy: Policy, metadata: Metadata): Promise<Registered> =>
  oidcApplications.withItsKey(ctx, async (ctx) => {
    if ((await oidcApplications.countSelfRegistered(ctx)) >= policy.mostApplications) {
      throw new ApiError('too_many_requests')
    }
    const wanted = allowedOf(metadata, policy)
    const token = newToken(ctx)
    const { application, clientSecret } = await named(ctx, wanted, (name) =>
      oidcApplications.create(ctx, { ...wanted, name }, { registrationHash: hashOf(token) }),
    )
    return { application: await found(ctx, application.clientId), token, secret: clientSecret }
  })

/** The enabled application whose registration access token this is; null for any other. */
const ownRegistration = async (
  ctx: Context,
  { clientId, token }: { readonly clientId: string; readonly token: string | null },
): Promise<StoredApplication | null> => {
  const application = await findByClientId(ctx.db, ctx.tenant.id, clientId)
  const kept = application?.registration_hash ?? null
  if (application === undefined || kept === null || token === null) return null
  return areAlike(hashOf(token), kept) && application.enabled ? application : null
}

interface Changing {
  readonly policy: Policy
  readonly metadata: Metadata
}

/**
 * RFC 7592, section 2.2: all of it anew, and another token from then on.
 * @throws Unregistrable, ApiError; null where the token has been used meanwhile
 */
const change = (
  ctx: Context,
  before: StoredApplication,
  { policy, metadata }: Changing,
): Promise<Registered | null> =>
  oidcApplications.withItsKey(ctx, async (ctx) => {
    const token = newToken(ctx)
    const moving = { id: before.id, from: before.registration_hash ?? '', to: hashOf(token) }
    if (!(await oidcApplications.moveRegistration(ctx, moving))) return null
    const asked = allowedOf(metadata, policy)
    const isSameName = metadata.client_name === undefined
    const wanted = isSameName ? { ...asked, name: before.name } : asked
    await named(ctx, wanted, (name) => oidcApplications.change(ctx, before.id, { ...wanted, name }))
    const after = await found(ctx, before.client_id)
    const needsSecret = after.auth_method.startsWith('client_secret') && after.secret_hash === null
    const secret = needsSecret
      ? (await oidcApplications.generateSecret(ctx, after.id)).clientSecret
      : null
    return { application: after, token, secret }
  })

/** RFC 7592, section 2.3. */
const remove = (ctx: Context, { id }: StoredApplication): Promise<undefined> =>
  oidcApplications.remove(ctx, id)

/** Whether this is the secret of the application (RFC 7592, section 2.2). */
const hasSecret = ({ secret_hash: kept }: StoredApplication, secret: string): boolean =>
  kept !== null && areAlike(hashOf(secret), kept)

/** What becomes of applications that register by themselves. */
export const registrations = {
  openPolicy,
  mayRegister,
  register,
  ownRegistration,
  change,
  remove,
  hasSecret,
} as const
