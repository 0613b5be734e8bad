import {
  mostAlerts,
  type PrinterAlert,
  type PrinterAlertChange,
} from '@signet/contract/issuance/alerts'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { expectRoom } from '../../../kit/rows.ts'
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

const shown = ({ name, enabled, condition, level, settle_minutes, printer_ids }: Stored) => ({
  name,
  enabled,
  condition,
  level,
  settleMinutes: settle_minutes,
  printers: printer_ids === null ? null : [...printer_ids],
})

const alerts = namedRows({
  entity: 'PRINTERS',
  action: 'PRINTER_ALERT',
  missing: 'ISSUANCE_ALERT_NOT_FOUND',
  taken: { printer_alerts_tenant_id_name_key_key: 'ISSUANCE_ALERT_EXISTS' },
  find: repository.findAlert,
  hold: async (ctx, id: string) => (await repository.findForChange(ctx, [id])).at(0),
  remove: (ctx, id) => repository.removeAlerts(ctx, [id]),
  shown,
  present: async (row, ctx) => present(row, await listTold(ctx)),
})

/** @throws ISSUANCE_ALERT_NOT_FOUND, of a removal precondition_failed, too */
export const { read, remove } = alerts

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

/** @throws ISSUANCE_ALERT_EXISTS, ISSUANCE_ALERT_LIMIT_REACHED, ISSUANCE_PRINTER_NOT_FOUND */
export const create = (ctx: Context, wanted: Wanted) =>
  alerts.create(ctx, async (ctx) => {
    await expectRoom(ctx, 'printer_alerts', limit)
    const columns = columnsOf(ctx, wanted)
    const begun = { ...newIds(ctx), created_at: columns.modified_at }
    const { id } = await insertRow(ctx, 'printer_alerts', { ...begun, ...columns })
    await repository.insertWatch(ctx)
    await choosePrinters(ctx, id, wanted)
    return alerts.find(ctx, id)
  })

/** @throws ISSUANCE_ALERT_NOT_FOUND, ISSUANCE_ALERT_EXISTS, ISSUANCE_PRINTER_NOT_FOUND */
export const update = (ctx: Context, id: string, wanted: Wanted) =>
  alerts.change(ctx, id, async (ctx) => {
    await updateRow(ctx, 'printer_alerts', { id, ...columnsOf(ctx, wanted) })
    await choosePrinters(ctx, id, wanted)
    await forgetStandings(ctx, id)
    return alerts.find(ctx, id)
  })

/** All of them or none. @throws ISSUANCE_ALERT_NOT_FOUND */
export const removeAll = (ctx: Context, ids: readonly string[]): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const rows = await repository.findForChange(ctx, ids)
    if (rows.length < new Set(ids).size) throw new ApiError('ISSUANCE_ALERT_NOT_FOUND')
    await repository.removeAlerts(ctx, ids)
    for (const row of rows) alerts.record(ctx, row, { event: 'DELETED', before: shown(row) })
    return undefined
  })
