import type { PrinterKind, PrinterState } from '@signet/rules/printers'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type {
  FleetOptInRow,
  PrinterRow,
  RibbonBundleRow,
} from '../../../platform/db/schema/printing.ts'

export const findOptIn = ({
  db,
  tenant,
}: Context): Promise<Selectable<FleetOptInRow> | undefined> =>
  db.selectFrom('fleet_opt_ins').selectAll().where('tenant_id', '=', tenant.id).executeTakeFirst()

export const putOptIn = async (
  { db, tenant }: Context,
  row: Omit<Insertable<FleetOptInRow>, 'tenant_id'>,
): Promise<void> => {
  await db
    .insertInto('fleet_opt_ins')
    .values({ ...row, tenant_id: tenant.id })
    .onConflict((on) => on.column('tenant_id').doUpdateSet(row))
    .execute()
}

export const findTierOneParent = async ({ db }: Context): Promise<string | null> => {
  const { rows } = await sql<{ name: string | null }>`select tier_one_parent() as name`.execute(db)
  return rows[0]?.name ?? null
}

export interface FoundAccount {
  readonly tenant_id: string
  readonly company_name: string
  readonly in_sight: boolean
  readonly total: string
  readonly idle: string
  readonly processing: string
  readonly stopped: string
  readonly offline: string
  readonly unknown: string
  readonly low: string
  readonly simulated: string
  readonly cards: string
}

interface WantedAccounts {
  readonly term: string
  readonly accountId: string | null
  readonly most: number
}

/** The tenant itself and those below it: the database knows whose they are. */
export const findAccounts = async (
  { db }: Context,
  { term, accountId, most }: WantedAccounts,
): Promise<readonly FoundAccount[]> => {
  const { rows } = await sql<FoundAccount>`
    select * from fleet_accounts(${term}::text, ${accountId}::uuid, ${most}::integer)`.execute(db)
  return rows
}

type FoundPrinter = Pick<
  Selectable<PrinterRow>,
  | 'tenant_id'
  | 'id'
  | 'name'
  | 'kind'
  | 'location'
  | 'make_and_model'
  | 'firmware'
  | 'state'
  | 'reasons'
  | 'supplies'
  | 'last_seen_at'
> & { readonly company_name: string }

export interface WantedPrinters {
  readonly query: string
  readonly accountIds: readonly string[]
  readonly statuses: readonly PrinterState[]
  readonly printerType?: PrinterKind | undefined
  readonly lowOnly: boolean
}

/** Of the tenant itself and of those below it that opted in. */
export const findPrinters = async (
  { db }: Context,
  { query, accountIds, statuses, printerType, lowOnly }: WantedPrinters,
  most: number,
): Promise<readonly FoundPrinter[]> => {
  const { rows } = await sql<FoundPrinter>`
    select * from fleet_printers(${query}::text, ${[...accountIds]}::uuid[], ${[...statuses]}::text[],
      ${printerType ?? null}::text, ${lowOnly}::boolean, ${most}::integer)`.execute(db)
  return rows
}

export const findBundle = (
  { db, tenant }: Context,
  ribbonId: string,
): Promise<Selectable<RibbonBundleRow> | undefined> =>
  db
    .selectFrom('ribbon_bundles')
    .selectAll()
    .where('tenant_id', '=', tenant.id)
    .where('ribbon_id', '=', ribbonId)
    .executeTakeFirst()

export const putBundle = async (
  { db, tenant }: Context,
  ribbonId: string,
  columns: Omit<Insertable<RibbonBundleRow>, 'tenant_id' | 'ribbon_id'>,
): Promise<void> => {
  await db
    .insertInto('ribbon_bundles')
    .values({ ...columns, tenant_id: tenant.id, ribbon_id: ribbonId })
    .onConflict((on) => on.columns(['tenant_id', 'ribbon_id']).doUpdateSet(columns))
    .execute()
}
