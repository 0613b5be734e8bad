import type { Context } from '../../../kit/context.ts'
import { daysFrom, type Holder } from './holders.ts'

const faces = [
  { of: 'jonas.andersson', state: 'ACTIVE' },
  { of: 'clara.andersson', state: 'REGISTERING' },
] as const

/** A face that the provider knows, and a registration that was begun. */
export const insertFaces = async (ctx: Context, holder: Holder): Promise<void> => {
  const { ids, clock } = ctx.platform
  const now = clock.now()
  for (const { of, state } of faces) {
    const isActive = state === 'ACTIVE'
    await ctx.db
      .insertInto('faces')
      .values({
        tenant_id: ctx.tenant.id,
        id: ids.uuid(),
        user_id: holder(of).id,
        state,
        applicant: ids.uuid(),
        run: ids.uuid(),
        flow: 'WEB',
        registered_at: daysFrom(now, isActive ? -30 : 0),
        expires_at: daysFrom(now, isActive ? -29 : 1),
        activated_at: isActive ? daysFrom(now, -30) : null,
        last_used_at: null,
      })
      .execute()
  }
}
