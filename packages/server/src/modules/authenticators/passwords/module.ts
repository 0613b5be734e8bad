import * as contract from '@signet/contract/authenticators/passwords'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { judge, readRules, readStatus } from './passwords.service.ts'
import { assign, remind, remove } from './user-passwords.service.ts'

export const passwordsModule: Module = {
  routes: [
    routes(contract, {
      readUserPassword: async (ctx, { params }) => {
        const owner = await readOwner(ctx, params.userid)
        return readStatus(ctx, owner.id)
      },
      setUserPassword: (ctx, { params, body }) => assign(ctx, params.userid, body),
      deleteUserPassword: (ctx, { params }) => remove(ctx, params.userid),
      notifyUserPassword: async (ctx, { params }) => {
        await remind(ctx, await expectAuthority(ctx, params.userid))
        return undefined
      },
      validateUserPassword: async (ctx, { params, body }) => {
        const owner = await readOwner(ctx, params.userid)
        return judge(ctx, { userId: owner.id, password: body.password })
      },
      readUserPasswordRules: async (ctx, { params }) => {
        const owner = await readOwner(ctx, params.userid)
        return readRules(ctx, owner.id)
      },
    }),
  ],
  kept: {
    'passwords.expires_at': 'the password is to be changed then',
  },
  secretColumns: ['password_history.hash', 'passwords.binding', 'passwords.hash'],
}
