import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { groupsInSight, seesMemberOf } from '../../identity/groups/index.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { groupsOfTokens } from './token-groups.repository.ts'
import type { StoredToken } from './tokens.repository.ts'

/** Whoever is limited to groups knows of the stock that is meant for them. @throws not_found */
const expectInStock = async (ctx: Context, { id }: StoredToken): Promise<void> => {
  if (groupsInSight(ctx) === 'ALL') return
  const groups = (await groupsOfTokens(ctx, [id])).get(id) ?? []
  if (!seesMemberOf(ctx, groups)) throw new ApiError('not_found')
}

/** @throws user_not_found, not_found for a token out of the actor's sight */
export const expectSeen = async (ctx: Context, token: StoredToken): Promise<void> => {
  if (token.user_id === null) await expectInStock(ctx, token)
  else await readOwner(ctx, token.user_id)
}

/** @throws user_not_found, not_found, rights_not_held */
export const expectManaged = async (ctx: Context, token: StoredToken): Promise<void> => {
  if (token.user_id === null) await expectInStock(ctx, token)
  else await expectAuthority(ctx, token.user_id)
}
