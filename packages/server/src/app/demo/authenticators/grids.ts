import type { Context } from '../../../kit/context.ts'
import { grids } from '../../../modules/authenticators/grids/index.ts'
import { daysFrom, type Holder, owned } from './holders.ts'

const spare = 6

const expireYesterday = async (ctx: Context, id: string): Promise<void> => {
  const now = ctx.platform.clock.now()
  await ctx.db
    .updateTable('grids')
    .set({ assigned_at: daysFrom(now, -366), expires_at: daysFrom(now, -1) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Grid cards in the stock, on their way, in use, expired and cancelled. */
export const insertGrids = (ctx: Context, holder: Holder): Promise<void> =>
  ctx.transaction(async (ctx) => {
    const give = (name: string) => grids.createFor(ctx, holder(name).id)
    await grids.createBatch(ctx, { numberOfGrids: spare, groups: [] })
    await give('noah.andersson')
    for (const name of ['amelia.andersson', 'sofia.andersson']) {
      const { id } = await give(name)
      await grids.changeState(ctx, id, { state: 'ACTIVE', owned })
      if (name === 'sofia.andersson') await expireYesterday(ctx, id)
    }
    const { id } = await give('liam.andersson')
    await grids.changeState(ctx, id, { state: 'CANCELED', owned })
  })
