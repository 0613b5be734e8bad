import type { readPrinterDashboard } from '@signet/contract/issuance/printer-dashboard'
import { mostPrinters } from '@signet/rules/printers'
import type { z } from 'zod'
import { expectAllGroups } from '../../../kit/authorize.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { listByName } from '../../../platform/db/row-sets.ts'
import { presentInfo, presentTile } from './dashboard.present.ts'
import { look } from './looks.ts'
import type { StoredPrinter } from './printers.repository.ts'
import { expectIdle, printerRow, printers } from './printers.service.ts'
import { findMachineForChange, updateMachine } from './simulated.repository.ts'
import { findWear, recordCleaning } from './wear.repository.ts'

type Wanted = z.output<(typeof readPrinterDashboard)['query']>

const fits =
  ({ query, printerType }: Wanted) =>
  ({ name, location, make_and_model, kind }: StoredPrinter): boolean =>
    `${name} ${location} ${make_and_model}`.toLowerCase().includes(query.trim().toLowerCase()) &&
    (printerType === undefined || printerType === kind)

/** Nobody's printers but the tenant's own. */
export const status = async (ctx: Context, wanted: Wanted) => {
  const { accountId } = wanted
  if (accountId !== undefined && accountId !== ctx.tenant.id) return []
  const rows = (await listByName(ctx, 'printers', mostPrinters)).filter(fits(wanted))
  const known = { wear: await findWear(ctx, null), now: ctx.platform.clock.now() }
  return rows.map((row) => presentTile(row, known))
}

/** Every printer, with whether a cleaning is due. */
export const listWatched = async (ctx: Context) => {
  const known = { wear: await findWear(ctx, null), now: ctx.platform.clock.now() }
  const rows = await listByName(ctx, 'printers', mostPrinters)
  return rows.map((row) => ({ ...row, cleaningDue: presentTile(row, known).cleaningDue }))
}

const infoOf = async (ctx: Context, id: string) =>
  presentInfo(await printerRow(ctx, id), {
    wear: await findWear(ctx, id),
    now: ctx.platform.clock.now(),
  })

/** Asks it now. @throws ISSUANCE_PRINTER_NOT_FOUND */
export const readInfo = async (ctx: Context, id: string) => {
  await look(ctx, await printerRow(ctx, id))
  return infoOf(ctx, id)
}

/** A printer that no card waits for, kept as it is until the transaction ends. */
const restingPrinter = async (ctx: Context, id: string): Promise<StoredPrinter> => {
  expectAllGroups(ctx)
  const row = await printers.hold(ctx, id)
  await expectIdle(ctx, id)
  return row
}

/** A simulated printer that answers. @throws ISSUANCE_PRINTER_UNREACHABLE while it is told to be off */
const expectOn = async (ctx: Context, printerId: string) => {
  const machine = await findMachineForChange(ctx, printerId)
  if (machine.fault === 'OFFLINE') throw new ApiError('ISSUANCE_PRINTER_UNREACHABLE')
  return machine
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND, ISSUANCE_PRINTER_BUSY, ISSUANCE_PRINTER_UNREACHABLE, rights_not_held */
export const clean = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const row = await restingPrinter(ctx, id)
    if (row.kind === 'SIMULATED') await expectOn(ctx, id)
    await recordCleaning(ctx, id)
    printers.record(ctx, row, { event: 'CLEANED' })
    return infoOf(ctx, id)
  })

/** The newest that a simulated printer can be given. */
const simulatedFirmware = '2'

/** IPP knows of no list of a maker's firmware: a newer one is known of simulated printers alone. */
const newerThan = ({ kind }: StoredPrinter, installed: string): string | null =>
  kind === 'SIMULATED' && installed !== simulatedFirmware ? simulatedFirmware : null

/** @throws ISSUANCE_PRINTER_NOT_FOUND, ISSUANCE_PRINTER_UNREACHABLE */
export const checkFirmware = async (ctx: Context, id: string) => {
  const row = await printerRow(ctx, id)
  const facts = await look(ctx, row)
  if (facts === null) throw new ApiError('ISSUANCE_PRINTER_UNREACHABLE')
  return { installed: facts.firmware, available: newerThan(row, facts.firmware) }
}

/**
 * @throws ISSUANCE_PRINTER_NOT_FOUND, ISSUANCE_PRINTER_BUSY, ISSUANCE_PRINTER_UNREACHABLE,
 * ISSUANCE_PRINTER_FIRMWARE_CURRENT, rights_not_held
 */
export const updateFirmware = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    const row = await restingPrinter(ctx, id)
    const available = newerThan(row, row.firmware)
    if (available === null) throw new ApiError('ISSUANCE_PRINTER_FIRMWARE_CURRENT')
    const started_at = ctx.platform.clock.now()
    await updateMachine(ctx, id, { ...(await expectOn(ctx, id)), started_at, firmware: available })
    await look(ctx, row)
    printers.record(ctx, row, {
      event: 'FIRMWARE_UPDATED',
      before: { firmware: row.firmware },
      after: { firmware: available },
    })
    return { installed: available, available: null }
  })
