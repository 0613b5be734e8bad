import * as contract from '@signet/contract/authenticators/temp-access-codes'
import { ApiError } from '../../../kit/errors.ts'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { tempAccessCodes } from './temp-access-codes.service.ts'

export const tempAccessCodesModule: Module = {
  routes: [
    routes(contract, {
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
    }),
  ],
  kept: {
    'temp_access_codes.expires_at':
      'shown as expired until it is deleted or another takes its place',
  },
  secretColumns: ['temp_access_codes.code_hmac'],
}
