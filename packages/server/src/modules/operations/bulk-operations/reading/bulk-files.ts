import { bulkPartBytes } from '@signet/rules/bulk'
import type { Context } from '../../../../kit/context.ts'
import { FileFault } from '../../../../platform/readers/tables/file-fault.ts'
import type { StoredFile } from '../../../../platform/readers/tables/file-rows.ts'
import type { StoredOperation } from '../bulk-operations.repository.ts'

const purposeOf = (id: string): string => `bulk-part:${id}`

interface NewPart {
  readonly operationId: string
  readonly number: number
  readonly content: Uint8Array
}

/** Stores one part, sealed: files may hold passwords. In the place of a former one of its number. */
export const writePart = async (
  ctx: Context,
  { operationId, number, content }: NewPart,
): Promise<void> => {
  const id = ctx.platform.ids.uuid()
  const { secrets } = ctx.platform
  const sealed = await secrets.seal(ctx.tenant.id, purposeOf(id), content)
  const row = { id, bytes: content.length, sealed }
  await ctx.db
    .insertInto('bulk_parts')
    .values({ tenant_id: ctx.tenant.id, operation_id: operationId, number, ...row })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'operation_id', 'number']).doUpdateSet(row),
    )
    .execute()
}

const readPart = async (ctx: Context, operationId: string, number: number): Promise<Buffer> => {
  const row = await ctx.db
    .selectFrom('bulk_parts')
    .select(['id', 'sealed'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('operation_id', '=', operationId)
    .where('number', '=', number)
    .executeTakeFirst()
  if (row === undefined) throw new FileFault('INCOMPLETE')
  return ctx.platform.secrets.open(ctx.tenant.id, purposeOf(row.id), row.sealed)
}

/** The file of an operation, a part at a time; the last one read is at hand. */
export const storedFile = (ctx: Context, operation: StoredOperation): StoredFile => {
  let held: { readonly number: number; readonly part: Promise<Buffer> } | null = null
  return {
    bytes: operation.file_bytes,
    partCount: operation.part_count,
    partBytes: bulkPartBytes,
    readPart: (number) => {
      if (held?.number !== number) {
        held = { number, part: readPart(ctx, operation.id, number) }
      }
      return held.part
    },
  }
}

/** @throws FileFault INCOMPLETE when a part is missing or too short */
export const expectWhole = async (ctx: Context, { id }: StoredOperation): Promise<void> => {
  const parts = await ctx.db
    .selectFrom('bulk_parts')
    .select(['number', 'bytes'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('operation_id', '=', id)
    .orderBy('number')
    .execute()
  const isWhole = parts.every(
    ({ number, bytes }, at) =>
      number === at && (at === parts.length - 1 || bytes === bulkPartBytes),
  )
  if (!isWhole) throw new FileFault('INCOMPLETE')
}

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const asLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\n`

interface OwnFile {
  readonly operationId: string
  readonly headers: readonly string[]
  readonly rows: AsyncIterable<readonly (readonly string[])[]>
}

/** A file of the server's own making. */
export const writeRows = async (
  ctx: Context,
  { operationId, headers, rows }: OwnFile,
): Promise<void> => {
  let rest: Buffer = Buffer.from(asLine(headers))
  let number = 0
  const store = async (): Promise<void> => {
    const content = rest.subarray(0, bulkPartBytes)
    rest = rest.subarray(bulkPartBytes)
    await writePart(ctx, { operationId, number, content })
    number += 1
  }
  for await (const some of rows) {
    rest = Buffer.concat([rest, Buffer.from(some.map(asLine).join(''))])
    while (rest.length > bulkPartBytes) await store()
  }
  await store()
}
