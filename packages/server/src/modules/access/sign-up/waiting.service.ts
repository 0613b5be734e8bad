import type { listSignUps, SignUp } from '@signet/contract/access/sign-up'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { pageOf, positionOf } from '../../../kit/page.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import {
  countWaiting,
  listWaiting,
  removeWaiting,
  type StoredSignUp,
} from './sign-up.repository.ts'

/** Who signs up is in no group yet. @throws access_denied */
const expectWholeTenant = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
}

const present = (row: StoredSignUp): z.input<typeof SignUp> => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})

const list = 'sign-ups'

/** @throws access_denied */
export const listPaged = async (ctx: Context, { limit, cursor }: BodyOf<typeof listSignUps>) => {
  expectWholeTenant(ctx)
  const position = positionOf(ctx, list, cursor)
  const rows = await listWaiting(ctx, { limit, position })
  const count = await countWaiting(ctx)
  const edge = ({ created_at, id }: StoredSignUp) => [created_at.toISOString(), id]
  const total = { count, estimated: false }
  const page = pageOf(ctx, { list, limit, position, rows, edge, total })
  return { ...page, results: page.results.map(present) }
}

/** @throws not_found, access_denied */
export const remove = (ctx: Context, id: string): Promise<undefined> => {
  expectWholeTenant(ctx)
  return ctx.transaction(async (ctx) => {
    const row = await removeWaiting(ctx, id)
    if (row === undefined) throw new ApiError('not_found')
    audit(ctx, 'SIGN_UP_DELETED', { subject: { entity: 'USERS', id: '', name: row.email } })
    return undefined
  })
}
