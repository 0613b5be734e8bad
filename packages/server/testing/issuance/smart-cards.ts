import type { Context } from '../../src/kit/context.ts'
import { smartCardSets } from '../../src/modules/issuance/smart-cards/index.ts'

type Wanted = Parameters<typeof smartCardSets.insert>[1][number]

/** A card of the inventory that nobody has. */
export const buildSmartCard = async (ctx: Context, given: Partial<Wanted> = {}) => {
  const serial = given.serial ?? `SC-${ctx.platform.ids.random(5).toString('hex')}`
  const csn = ctx.platform.ids.random(7).toString('hex').toUpperCase()
  const card: Wanted = { csn, card_type: 'MIFARE_CLASSIC', groups: [], ...given, serial }
  const [id = ''] = await ctx.transaction((ctx) => smartCardSets.insert(ctx, [card]))
  return { id, serial, csn: card.csn }
}
