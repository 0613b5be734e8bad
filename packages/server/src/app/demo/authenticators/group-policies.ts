import type { Context } from '../../../kit/context.ts'
import { createGroupPolicy } from '../../../modules/access/group-policies/index.ts'

const hourMillis = 3_600_000

const idOf = async ({ db, tenant }: Context, name: string): Promise<string> => {
  const group = await db
    .selectFrom('groups')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return group.id
}

/** What holds for the people of some groups in the place of what holds for everybody. */
export const insertGroupPolicies = async (ctx: Context): Promise<void> => {
  await createGroupPolicy(ctx, {
    name: 'Night shift',
    groupIds: [await idOf(ctx, 'Night shift')],
    state: 'ACTIVE',
    settings: { tempaccesscode: { validityMillis: 8 * hourMillis }, grid: { lifeDays: 180 } },
  })
  await createGroupPolicy(ctx, {
    name: 'Cards for finance',
    groupIds: [await idOf(ctx, 'Finance')],
    state: 'INACTIVE',
    settings: { grid: { maximumPerUser: 1, maximumUses: 500 } },
  })
}
