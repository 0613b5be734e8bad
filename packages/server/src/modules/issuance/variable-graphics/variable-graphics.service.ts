import type {
  VariableGraphic,
  VariableGraphicChange,
  VariableGraphicSummary,
} from '@signet/contract/issuance/variable-graphics'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { actorName, type Context, expectVersion } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr, unique } from '../../../kit/rows.ts'
import {
  findRow,
  holdRow,
  insertRow,
  newIds,
  removeRows,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import {
  type GraphicHead,
  listGraphics,
  type StoredGraphic,
} from './variable-graphics.repository.ts'

type Summary = z.input<typeof VariableGraphicSummary>
type Wire = z.input<typeof VariableGraphic>
type Wanted = z.output<typeof VariableGraphicChange>

const limit = { most: 200, code: 'ISSUANCE_VARIABLE_GRAPHIC_LIMIT_REACHED' } as const

const present = (row: GraphicHead & { readonly values: number }): Summary => ({
  id: row.id,
  name: row.name,
  values: row.values,
  version: row.version,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
  modifiedBy: row.modified_by,
})

const inFull = (row: StoredGraphic) => {
  const { cases, otherwise } = row
  const wire: Wire = { ...present({ ...row, values: cases.length }), cases, otherwise }
  return versioned(wire, row.version)
}

export const list = async (ctx: Context): Promise<Summary[]> =>
  (await listGraphics(ctx, limit.most)).map(present)

const orNotFound = foundOr('ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND')

/** @throws ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND */
export const read = async (ctx: Context, id: string) =>
  inFull(orNotFound(await findRow(ctx, 'variable_graphics', id)))

const columnsOf = (ctx: Context, { name, cases, otherwise }: Wanted) => ({
  name,
  name_key: foldName(name),
  cases,
  otherwise,
  modified_at: ctx.platform.clock.now(),
  modified_by: actorName(ctx),
})

const refusingDuplicates = unique({
  variable_graphics_tenant_id_name_key_key: 'ISSUANCE_VARIABLE_GRAPHIC_EXISTS',
})

const subjectOf = ({ id, name }: StoredGraphic) => ({ entity: 'ENROLLMENTDESIGNS', id, name })
/** The values, not the pictures. */
const shown = ({ name, cases }: StoredGraphic) => ({
  name,
  values: cases.map(({ value }) => value),
})

/** @throws ISSUANCE_VARIABLE_GRAPHIC_EXISTS, ISSUANCE_VARIABLE_GRAPHIC_LIMIT_REACHED */
export const create = (ctx: Context, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await expectRoom(ctx, 'variable_graphics', limit)
      const columns = columnsOf(ctx, wanted)
      const row = await insertRow(ctx, 'variable_graphics', {
        ...newIds(ctx),
        ...columns,
        created_at: columns.modified_at,
      })
      audit(ctx, 'VARIABLE_GRAPHIC_CREATED', { subject: subjectOf(row), after: shown(row) })
      return inFull(row)
    }),
  )

const readForChange = async (ctx: Context, id: string): Promise<StoredGraphic> => {
  const row = orNotFound(await holdRow(ctx, 'variable_graphics', id))
  expectVersion(ctx, row.version)
  return row
}

/** @throws ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND, ISSUANCE_VARIABLE_GRAPHIC_EXISTS, precondition_failed */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      const to = columnsOf(ctx, wanted)
      const after = await updateRow(ctx, 'variable_graphics', { id: before.id, ...to })
      audit(ctx, 'VARIABLE_GRAPHIC_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return inFull(after)
    }),
  )

/** @throws ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await readForChange(ctx, id)
    await removeRows(ctx, 'variable_graphics', [row])
    audit(ctx, 'VARIABLE_GRAPHIC_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })
