import { activeStates } from '@signet/rules/print-jobs'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PrinterRow } from '../../../platform/db/schema/printing.ts'

export type StoredPrinter = Selectable<PrinterRow>

const printers = ({ db, tenant }: Context) =>
  db.selectFrom('printers').selectAll().where('tenant_id', '=', tenant.id)

export const listRows = (ctx: Context, most: number): Promise<StoredPrinter[]> =>
  printers(ctx).orderBy('name_key').limit(most).execute()

export const findPrinter = (ctx: Context, id: string): Promise<StoredPrinter | undefined> =>
  printers(ctx).where('id', '=', id).executeTakeFirst()

export const findByDevice = (ctx: Context, deviceId: string): Promise<StoredPrinter | undefined> =>
  printers(ctx).where('device_id', '=', deviceId).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findForChange = (ctx: Context, id: string): Promise<StoredPrinter | undefined> =>
  printers(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Keeps the rows as they are until the transaction ends, always in the same order. */
export const lockPrinters = (ctx: Context, ids: readonly string[]): Promise<StoredPrinter[]> =>
  printers(ctx)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

export const countRows = async ({ db, tenant }: Context): Promise<number> => {
  const { count } = await db
    .selectFrom('printers')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type PrinterColumns = Omit<
  Insertable<PrinterRow>,
  'tenant_id' | 'version' | 'created_at' | 'modified_at'
>

/** With its lane, so that it is looked at. */
export const insertPrinter = async (
  { db, tenant, platform }: Context,
  columns: PrinterColumns,
): Promise<StoredPrinter> => {
  const now = platform.clock.now()
  const row = await db
    .insertInto('printers')
    .values({ ...columns, tenant_id: tenant.id, created_at: now, modified_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await db
    .insertInto('printer_lanes')
    .values({ tenant_id: tenant.id, printer_id: row.id, due_at: now })
    .execute()
  return row
}

export const updatePrinterRow = (
  { db, tenant, platform }: Context,
  id: string,
  columns: Updateable<PrinterRow>,
): Promise<StoredPrinter> =>
  db
    .updateTable('printers')
    .set((eb) => ({
      ...columns,
      modified_at: platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removePrinter = async ({ db, tenant }: Context, id: string): Promise<void> => {
  await db.deleteFrom('printers').where('tenant_id', '=', tenant.id).where('id', '=', id).execute()
}

/** What the device says of itself; no change that anybody made, so the version stays. */
export const recordFacts = async (
  { db, tenant }: Context,
  id: string,
  facts: Updateable<PrinterRow>,
): Promise<void> => {
  await db
    .updateTable('printers')
    .set(facts)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
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
