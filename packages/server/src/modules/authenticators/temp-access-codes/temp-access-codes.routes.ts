import * as contract from '@signet/contract/authenticators/temp-access-codes'
import { ApiError } from '../../../kit/errors.ts'
import { routes } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { tempAccessCodes } from './temp-access-codes.service.ts'

export const tempAccessCodeRoutes = routes(contract, {
  readUserTempAccessCode: async (ctx, { params }) => {
    const owner = await readOwner(ctx, params.userid)
    const code = await tempAccessCodes.find(ctx, owner.id)
    if (code === null) throw new ApiError('not_found')
    return code
  },
  createUserTempAccessCode: (ctx, { params, body }) =>
    ctx.transaction(async (ctx) =>
      tempAccessCodes.create(ctx, await expectAuthority(ctx, params.userid), body),
    ),
  deleteUserTempAccessCode: async (ctx, { params }) => {
    await ctx.transaction(async (ctx) => {
      const owner = await expectAuthority(ctx, params.userid)
      if (!(await tempAccessCodes.remove(ctx, owner))) throw new ApiError('not_found')
    })
    return undefined
  },
})
