import type { Context } from '../../kit/context.ts'
import { insertPart } from '../../modules/operations/list-exports/list-exports.repository.ts'
import { insertRow } from '../../platform/db/row-sets.ts'

/** An export that is ready, with its file of one line. */
export const buildListExport = (ctx: Context, ownerId: string): Promise<string> =>
  ctx.transaction(async (ctx) => {
    const now = ctx.platform.clock.now()
    const id = ctx.platform.ids.uuid()
    const row = await insertRow(ctx, 'list_exports', {
      id,
      list: 'users',
      input: { params: {}, body: {} },
      columns: ['id'],
      byte_order_mark: false,
      state: 'READY',
      row_count: 0,
      part_count: 1,
      bytes: 4,
      owner_id: ownerId,
      sight: 'ALL',
      created_at: now,
      expires_at: new Date(now.getTime() + 86_400_000),
    })
    await insertPart(ctx, { ...row, part_count: 0 }, Buffer.from('id\r\n'))
    return id
  })
