import type { Context } from '../../kit/context.ts'
import { ipLists } from '../../modules/access/ip-lists/index.ts'
import { keepLocation } from '../../modules/access/locations/index.ts'
import { transactions } from '../../modules/access/transactions/index.ts'

/** What rules about risk are made of, and places that somebody has signed in from. */
export const insertRisk = async (
  ctx: Context,
  users: ReadonlyMap<string, string>,
): Promise<void> => {
  await ipLists.create(ctx, {
    name: 'Head office',
    description: 'Both lines of the office in Berlin',
    addresses: ['192.0.2.0/24', '2001:db8:5::/48'],
  })
  const amount = await transactions.items.create(ctx, {
    name: 'amount',
    description: 'Euros',
    type: 'NUMBER',
  })
  await transactions.rules.create(ctx, {
    name: 'Large payment',
    description: 'More than ten thousand euros',
    matching: 'ALL',
    conditions: [{ itemId: amount.value.id, operator: 'GREATER_THAN', values: ['10000'] }],
  })
  const userId = users.get('ada')
  if (userId === undefined) return
  const berlin = { country: 'DE', region: 'BE', city: 'Berlin', latitude: 52.5, longitude: 13.4 }
  await ctx.db.executeQuery(keepLocation(ctx, { userId, place: berlin, address: '192.0.2.17' }))
}
