import { isolationHours } from '@signet/rules/isolation'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { IsolationSettingsRow } from '../../../platform/db/schema/isolation.ts'

type Stored = Selectable<IsolationSettingsRow>

export const readStored = ({ db, tenant }: Context): Promise<Stored | undefined> =>
  db
    .selectFrom('isolation_settings')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirst()

const write = async ({ db, tenant }: Context, change: Partial<Omit<Stored, 'tenant_id'>>) => {
  await db
    .insertInto('isolation_settings')
    .values({
      tenant_id: tenant.id,
      enabled: false,
      interval_hours: isolationHours.usual,
      canary_one: null,
      canary_two: null,
      ...change,
    })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(change))
    .execute()
}

export const keepCanaries = (ctx: Context, one: string, two: string): Promise<void> =>
  write(ctx, { canary_one: one, canary_two: two })

export const keepSettings = (
  ctx: Context,
  { enabled, intervalHours }: { readonly enabled: boolean; readonly intervalHours: number },
): Promise<void> => write(ctx, { enabled, interval_hours: intervalHours })
