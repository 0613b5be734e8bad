import type {
  VariableGraphic,
  VariableGraphicChange,
  VariableGraphicSummary,
} from '@signet/contract/issuance/variable-graphics'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import {
  countGraphics,
  findGraphic,
  findGraphicForChange,
  type GraphicHead,
  insertGraphic,
  listGraphics,
  removeGraphic,
  type StoredGraphic,
  updateGraphic,
} from './variable-graphics.repository.ts'

type Summary = z.input<typeof VariableGraphicSummary>
type Wire = z.input<typeof VariableGraphic>
type Wanted = z.output<typeof VariableGraphicChange>

const mostGraphics = 200

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
  (await listGraphics(ctx)).map(present)

const orNotFound = (row: StoredGraphic | undefined): StoredGraphic => {
  if (row === undefined) throw new ApiError('ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND')
  return row
}

/** @throws ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND */
export const read = async (ctx: Context, id: string) =>
  inFull(orNotFound(await findGraphic(ctx, id)))

const columnsOf = (ctx: Context, { name, cases, otherwise }: Wanted) => ({
  name,
  name_key: foldName(name),
  cases: JSON.stringify(cases),
  otherwise,
  modified_by: ctx.actor.kind === 'anonymous' ? '' : ctx.actor.name,
})

const refusingDuplicates = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'variable_graphics_tenant_id_name_key_key')) throw error
    throw new ApiError('ISSUANCE_VARIABLE_GRAPHIC_EXISTS', { cause: error })
  }
}

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
      await lockLimit(ctx, 'variable-graphics')
      if ((await countGraphics(ctx)) >= mostGraphics) {
        throw new ApiError('ISSUANCE_VARIABLE_GRAPHIC_LIMIT_REACHED', {
          parameters: { most: mostGraphics },
        })
      }
      const row = await insertGraphic(ctx, columnsOf(ctx, wanted))
      audit(ctx, 'VARIABLE_GRAPHIC_CREATED', { subject: subjectOf(row), after: shown(row) })
      return inFull(row)
    }),
  )

const readForChange = async (ctx: Context, id: string): Promise<StoredGraphic> => {
  const row = orNotFound(await findGraphicForChange(ctx, id))
  expectVersion(ctx, row.version)
  return row
}

/** @throws ISSUANCE_VARIABLE_GRAPHIC_NOT_FOUND, ISSUANCE_VARIABLE_GRAPHIC_EXISTS, precondition_failed */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      const after = await updateGraphic(ctx, id, columnsOf(ctx, wanted))
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
    await removeGraphic(ctx, id)
    audit(ctx, 'VARIABLE_GRAPHIC_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })
