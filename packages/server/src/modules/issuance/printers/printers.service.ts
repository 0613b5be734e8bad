import {
  type NewPrinter,
  type PrinterChange,
  type PrinterPreferences,
  statusFields,
} from '@signet/contract/issuance/printers'
import { formatFor, mostPrinters } from '@signet/rules/printers'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { expectAllGroups } from '../../../kit/authorize.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { namedRows } from '../../../kit/named-rows.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr } from '../../../kit/rows.ts'
import { isNamed, type NameSearch } from '../../../platform/db/name-search.ts'
import {
  insertRow,
  listByName,
  newIds,
  noteRow,
  rowsOf,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import type { DeviceFacts } from '../../../platform/ipp/ipp.ts'
import { askedAt, deviceOf } from './device.ts'
import { factColumns, unlockWhenReady } from './looks.ts'
import { present, summaryOf } from './printers.present.ts'
import * as repository from './printers.repository.ts'
import { installMachine, instruct, simulationOf } from './simulated-device.ts'

type Stored = repository.StoredPrinter
type Preferences = z.output<typeof PrinterPreferences>

const limit = { most: mostPrinters, code: 'ISSUANCE_PRINTER_LIMIT_REACHED' } as const

export const list = async (ctx: Context) =>
  (await listByName(ctx, 'printers', mostPrinters)).map(present)

interface Narrowed extends NameSearch {
  readonly fields?: string | undefined
  readonly withStatus: boolean
}

/** With the fields that are asked for; id and name always. */
export const listNarrowed = async (ctx: Context, { fields, withStatus, ...named }: Narrowed) => {
  const asked = fields === undefined ? null : new Set([...fields.split(','), 'id', 'name'])
  const isShown = (field: string): boolean =>
    (asked?.has(field) ?? true) && (withStatus || !statusFields.includes(field))
  const rows = (await list(ctx)).filter(({ name }) => isNamed(name, named))
  return rows.slice(0, named.limit).map((printer) => ({
    ...Object.fromEntries(Object.entries(printer).filter(([field]) => isShown(field))),
    id: printer.id,
    name: printer.name,
  }))
}

export const summary = async (ctx: Context) =>
  summaryOf(await listByName(ctx, 'printers', mostPrinters))

const shown = (row: Stored) => ({
  name: row.name,
  kind: row.kind,
  uri: row.uri,
  location: row.location,
  description: row.description,
  hopper: row.hopper,
  sides: row.sides,
  splitBlack: row.split_black,
  upsideDown: row.upside_down,
})

export const printers = namedRows({
  ...rowsOf('printers'),
  entity: 'PRINTERS',
  action: 'PRINTER',
  missing: 'ISSUANCE_PRINTER_NOT_FOUND',
  taken: {
    printers_tenant_id_name_key_key: 'ISSUANCE_PRINTER_EXISTS',
    printers_tenant_id_device_id_key: 'ISSUANCE_PRINTER_EXISTS',
  },
  shown,
  present,
})

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const { read, find: printerRow } = printers

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const readByDevice = async (ctx: Context, deviceId: string) => {
  const found = await repository.findByDevice(ctx, deviceId)
  const row = foundOr('ISSUANCE_PRINTER_NOT_FOUND')(found)
  return versioned(present(row), row.version)
}

/** @throws ISSUANCE_PRINTER_UNSUITABLE */
const expectSuitable = (facts: DeviceFacts): DeviceFacts => {
  if (formatFor(facts.formats) === null) throw new ApiError('ISSUANCE_PRINTER_UNSUITABLE')
  return facts
}

const usual = { hopper: null, sides: 'ALL', split_black: true, upside_down: false } as const

const unasked = {
  make_and_model: '',
  firmware: '',
  hoppers: [],
  formats: [],
  state: 'UNKNOWN',
  reasons: [],
  accepting: false,
  supplies: [],
} as const

type Head = Pick<z.output<typeof PrinterChange>, 'name' | 'location' | 'description' | 'uri'>
const headColumns = (ctx: Context, { name, location, description, uri }: Head) => ({
  modified_at: ctx.platform.clock.now(),
  name,
  name_key: foldName(name),
  location,
  description,
  uri,
})

const insert = async (
  ctx: Context,
  wanted: z.output<typeof NewPrinter>,
  facts: DeviceFacts | null,
): Promise<Stored> => {
  await expectRoom(ctx, 'printers', limit)
  const id = ctx.platform.ids.uuid()
  const head = headColumns(ctx, wanted)
  const row = await insertRow(ctx, 'printers', {
    ...newIds(ctx),
    ...usual,
    ...head,
    id,
    created_at: head.modified_at,
    kind: wanted.kind,
    ...unasked,
    device_id: facts?.uuid ?? id,
    ...(facts === null ? {} : factColumns(ctx, facts)),
  })
  await repository.insertLane(ctx, id)
  if (facts !== null) await unlockWhenReady(ctx, row, facts)
  if (row.kind !== 'SIMULATED') return row
  await installMachine(ctx, id)
  const told = await deviceOf(ctx, row).facts()
  await unlockWhenReady(ctx, row, told)
  await noteRow(ctx, 'printers', { ...factColumns(ctx, told), id })
  return printerRow(ctx, id)
}

/** @throws rights_not_held, ISSUANCE_PRINTER_EXISTS and what `askedAt` throws */
export const create = async (ctx: Context, wanted: z.output<typeof NewPrinter>) => {
  expectAllGroups(ctx)
  const facts = wanted.uri === null ? null : expectSuitable(await askedAt(ctx, wanted.uri))
  return printers.create(ctx, (ctx) => insert(ctx, wanted, facts))
}

/** @throws ISSUANCE_PRINTER_BUSY */
export const expectIdle = async (ctx: Context, id: string): Promise<void> => {
  if (await repository.hasActiveJobs(ctx, id)) throw new ApiError('ISSUANCE_PRINTER_BUSY')
}

const fault = (path: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path, message }] })

/** What stands at another address; null where it stays. @throws what `askedAt` throws */
const moved = async (ctx: Context, { kind, uri }: Stored, wanted: string | null) => {
  if ((kind === 'IPP') !== (wanted !== null)) {
    throw fault('body.uri', 'an IPP printer has an address, a simulated one has none')
  }
  return wanted === null || wanted === uri ? null : expectSuitable(await askedAt(ctx, wanted))
}

/**
 * What waits, or may have come out, belongs to the device: it stays where it is until its cards are done.
 * @throws ISSUANCE_PRINTER_NOT_FOUND, ISSUANCE_PRINTER_EXISTS, ISSUANCE_PRINTER_BUSY, rights_not_held,
 * precondition_failed and what `askedAt` throws
 */
export const update = async (ctx: Context, id: string, wanted: z.output<typeof PrinterChange>) => {
  expectAllGroups(ctx)
  const known = await printerRow(ctx, id)
  const facts = await moved(ctx, known, wanted.uri)
  return printers.change(ctx, id, async (ctx, before) => {
    if (before.uri !== wanted.uri) await expectIdle(ctx, id)
    const to = {
      ...headColumns(ctx, wanted),
      ...(facts === null ? {} : { device_id: facts.uuid ?? id, ...factColumns(ctx, facts) }),
    }
    return updateRow(ctx, 'printers', { id, ...to })
  })
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND, ISSUANCE_PRINTER_BUSY, rights_not_held, precondition_failed */
export const remove = async (ctx: Context, id: string): Promise<undefined> => {
  expectAllGroups(ctx)
  return printers.remove(ctx, id, (ctx) => expectIdle(ctx, id))
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND also for any other account */
export const removeFrom = (ctx: Context, id: string, tenantId: string): Promise<undefined> => {
  if (tenantId !== ctx.tenant.id) throw new ApiError('ISSUANCE_PRINTER_NOT_FOUND')
  return remove(ctx, id)
}

const presentPreferences = async (ctx: Context, row: Stored): Promise<Preferences> => ({
  hopper: row.hopper,
  sides: row.sides,
  splitBlack: row.split_black,
  upsideDown: row.upside_down,
  simulation: row.kind === 'SIMULATED' ? await simulationOf(ctx, row.id) : null,
})

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const readPreferences = async (ctx: Context, id: string) => {
  const row = await printerRow(ctx, id)
  return versioned(await presentPreferences(ctx, row), row.version)
}

/** @throws invalid_parameters */
const expectFit = ({ kind, hoppers }: Stored, { hopper, simulation }: Preferences): void => {
  if ((kind === 'SIMULATED') !== (simulation !== null)) {
    throw fault('body.simulation', 'only a simulated printer is told what to suffer')
  }
  if (hopper !== null && !hoppers.includes(hopper)) {
    throw fault('body.hopper', 'the printer has no such hopper')
  }
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND, invalid_parameters, rights_not_held, precondition_failed */
export const updatePreferences = (ctx: Context, id: string, wanted: Preferences) =>
  ctx.transaction(async (ctx) => {
    expectAllGroups(ctx)
    const before = await printers.hold(ctx, id)
    expectFit(before, wanted)
    if (wanted.simulation !== null) await instruct(ctx, id, wanted.simulation)
    const to = {
      modified_at: ctx.platform.clock.now(),
      hopper: wanted.hopper,
      sides: wanted.sides,
      split_black: wanted.splitBlack,
      upside_down: wanted.upsideDown,
    }
    const after = await updateRow(ctx, 'printers', { id: before.id, ...to })
    await repository.wakeLane(ctx, id)
    printers.record(ctx, after, {
      event: 'UPDATED',
      before: shown(before),
      after: { ...shown(after), simulation: wanted.simulation },
    })
    return versioned(await presentPreferences(ctx, after), after.version)
  })
