import { activeStates } from '@signet/rules/print-jobs'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PrinterRow } from '../../../platform/db/schema/printing.ts'

export type StoredPrinter = Selectable<PrinterRow>

const printers = ({ db, tenant }: Context) =>
  db.selectFrom('printers').selectAll().where('tenant_id', '=', tenant.id)

export const findPrinter = (ctx: Context, id: string): Promise<StoredPrinter | undefined> =>
  printers(ctx).where('id', '=', id).executeTakeFirst()

export const findByDevice = (ctx: Context, deviceId: string): Promise<StoredPrinter | undefined> =>
  printers(ctx).where('device_id', '=', deviceId).executeTakeFirst()

/** A new printer is looked at in its lane. */
export const insertLane = async (
  { db, tenant, platform }: Context,
  printerId: string,
): Promise<void> => {
  await db
    .insertInto('printer_lanes')
    .values({ tenant_id: tenant.id, printer_id: printerId, due_at: platform.clock.now() })
    .execute()
}

/** There is something to do for it now, also while somebody works for it. */
export const wakeLane = async ({ db, tenant, platform }: Context, id: string): Promise<void> => {
  await sql`
    update printer_lanes set due_at = least(due_at, ${platform.clock.now()})
    where tenant_id = ${tenant.id} and printer_id = ${id}`.execute(db)
}

/** Whether cards wait for it, are in it, or need an answer. */
export const hasActiveJobs = async ({ db, tenant }: Context, id: string): Promise<boolean> =>
  (await db
    .selectFrom('print_jobs')
    .select('id')
    .where('tenant_id', '=', tenant.id)
    .where('printer_id', '=', id)
    .where('queue_state', 'in', [...activeStates])
    .limit(1)
    .executeTakeFirst()) !== undefined
