import { mostAlerts } from '@signet/contract/issuance/alerts'
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PrinterAlertRow } from '../../../platform/db/schema/printing.ts'

export interface StoredAlert extends Selectable<PrinterAlertRow> {
  /** Null for every printer. */
  readonly printer_ids: readonly string[] | null
}

const alerts = ({ db, tenant }: Context) =>
  db.selectFrom('printer_alerts').selectAll().where('tenant_id', '=', tenant.id)

const withPrinters = async (
  { db, tenant }: Context,
  rows: readonly Selectable<PrinterAlertRow>[],
): Promise<StoredAlert[]> => {
  const chosen = rows.some(({ every_printer }) => !every_printer)
    ? await db
        .selectFrom('printer_alert_printers')
        .select(['alert_id', 'printer_id'])
        .where('tenant_id', '=', tenant.id)
        .orderBy('printer_id')
        .execute()
    : []
  const of = Map.groupBy(chosen, ({ alert_id }) => alert_id)
  return rows.map((row) => ({
    ...row,
    printer_ids: row.every_printer
      ? null
      : (of.get(row.id) ?? []).map(({ printer_id }) => printer_id),
  }))
}

export const listAlerts = async (ctx: Context): Promise<StoredAlert[]> =>
  withPrinters(ctx, await alerts(ctx).orderBy('name_key').limit(mostAlerts).execute())

export const findAlert = async (ctx: Context, id: string): Promise<StoredAlert | undefined> => {
  const [found] = await withPrinters(ctx, await alerts(ctx).where('id', '=', id).execute())
  return found
}

/** Kept as they are until the transaction ends, always in the same order. */
export const findForChange = async (
  ctx: Context,
  ids: readonly string[],
): Promise<StoredAlert[]> => {
  const locked = alerts(ctx)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
  return withPrinters(ctx, await locked.execute())
}

/** The printers are judged from the first alert on. */
export const insertWatch = async ({ db, tenant, platform }: Context): Promise<void> => {
  await db
    .insertInto('printer_alert_watches')
    .values({ tenant_id: tenant.id, due_at: platform.clock.now() })
    .onConflict((on) => on.column('tenant_id').doNothing())
    .execute()
}

export const removeAlerts = async (
  { db, tenant }: Context,
  ids: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom('printer_alerts')
    .where('tenant_id', '=', tenant.id)
    .where('id', 'in', [...ids])
    .execute()
}

/** Those of these printers that there are, in place of the ones before; how many. */
export const replacePrinters = async (
  { db, tenant }: Context,
  alertId: string,
  printerIds: readonly string[],
): Promise<number> => {
  await db
    .deleteFrom('printer_alert_printers')
    .where('tenant_id', '=', tenant.id)
    .where('alert_id', '=', alertId)
    .execute()
  const { rows } = await sql`
    insert into printer_alert_printers (tenant_id, alert_id, printer_id)
    select p.tenant_id, ${alertId}::uuid, p.id from printers p
    where p.tenant_id = ${tenant.id}::uuid and p.id = any (${[...printerIds]}::uuid[])
    returning printer_id`.execute(db)
  return rows.length
}
