import type {
  PrinterSettingsRequest,
  PrinterSettings as PrinterSettingsSchema,
} from '@signet/contract/issuance/printer-dashboard'
import type { z } from 'zod'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { holdRows, updateRow } from '../../../platform/db/row-sets.ts'
import { type StoredPrinter, wakeLane } from './printers.repository.ts'
import { printerRow, printers } from './printers.service.ts'

type Settings = z.output<typeof PrinterSettingsSchema>

const settingsOf = (row: StoredPrinter): Settings => ({
  hopper: row.hopper,
  sides: row.sides,
  splitBlack: row.split_black,
  upsideDown: row.upside_down,
  cleaningAfter: row.cleaning_after,
  lowLevel: row.low_level,
})

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const readSettings = async (ctx: Context, id: string) => {
  const row = await printerRow(ctx, id)
  return versioned(settingsOf(row), row.version)
}

const names = [
  'hopper',
  'sides',
  'splitBlack',
  'upsideDown',
  'cleaningAfter',
  'lowLevel',
] as const satisfies readonly (keyof Settings)[]

const changesOf = (row: StoredPrinter, after: Settings) => {
  const before = settingsOf(row)
  return names
    .filter((setting) => before[setting] !== after[setting])
    .map((setting) => ({
      printerId: row.id,
      name: row.name,
      setting,
      before: before[setting],
      after: after[setting],
    }))
}

const isWithoutHopper = ({ hoppers }: StoredPrinter, { hopper }: Settings): boolean =>
  hopper !== null && !hoppers.includes(hopper)

/** What a printer can take of it: it keeps its own hopper where it has no such one. */
const fitting = (row: StoredPrinter, wanted: Settings): Settings =>
  isWithoutHopper(row, wanted) ? { ...wanted, hopper: row.hopper } : wanted

const write = async (ctx: Context, row: StoredPrinter, after: Settings): Promise<void> => {
  const to = {
    modified_at: ctx.platform.clock.now(),
    hopper: after.hopper,
    sides: after.sides,
    split_black: after.splitBlack,
    upside_down: after.upsideDown,
    cleaning_after: after.cleaningAfter,
    low_level: after.lowLevel,
  }
  await updateRow(ctx, 'printers', { id: row.id, ...to })
  await wakeLane(ctx, row.id)
  printers.record(ctx, row, { event: 'UPDATED', before: settingsOf(row), after })
}

/** The printers, kept as they are until the transaction ends. @throws ISSUANCE_PRINTER_NOT_FOUND */
const lockAll = async (ctx: Context, ids: readonly string[]): Promise<StoredPrinter[]> => {
  const rows = await holdRows(ctx, 'printers', ids)
  if (rows.size < new Set(ids).size) throw new ApiError('ISSUANCE_PRINTER_NOT_FOUND')
  return [...rows.values()]
}

/** @throws invalid_parameters, precondition_failed */
const expectFit = (ctx: Context, row: StoredPrinter, wanted: Settings): void => {
  expectVersion(ctx, row.version)
  if (!isWithoutHopper(row, wanted)) return
  const message = 'the printer has no such hopper'
  throw new ApiError('invalid_parameters', { fields: [{ path: 'body.settings.hopper', message }] })
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND, invalid_parameters, rights_not_held, precondition_failed */
export const changeSettings = (
  ctx: Context,
  id: string,
  { settings, copyTo, dryRun }: z.output<typeof PrinterSettingsRequest>,
) =>
  ctx.transaction(async (ctx) => {
    expectAllGroups(ctx)
    const rows = await lockAll(ctx, [id, ...copyTo])
    for (const row of rows) if (row.id === id) expectFit(ctx, row, settings)
    const changed = rows.map((row) => ({ row, after: fitting(row, settings) }))
    const changes = changed.flatMap(({ row, after }) => changesOf(row, after))
    const touched = new Set(changes.map(({ printerId }) => printerId))
    for (const { row, after } of changed) {
      if (!dryRun && touched.has(row.id)) await write(ctx, row, after)
    }
    const withoutHopper = rows
      .filter((row) => isWithoutHopper(row, settings))
      .map(({ id: printerId, name }) => ({ printerId, name }))
    return { changes, withoutHopper }
  })
