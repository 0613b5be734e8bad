import type { Context } from '../../kit/context.ts'

/** A policy that is off and says nothing, somewhere in the order: several are made at a time. */
export const buildGroupPolicy = async (ctx: Context): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('group_policies')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      name: id,
      name_key: id,
      priority: ctx.platform.ids.random(4).readUInt32BE() >>> 1,
      active: false,
      settings: '{}',
      updated_at: ctx.platform.clock.now(),
    })
    .execute()
  return id
}
