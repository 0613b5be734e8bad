import * as contract from '@signet/contract/authenticators/user-authenticators'
import { audit } from '../../../kit/audit.ts'
import { type Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'
import { clearBudgets, listLockouts } from '../attempts/index.ts'
import { fido } from '../fido/index.ts'
import { grids } from '../grids/index.ts'
import { kba } from '../kba/index.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import { readStatus } from '../passwords/index.ts'
import { recoveryCodes } from '../recovery-codes/index.ts'
import { tempAccessCodes } from '../temp-access-codes/index.ts'
import { tokens } from '../tokens/index.ts'

export const userAuthenticatorsModule: Module = {
  routes: [
    routes(contract, {
      readUserAuthenticators: async (ctx, { params }) => {
        const { id } = await readOwner(ctx, params.userid)
        return {
          password: await readStatus(ctx, id),
          tokens: await tokens.listOf(ctx, id),
          fidoTokens: await fido.listOf(ctx, id),
          grids: await grids.presentAll(ctx, id),
          recoveryCodes: await recoveryCodes.readStatus(ctx, id),
          tempAccessCode: await tempAccessCodes.find(ctx, id),
          kba: await kba.readStatus(ctx, id),
          lockouts: [...(await listLockouts(ctx, id))],
        }
      },
      unlockUserAuthenticators: (ctx, { params }) =>
        ctx.transaction(async (ctx) => {
          const owner = await expectAuthority(ctx, params.userid)
          await clearBudgets(ctx, owner.id)
          audit(ctx, 'AUTHENTICATORS_UNLOCKED', { subject: { entity: 'USERS', ...owner } })
          return undefined
        }),
    }),
  ],
}
