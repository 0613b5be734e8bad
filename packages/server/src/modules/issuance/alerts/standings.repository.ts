import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { PrinterAlertStandingRow } from '../../../platform/db/schema/printing.ts'

export type StoredStanding = Selectable<PrinterAlertStandingRow>

export interface ToldStanding {
  readonly alert_id: string
  readonly printer_id: string
  readonly printer_name: string
  readonly detail: string
  readonly told_at: Date | null
}

/** What was told and is not yet over, by the names of the printers. */
export const listTold = ({ db, tenant }: Context): Promise<ToldStanding[]> =>
  db
    .selectFrom('printer_alert_standings as s')
    .innerJoin('printers as p', (on) =>
      on.onRef('p.tenant_id', '=', 's.tenant_id').onRef('p.id', '=', 's.printer_id'),
    )
    .select(['s.alert_id', 's.printer_id', 'p.name as printer_name', 's.detail', 's.told_at'])
    .where('s.tenant_id', '=', tenant.id)
    .where('s.phase', 'in', ['STANDING', 'ENDING'])
    .orderBy('p.name_key')
    .execute()

export const listStandings = ({ db, tenant }: Context): Promise<StoredStanding[]> =>
  db.selectFrom('printer_alert_standings').selectAll().where('tenant_id', '=', tenant.id).execute()

/** Of one alert, or of all of them. */
export const forgetStandings = async (
  { db, tenant }: Context,
  alertId: string | null,
): Promise<void> => {
  await db
    .deleteFrom('printer_alert_standings')
    .where('tenant_id', '=', tenant.id)
    .$if(alertId !== null, (q) => q.where('alert_id', '=', alertId ?? ''))
    .execute()
}

/** All of them in one statement. */
export const putStandings = async (
  { db, tenant }: Context,
  rows: readonly Omit<StoredStanding, 'tenant_id'>[],
): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into printer_alert_standings as s
      (tenant_id, alert_id, printer_id, phase, at, told_at, over_at, detail)
    select ${tenant.id}::uuid, r.* from unnest(
      ${rows.map((row) => row.alert_id)}::uuid[], ${rows.map((row) => row.printer_id)}::uuid[],
      ${rows.map((row) => row.phase)}::text[], ${rows.map((row) => row.at)}::timestamptz[],
      ${rows.map((row) => row.told_at)}::timestamptz[],
      ${rows.map((row) => row.over_at)}::timestamptz[], ${rows.map((row) => row.detail)}::text[]) r
    on conflict (tenant_id, alert_id, printer_id) do update set phase = excluded.phase,
      at = excluded.at, told_at = excluded.told_at, over_at = excluded.over_at,
      detail = excluded.detail`.execute(db)
}

/** Nobody else judges this tenant's printers before the transaction ends. */
export const lockWatch = async ({ db, tenant }: Context): Promise<void> => {
  await db
    .selectFrom('printer_alert_watches')
    .select('tenant_id')
    .where('tenant_id', '=', tenant.id)
    .forUpdate()
    .execute()
}

/** Takes tenants whose printers are to be judged now; they come again in a minute. */
export const claimWatches = async (
  { database, clock }: Context['platform'],
  most: number,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ tenant_id: string }>`
    select tenant_id from printer_alert_watches_claim(${clock.now()}::timestamptz, ${most}::integer)
  `.execute(database.system)
  return rows.map(({ tenant_id }) => tenant_id)
}
