import type { Context } from '../../../kit/context.ts'
import { tempAccessCodes } from '../../../modules/authenticators/temp-access-codes/index.ts'
import type { Holder } from './holders.ts'

/** A code for somebody who has lost their token; whoever wants to sign in by it makes a new one. */
export const insertTempAccessCodes = (ctx: Context, holder: Holder): Promise<void> =>
  ctx.transaction(async (ctx) => {
    await tempAccessCodes.create(ctx, holder('liam.andersson'), {})
  })
