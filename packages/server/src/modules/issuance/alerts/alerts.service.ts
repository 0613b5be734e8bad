import {
  mostAlerts,
  type PrinterAlert,
  type PrinterAlertChange,
} from '@signet/contract/issuance/alerts'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr, unique } from '../../../kit/rows.ts'
import { insertRow, newIds, updateRow } from '../../../platform/db/row-sets.ts'
import * as repository from './alerts.repository.ts'
import { forgetStandings, listTold, type ToldStanding } from './standings.repository.ts'

type Stored = repository.StoredAlert
type Wire = z.input<typeof PrinterAlert>
type Wanted = z.output<typeof PrinterAlertChange>

const present = (row: Stored, told: readonly ToldStanding[]): Wire => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  condition: row.condition,
  level: row.level,
  settleMinutes: row.settle_minutes,
  printerIds: row.printer_ids === null ? null : [...row.printer_ids],
  standing: told
    .filter(({ alert_id }) => alert_id === row.id)
    .map(({ printer_id, printer_name, detail, told_at }) => ({
      printerId: printer_id,
      printerName: printer_name,
      detail,
      since: told_at ?? row.created_at,
    })),
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
})

export const list = async (ctx: Context): Promise<Wire[]> => {
  const told = await listTold(ctx)
  return (await repository.listAlerts(ctx)).map((row) => present(row, told))
}

const limit = { most: mostAlerts, code: 'ISSUANCE_ALERT_LIMIT_REACHED' } as const
const orNotFound = foundOr('ISSUANCE_ALERT_NOT_FOUND')

/** @throws ISSUANCE_ALERT_NOT_FOUND */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await repository.findAlert(ctx, id))
  return versioned(present(row, await listTold(ctx)), row.version)
}

const subjectOf = ({ id, name }: Stored) => ({ entity: 'PRINTERS', id, name })
const shown = ({ name, enabled, condition, level, settle_minutes, printer_ids }: Stored) => ({
  name,
  enabled,
  condition,
  level,
  settleMinutes: settle_minutes,
  printers: printer_ids === null ? null : [...printer_ids],
})

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  name: wanted.name,
  name_key: foldName(wanted.name),
  enabled: wanted.enabled,
  condition: wanted.condition,
  level: wanted.level,
  settle_minutes: wanted.settleMinutes,
  every_printer: wanted.printerIds === null,
  modified_at: ctx.platform.clock.now(),
})

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
const choosePrinters = async (ctx: Context, id: string, { printerIds }: Wanted): Promise<void> => {
  const wanted = new Set(printerIds)
  if ((await repository.replacePrinters(ctx, id, [...wanted])) < wanted.size) {
    throw new ApiError('ISSUANCE_PRINTER_NOT_FOUND')
  }
}

const refusingDuplicates = unique({
  printer_alerts_tenant_id_name_key_key: 'ISSUANCE_ALERT_EXISTS',
})

/** @throws ISSUANCE_ALERT_EXISTS, ISSUANCE_ALERT_LIMIT_REACHED, ISSUANCE_PRINTER_NOT_FOUND */
export const create = (ctx: Context, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      await expectRoom(ctx, 'printer_alerts', limit)
      const columns = columnsOf(ctx, wanted)
      const { id } = await insertRow(ctx, 'printer_alerts', {
        ...newIds(ctx),
        ...columns,
        created_at: columns.modified_at,
      })
      await repository.insertWatch(ctx)
      await choosePrinters(ctx, id, wanted)
      const row = orNotFound(await repository.findAlert(ctx, id))
      audit(ctx, 'PRINTER_ALERT_CREATED', { subject: subjectOf(row), after: shown(row) })
      return versioned(present(row, []), row.version)
    }),
  )

const findOne = async (ctx: Context, id: string): Promise<Stored> => {
  const [row] = await repository.findForChange(ctx, [id])
  const found = orNotFound(row)
  expectVersion(ctx, found.version)
  return found
}

/** @throws ISSUANCE_ALERT_NOT_FOUND, ISSUANCE_ALERT_EXISTS, ISSUANCE_PRINTER_NOT_FOUND */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await findOne(ctx, id)
      await updateRow(ctx, 'printer_alerts', { id: before.id, ...columnsOf(ctx, wanted) })
      await choosePrinters(ctx, id, wanted)
      await forgetStandings(ctx, id)
      const after = orNotFound(await repository.findAlert(ctx, id))
      audit(ctx, 'PRINTER_ALERT_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(present(after, []), after.version)
    }),
  )

const drop = async (ctx: Context, rows: readonly Stored[]): Promise<undefined> => {
  await repository.removeAlerts(
    ctx,
    rows.map(({ id }) => id),
  )
  for (const row of rows) {
    audit(ctx, 'PRINTER_ALERT_DELETED', { subject: subjectOf(row), before: shown(row) })
  }
  return undefined
}

/** @throws ISSUANCE_ALERT_NOT_FOUND */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => drop(ctx, [await findOne(ctx, id)]))

/** All of them or none. @throws ISSUANCE_ALERT_NOT_FOUND */
export const removeAll = (ctx: Context, ids: readonly string[]): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const rows = await repository.findForChange(ctx, ids)
    if (rows.length < new Set(ids).size) throw new ApiError('ISSUANCE_ALERT_NOT_FOUND')
    return drop(ctx, rows)
  })
