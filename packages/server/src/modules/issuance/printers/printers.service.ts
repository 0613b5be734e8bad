import {
  type NewPrinter,
  type PrinterChange,
  type PrinterPreferences,
  statusFields,
} from '@signet/contract/issuance/printers'
import { formatFor, mostPrinters } from '@signet/rules/printers'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { expectAllGroups } from '../../../kit/authorize.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectRoom, foundOr, unique } from '../../../kit/rows.ts'
import {
  holdRow,
  insertRow,
  newIds,
  noteRow,
  removeRows,
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
const orNotFound = foundOr('ISSUANCE_PRINTER_NOT_FOUND')

export const list = async (ctx: Context) =>
  (await repository.listRows(ctx, mostPrinters)).map(present)

interface Narrowed {
  readonly fields?: string | undefined
  readonly withStatus: boolean
}

/** With the fields that are asked for; id and name always. */
export const listNarrowed = async (ctx: Context, { fields, withStatus }: Narrowed) => {
  const asked = fields === undefined ? null : new Set([...fields.split(','), 'id', 'name'])
  const isShown = (field: string): boolean =>
    (asked?.has(field) ?? true) && (withStatus || !statusFields.includes(field))
  return (await list(ctx)).map((printer) => ({
    ...Object.fromEntries(Object.entries(printer).filter(([field]) => isShown(field))),
    id: printer.id,
    name: printer.name,
  }))
}

export const summary = async (ctx: Context) =>
  summaryOf(await repository.listRows(ctx, mostPrinters))

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const printerRow = async (ctx: Context, id: string): Promise<Stored> =>
  orNotFound(await repository.findPrinter(ctx, id))

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const read = async (ctx: Context, id: string) => {
  const row = await printerRow(ctx, id)
  return versioned(present(row), row.version)
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND */
export const readByDevice = async (ctx: Context, deviceId: string) => {
  const row = orNotFound(await repository.findByDevice(ctx, deviceId))
  return versioned(present(row), row.version)
}

const refusingDuplicates = unique({
  printers_tenant_id_name_key_key: 'ISSUANCE_PRINTER_EXISTS',
  printers_tenant_id_device_id_key: 'ISSUANCE_PRINTER_EXISTS',
})

export const subjectOf = ({ id, name }: Stored) => ({ entity: 'PRINTERS', id, name })

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
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const row = await insert(ctx, wanted, facts)
      audit(ctx, 'PRINTER_CREATED', { subject: subjectOf(row), after: shown(row) })
      return versioned(present(row), row.version)
    }),
  )
}

export const readForChange = async (ctx: Context, id: string): Promise<Stored> => {
  const row = orNotFound(await holdRow(ctx, 'printers', id))
  expectVersion(ctx, row.version)
  return row
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
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await readForChange(ctx, id)
      if (before.uri !== wanted.uri) await expectIdle(ctx, id)
      const to = {
        ...headColumns(ctx, wanted),
        ...(facts === null ? {} : { device_id: facts.uuid ?? id, ...factColumns(ctx, facts) }),
      }
      const after = await updateRow(ctx, 'printers', { id: before.id, ...to })
      audit(ctx, 'PRINTER_UPDATED', {
        subject: subjectOf(after),
        before: shown(before),
        after: shown(after),
      })
      return versioned(present(after), after.version)
    }),
  )
}

/** @throws ISSUANCE_PRINTER_NOT_FOUND, ISSUANCE_PRINTER_BUSY, rights_not_held, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    expectAllGroups(ctx)
    const row = await readForChange(ctx, id)
    await expectIdle(ctx, id)
    await removeRows(ctx, 'printers', [row])
    audit(ctx, 'PRINTER_DELETED', { subject: subjectOf(row), before: shown(row) })
    return undefined
  })

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
    const before = await readForChange(ctx, id)
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
    audit(ctx, 'PRINTER_UPDATED', {
      subject: subjectOf(after),
      before: shown(before),
      after: { ...shown(after), simulation: wanted.simulation },
    })
    return versioned(await presentPreferences(ctx, after), after.version)
  })
