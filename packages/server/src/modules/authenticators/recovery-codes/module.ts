import * as contract from '@signet/contract/authenticators/recovery-codes'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { readStatus, removeSet } from './recovery-codes.service.ts'

export const recoveryCodesModule: Module = {
  routes: [
    routes(contract, {
      readUserRecoveryCodes: async (ctx, { params }) => {
        const owner = await readOwner(ctx, params.userid)
        return readStatus(ctx, owner.id)
      },
      deleteUserRecoveryCodes: async (ctx, { params }) => {
        await ctx.transaction(async (ctx) =>
          removeSet(ctx, await expectAuthority(ctx, params.userid)),
        )
        return undefined
      },
    }),
  ],
  secretColumns: ['recovery_codes.code_hmac'],
}
