import type {
  changeFavoriteApplication,
  SelfApplication,
} from '@signet/contract/access/self-applications'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { readOwner } from '../../authenticators/owners/index.ts'
import {
  findOpenable,
  insertFavorite,
  listOpenable,
  removeFavorite,
} from './self-applications.repository.ts'

/** Where the application begins a sign-in with us (OpenID Connect Core 1.0, section 4). */
const openUrlOf = (ctx: Context, initiateLoginUri: string): string => {
  const url = new URL(initiateLoginUri)
  url.searchParams.set('iss', `${ctx.tenant.publicUrl}/api/oidc`)
  return url.href
}

export const listOwn = async (ctx: Context): Promise<z.input<typeof SelfApplication>[]> => {
  const rows = await listOpenable(ctx, signedInUser(ctx).id)
  return rows.flatMap(({ id, name, description, initiate_login_uri: uri, favorite }) =>
    uri === null
      ? []
      : [{ id, name, description, openUrl: openUrlOf(ctx, uri), favorite: favorite !== null }],
  )
}

/** As `listOwn`, of somebody whom an administrator sees. @throws user_not_found */
export const listOf = async (ctx: Context, userId: string) => {
  const { id: ownerId } = await readOwner(ctx, userId)
  const rows = await listOpenable(ctx, ownerId)
  return rows.map(({ id, name, description, favorite }) => ({
    id,
    name,
    description,
    favorite: favorite !== null,
  }))
}

export const validate = async (ctx: Context, applicationId: string) => {
  const application = await findOpenable(ctx, applicationId)
  return { valid: application !== undefined, name: application?.name ?? null }
}

/** @throws not_found */
export const open = (ctx: Context, applicationId: string) =>
  ctx.transaction(async (ctx) => {
    const application = await findOpenable(ctx, applicationId)
    const uri = application?.initiate_login_uri ?? null
    if (application === undefined || uri === null) throw new ApiError('not_found')
    const { id, name } = application
    audit(ctx, 'APPLICATION_OPENED', { subject: { entity: 'APPLICATIONS', id, name } })
    return { redirect: openUrlOf(ctx, uri) }
  })

/** @throws not_found */
export const changeFavorite = (
  ctx: Context,
  { applicationId, favorite }: BodyOf<typeof changeFavoriteApplication>,
): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const application = await findOpenable(ctx, applicationId)
    if (application === undefined) throw new ApiError('not_found')
    const { id, name } = application
    await (favorite ? insertFavorite(ctx, id) : removeFavorite(ctx, id))
    audit(ctx, 'FAVORITE_APPLICATION_CHANGED', {
      subject: { entity: 'APPLICATIONS', id, name },
      attributes: { favorite },
    })
    return undefined
  })
