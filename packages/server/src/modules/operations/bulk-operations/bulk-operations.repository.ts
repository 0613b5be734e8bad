import type { BulkKindName } from '@signet/rules/bulk'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type {
  BulkEntry,
  BulkOperationRow,
  BulkResultRow,
} from '../../../platform/db/schema/bulk-operations.ts'
import type { TouchedTables } from './bulk-work.ts'

export type StoredOperation = Selectable<BulkOperationRow> & {
  readonly file_bytes: number
  readonly part_count: number
}
export type NewOperation = Insertable<BulkOperationRow>
export type OperationChange = Omit<Updateable<BulkOperationRow>, 'tenant_id' | 'id' | 'version'>

const mostListed = 100

const operations = ({ db, tenant }: Context) =>
  db
    .selectFrom('bulk_operations as o')
    .selectAll('o')
    .select([
      sql<number>`(select coalesce(sum(p.bytes), 0)::double precision from bulk_parts p
        where p.tenant_id = ${tenant.id}::uuid and p.operation_id = o.id)`.as('file_bytes'),
      sql<number>`(select count(*)::integer from bulk_parts p
        where p.tenant_id = ${tenant.id}::uuid and p.operation_id = o.id)`.as('part_count'),
    ])
    .where('o.tenant_id', '=', tenant.id)

interface Listed {
  readonly kinds: readonly BulkKindName[]
  /** Only those of this owner; null for everyone's. */
  readonly ownerId: string | null
}

/** The newest operations of these kinds. */
export const listOperations = (
  ctx: Context,
  { kinds, ownerId }: Listed,
): Promise<StoredOperation[]> =>
  operations(ctx)
    .where(sql<boolean>`o.kind = any (${kinds}::text[])`)
    .$if(ownerId !== null, (query) => query.where('o.owner_id', '=', ownerId ?? ''))
    .orderBy('o.created_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(mostListed)
    .execute()

export const findOperation = (ctx: Context, id: string): Promise<StoredOperation | undefined> =>
  operations(ctx).where('o.id', '=', id).executeTakeFirst()

/** Keeps the row as it is until the transaction ends. */
export const findOperationForChange = (
  ctx: Context,
  id: string,
): Promise<StoredOperation | undefined> =>
  operations(ctx).where('o.id', '=', id).forUpdate('o').executeTakeFirst()

export const countOpen = async (ctx: Context): Promise<number> => {
  const row = await ctx.db
    .selectFrom('bulk_operations')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const insertOperation = async (ctx: Context, row: NewOperation): Promise<void> => {
  await ctx.db.insertInto('bulk_operations').values(row).execute()
}

export const updateOperation = async (
  ctx: Context,
  id: string,
  change: OperationChange,
): Promise<void> => {
  await ctx.db
    .updateTable('bulk_operations')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}

export const removeParts = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .deleteFrom('bulk_parts')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('operation_id', '=', id)
    .execute()
}

export const removeResults = async (ctx: Context, id: string): Promise<void> => {
  await ctx.db
    .deleteFrom('bulk_results')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('operation_id', '=', id)
    .execute()
}

const turnKey = (id: string, upto: number) =>
  sql`hashtextextended(${`bulk:${id}:${upto}`}::text, 0)`

/** Until the transaction ends, whoever waits for the rows up to there waits for it. */
export const holdTurn = async (ctx: Context, id: string, upto: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${turnKey(id, upto)})`.execute(ctx.db)
}

/** Waits for the transaction that writes the rows up to there, if there is one. */
export const waitForTurn = async (ctx: Context, id: string, upto: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${turnKey(id, upto)})`.execute(ctx.db)
}

interface NewResults {
  readonly entries: readonly BulkEntry[]
  readonly keys: Buffer
}

export const insertResults = async (
  ctx: Context,
  operationId: string,
  { entries, keys }: NewResults,
): Promise<void> => {
  const lines = entries.map(([line]) => line)
  await ctx.db
    .insertInto('bulk_results')
    .values({
      tenant_id: ctx.tenant.id,
      operation_id: operationId,
      from_line: Math.min(...lines),
      upto_line: Math.max(...lines),
      failed: entries.filter(([, , action]) => action === 'ERROR').length,
      entries: JSON.stringify(entries),
      keys,
    })
    .execute()
}

/** The keys of the rows that are done, some batches at a time. */
export async function* readKeys(ctx: Context, operationId: string): AsyncGenerator<Buffer> {
  let after = 0
  for (;;) {
    const batches = await ctx.db
      .selectFrom('bulk_results')
      .select(['from_line', 'keys'])
      .where('tenant_id', '=', ctx.tenant.id)
      .where('operation_id', '=', operationId)
      .where('from_line', '>', after)
      .orderBy('from_line')
      .limit(100)
      .execute()
    const last = batches.at(-1)
    if (last === undefined) return
    after = last.from_line
    for (const { keys } of batches) yield keys
  }
}

const analyses: Readonly<Record<TouchedTables, string>> = {
  users: 'analyze_users',
  groups: 'analyze_groups',
  tokens: 'analyze_tokens',
  grids: 'analyze_grids',
  enrollments: 'analyze_enrollments',
  smart_cards: 'analyze_smart_cards',
}

/** Has everybody plan anew for as many rows as there are now. */
export const analyze = async (ctx: Context, tables: readonly TouchedTables[]): Promise<void> => {
  for (const each of tables) await sql`select ${sql.ref(analyses[each])}()`.execute(ctx.db)
}

interface ResultWindow {
  readonly operationId: string
  readonly after: number
  readonly onlyFailed: boolean
}

/** The next batch of results behind a line. */
export const findResults = (
  ctx: Context,
  { operationId, after, onlyFailed }: ResultWindow,
): Promise<Selectable<BulkResultRow> | undefined> =>
  ctx.db
    .selectFrom('bulk_results')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('operation_id', '=', operationId)
    .where('from_line', '>', after)
    .$if(onlyFailed, (query) => query.where('failed', '>', 0))
    .orderBy('from_line')
    .limit(1)
    .executeTakeFirst()
