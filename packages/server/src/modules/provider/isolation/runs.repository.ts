import type { Selectable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { insertRow } from '../../../platform/db/row-sets.ts'
import type { IsolationRunRow } from '../../../platform/db/schema/isolation.ts'

export type StoredRun = Selectable<IsolationRunRow>

type RunChange = Partial<Omit<StoredRun, 'tenant_id' | 'id'>>

export const runsOf = ({ db, tenant }: Context) =>
  db.selectFrom('isolation_runs').selectAll().where('tenant_id', '=', tenant.id)

/** The one that waits or runs: none begins or is requested until the transaction ends. */
export const holdOpen = async (ctx: Context): Promise<StoredRun | undefined> => {
  await ctx.db
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .forNoKeyUpdate()
    .execute()
  return runsOf(ctx).where('state', 'in', ['REQUESTED', 'RUNNING']).executeTakeFirst()
}

export const insertRun = (
  ctx: Context,
  requestedBy: string | null,
  outcome: RunChange = {},
): Promise<StoredRun> =>
  insertRow(ctx, 'isolation_runs', {
    id: ctx.platform.ids.uuid(),
    state: 'REQUESTED',
    requested_by: requestedBy,
    requested_at: ctx.platform.clock.now(),
    started_at: null,
    ended_at: null,
    release: null,
    calls: 0,
    probes: 0,
    findings: 0,
    report: null,
    signed: null,
    digest: null,
    ...outcome,
  })

export const changeRun = async (
  { db, tenant }: Context,
  id: string,
  change: RunChange,
): Promise<void> => {
  await db
    .updateTable('isolation_runs')
    .set(change)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .execute()
}

/** Of the last run that came to its end. */
export const lastDigest = async (ctx: Context): Promise<string | null> =>
  (
    await runsOf(ctx)
      .where('state', '=', 'COMPLETED')
      .orderBy('ended_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.digest ?? null
