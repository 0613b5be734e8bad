import { mostAlerts } from '@signet/contract/issuance/alerts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
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

export const countAlerts = async ({ db, tenant }: Context): Promise<number> => {
  const { count } = await db
    .selectFrom('printer_alerts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type AlertColumns = Omit<
  Insertable<PrinterAlertRow>,
  'tenant_id' | 'id' | 'version' | 'created_at' | 'modified_at'
>

/** With its watch, so that the printers are judged. */
export const insertAlert = async (
  { db, tenant, platform }: Context,
  columns: AlertColumns,
): Promise<string> => {
  const [id, now] = [platform.ids.uuid(), platform.clock.now()]
  await db
    .insertInto('printer_alerts')
    .values({ ...columns, tenant_id: tenant.id, id, created_at: now, modified_at: now })
    .execute()
  await db
    .insertInto('printer_alert_watches')
    .values({ tenant_id: tenant.id, due_at: now })
    .onConflict((on) => on.column('tenant_id').doNothing())
    .execute()
  return id
}

export const updateAlert = async (
  { db, tenant, platform }: Context,
  id: string,
  columns: Updateable<PrinterAlertRow>,
): Promise<void> => {
  await db
    .updateTable('printer_alerts')
    .set((eb) => ({
      ...columns,
      modified_at: platform.clock.now(),
      version: eb('version', '+', 1),
    }))
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
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
