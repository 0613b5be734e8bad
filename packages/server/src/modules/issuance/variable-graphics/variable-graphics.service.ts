import {
  VariableGraphic,
  type VariableGraphicChange,
  VariableGraphicSummary,
} from '@signet/contract/issuance/variable-graphics'
import { foldName } from '@signet/rules/text'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { actorName, type Context } from '../../../kit/context.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { expectRoom } from '../../../kit/rows.ts'
import { insertRow, newIds, rowsOf, updateRow } from '../../../platform/db/row-sets.ts'
import type { VariableGraphicRow } from '../../../platform/db/schema/issuance.ts'
import { fieldsOf } from '../../../platform/db/wire-fields.ts'

type Stored = Selectable<VariableGraphicRow>
type Wanted = z.output<typeof VariableGraphicChange>

const limit = { most: 200, code: 'ISSUANCE_VARIABLE_GRAPHIC_LIMIT_REACHED' } as const

/** Without the pictures, which may be large. */
const listGraphics = ({ db, tenant }: Context) =>
  db
    .selectFrom('variable_graphics')
    .select(['id', 'name', 'version', 'created_at', 'modified_at', 'modified_by'])
    .select(sql<number>`jsonb_array_length(cases)`.as('values'))
    .where('tenant_id', '=', tenant.id)
    .orderBy('name_key')
    .limit(limit.most)
    .execute()

export const list = async (ctx: Context) =>
  (await listGraphics(ctx)).map(fieldsOf(VariableGraphicSummary))

const inFull = fieldsOf(VariableGraphic)

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  ...wanted,
  name_key: foldName(wanted.name),
  modified_at: ctx.platform.clock.now(),
  modified_by: actorName(ctx),
})

const rows = namedRows({
  ...rowsOf('variable_graphics'),
  entity: 'ENROLLMENTDESIGNS',
  action: 'VARIABLE_GRAPHIC',
  missing: 'ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND',
  taken: { variable_graphics_tenant_id_name_key_key: 'ISSUANCE_VARIABLE_GRAPHIC_EXISTS' },
  /** The values, not the pictures. */
  shown: ({ name, cases }: Stored) => ({ name, values: cases.map(({ value }) => value) }),
  present: (row) => inFull({ ...row, values: row.cases.length }),
})

/** @throws ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND, of a removal precondition_failed, too */
export const { read, remove } = rows

/** @throws ISSUANCE_VARIABLE_GRAPHIC_EXISTS, ISSUANCE_VARIABLE_GRAPHIC_LIMIT_REACHED */
export const create = (ctx: Context, wanted: Wanted) =>
  rows.create(ctx, async (ctx) => {
    await expectRoom(ctx, 'variable_graphics', limit)
    const columns = columnsOf(ctx, wanted)
    const begun = { ...newIds(ctx), created_at: columns.modified_at }
    return insertRow(ctx, 'variable_graphics', { ...begun, ...columns })
  })

/** @throws ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND, ISSUANCE_VARIABLE_GRAPHIC_EXISTS, precondition_failed */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  rows.change(ctx, id, (ctx) =>
    updateRow(ctx, 'variable_graphics', { id, ...columnsOf(ctx, wanted) }),
  )
