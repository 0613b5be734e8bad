import type {
  changeFavoriteApplication,
  SelfApplication,
} from '@signet/contract/access/self-applications'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { foundOr } from '../../../kit/rows.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import {
  findOpenable,
  insertFavorite,
  listOpenable,
  type Openable,
  removeFavorite,
} from './self-applications.repository.ts'

/**
 * Where it is opened: at the application, which begins a sign-in with us (OpenID Connect Core 1.0,
 * section 4), or here, from where we send it a response (SAML 2.0 profiles, section 4.1.5).
 */
const openUrlOf = (ctx: Context, { id, initiate_login_uri: uri }: Openable): string => {
  if (uri === null) return `${ctx.tenant.publicUrl}/api/saml/SAML2/SSO?applicationId=${id}`
  const url = new URL(uri)
  url.searchParams.set('iss', `${ctx.tenant.publicUrl}/api/oidc`)
  return url.href
}

export const listOwn = async (ctx: Context): Promise<z.input<typeof SelfApplication>[]> => {
  const rows = await listOpenable(ctx, signedInUser(ctx).id)
  return rows.map((row) => {
    const { id, name, description, favorite } = row
    return { id, name, description, openUrl: openUrlOf(ctx, row), favorite }
  })
}

/** As `listOwn`, of somebody whom an administrator sees. @throws user_not_found */
export const listOf = async (ctx: Context, userId: string) => {
  const { id: ownerId } = await readOwner(ctx, userId)
  const rows = await listOpenable(ctx, ownerId)
  return rows.map(({ id, name, description, favorite }) => ({ id, name, description, favorite }))
}

export const validate = async (ctx: Context, applicationId: string) => {
  const application = await findOpenable(ctx, applicationId)
  return { valid: application !== undefined, name: application?.name ?? null }
}

const orNotFound = foundOr('not_found')

/** @throws not_found */
export const open = (ctx: Context, applicationId: string) =>
  ctx.transaction(async (ctx) => {
    const application = orNotFound(await findOpenable(ctx, applicationId))
    const { id, name } = application
    audit(ctx, 'APPLICATION_OPENED', { subject: { entity: 'APPLICATIONS', id, name } })
    return { redirect: openUrlOf(ctx, application) }
  })

/** @throws not_found */
export const changeFavorite = (
  ctx: Context,
  { applicationId, favorite }: BodyOf<typeof changeFavoriteApplication>,
): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const application = orNotFound(await findOpenable(ctx, applicationId))
    const { id, name } = application
    await (favorite ? insertFavorite(ctx, application) : removeFavorite(ctx, application))
    audit(ctx, 'FAVORITE_APPLICATION_CHANGED', {
      subject: { entity: 'APPLICATIONS', id, name },
      attributes: { favorite },
    })
    return undefined
  })
