import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { ListExportRow } from '../../../platform/db/schema/list-exports.ts'

export type StoredExport = Selectable<ListExportRow>
export type ExportChange = Pick<
  Updateable<ListExportRow>,
  'state' | 'reason' | 'next_cursor' | 'row_count' | 'part_count' | 'bytes' | 'ended_at'
>

const exports = ({ db, tenant }: Context) =>
  db.selectFrom('list_exports').selectAll().where('tenant_id', '=', tenant.id)

/** Those of one person that can still be had, the newest first: a few at most. */
export const listExportsOf = (ctx: Context, ownerId: string): Promise<StoredExport[]> =>
  exports(ctx)
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', ctx.platform.clock.now())
    .orderBy('created_at', 'desc')
    .execute()

export const updateExport = (
  { db, tenant }: Context,
  id: string,
  change: ExportChange,
): Promise<StoredExport> =>
  db
    .updateTable('list_exports')
    .set(change)
    .where('tenant_id', '=', tenant.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

const purposeOf = (exportId: string, number: number): string =>
  `list-export-part:${exportId}:${number}`

/** Adds the next lines of a file, sealed. */
export const insertPart = async (
  ctx: Context,
  { id, part_count: number }: StoredExport,
  content: Buffer,
): Promise<void> => {
  const { tenant, platform } = ctx
  const sealed = await platform.secrets.seal(tenant.id, purposeOf(id, number), content)
  await ctx.db
    .insertInto('list_export_parts')
    .values({ tenant_id: tenant.id, export_id: id, number, sealed })
    .execute()
}

/** The whole file, a part at a time. */
export async function* readParts(
  ctx: Context,
  { id, part_count: count }: StoredExport,
): AsyncGenerator<Buffer> {
  const { tenant, platform } = ctx
  for (let number = 0; number < count; number += 1) {
    const { sealed } = await ctx.db
      .selectFrom('list_export_parts')
      .select('sealed')
      .where('tenant_id', '=', tenant.id)
      .where('export_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    yield platform.secrets.open(tenant.id, purposeOf(id, number), sealed)
  }
}
