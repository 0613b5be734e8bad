import { type listSignUps, SignUp } from '@signet/contract/access/sign-up'
import type { BodyOf } from '@signet/contract/kit/endpoint'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { keysetList } from '../../../kit/lists.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'
import { groupsInSight } from '../../identity/groups/index.ts'
import { removeWaiting, waiting } from './sign-up.repository.ts'

/** Who signs up is in no group yet. @throws access_denied */
const expectWholeTenant = (ctx: Context): void => {
  if (groupsInSight(ctx) !== 'ALL') throw new ApiError('access_denied')
}

const present = fieldsOf(SignUp)

const list = keysetList({
  name: 'sign-ups',
  keys: [
    ['created_at', 'timestamptz'],
    ['id', 'uuid'],
  ],
  descending: true,
  rows: (ctx, _wanted: BodyOf<typeof listSignUps>) => waiting(ctx),
  present: (_ctx, rows) => rows.map(present),
})

/** @throws access_denied */
export const listPaged = (ctx: Context, wanted: BodyOf<typeof listSignUps>) => {
  expectWholeTenant(ctx)
  return list(ctx, wanted)
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
