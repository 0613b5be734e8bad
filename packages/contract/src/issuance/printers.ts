import { abort } from '@signet/rules/abort'
import { printerKinds, printerStates, printSides, simulatedFaults } from '@signet/rules/printers'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Guid, Instant, Line, NameQuery, Uuid } from '../kit/schemas.ts'

const PrinterParams = z.object({ printerId: Uuid })

const Supply = z
  .object({
    name: z.string(),
    /** Per cent that is left, or for a bin that is full; null where the printer does not say. */
    level: z.int().nullable(),
    isConsumed: z.boolean(),
  })
  .meta({ id: 'PrinterSupply' })

export const Printer = z
  .object({
    id: Uuid,
    /** The device's own number, or ours where it gives none; real ones keep to no version of UUIDs. */
    deviceId: Guid,
    name: z.string(),
    kind: z.enum(printerKinds),
    /** `ipp:` or `ipps:` address; null for a simulated printer. */
    uri: z.string().nullable(),
    location: z.string(),
    description: z.string(),
    makeAndModel: z.string(),
    firmware: z.string(),
    hoppers: z.array(z.string()),
    formats: z.array(z.string()),
    status: z.enum(printerStates),
    /** Keywords of IPP without their severity, such as `marker-supply-empty`. */
    statusReasons: z.array(z.string()),
    /** A card that is sent now would come out. */
    ptpReady: z.boolean(),
    supplies: z.array(Supply),
    lastSeenAt: Instant.nullable(),
    createdAt: Instant,
    modifiedAt: Instant,
  })
  .meta({ id: 'Printer' })

const shownOf = {
  status: true,
  statusReasons: true,
  ptpReady: true,
  supplies: true,
  lastSeenAt: true,
} as const

/** What was asked for with `fields` and `withStatus`. */
const ListedPrinter = Printer.partial()
  .required({ id: true, name: true })
  .meta({ id: 'ListedPrinter' })

const Uri = z
  .string()
  .max(300, abort)
  .check(z.url({ protocol: /^(?:ipps?|https?)$/ }))
  .refine((text) => !/^[a-z]+:\/\/[^/]*@/i.test(text), 'names a user')

const head = {
  name: Line(100),
  location: z.string().trim().max(200, abort).default(''),
  description: z.string().trim().max(500, abort).default(''),
}

export const PrinterChange = z
  .object({ ...head, uri: Uri.nullable().default(null) })
  .meta({ id: 'PrinterChange' })

export const NewPrinter = z
  .object({ ...head, kind: z.enum(printerKinds), uri: Uri.nullable().default(null) })
  .refine(({ kind, uri }) => (kind === 'IPP') === (uri !== null), {
    error: 'an IPP printer has an address, a simulated one has none',
    path: ['uri'],
  })
  .meta({ id: 'NewPrinter' })

export const Simulation = z
  .object({
    fault: z.enum(simulatedFaults),
    secondsPerCard: z.int().min(0).max(600),
  })
  .meta({ id: 'PrinterSimulation' })

export const PrinterPreferences = z
  .object({
    /** Where cards are taken from when a print names none; null leaves it to the printer. */
    hopper: z.string().trim().min(1).max(100, abort).nullable(),
    sides: z.enum(printSides),
    /** The black panel as a layer of its own, so that texts and bars are not mixed of colours. */
    splitBlack: z.boolean(),
    /** Turned by 180 degrees, for cards with a chip on the other side. */
    upsideDown: z.boolean(),
    /** Of a simulated printer alone. */
    simulation: Simulation.nullable(),
  })
  .meta({ id: 'PrinterPreferences' })

export const PrinterSummary = z
  .object({
    total: z.int(),
    idle: z.int(),
    processing: z.int(),
    stopped: z.int(),
    offline: z.int(),
    unknown: z.int(),
    /** With a supply below 15 per cent. */
    low: z.int(),
    simulated: z.int(),
  })
  .meta({ id: 'PrinterSummary' })

const path = '/api/web/v1/printers'
const one = `${path}/:printerId`
const api = { api: 'issuance', actor: 'admin' } as const
const view = { ...api, needs: ['PRINTERS', 'VIEW'], limit: 'read', audit: null } as const
const unreachable = [
  'ISSUANCE_PRINTER_ADDRESS_REFUSED',
  'ISSUANCE_PRINTER_UNREACHABLE',
  'ISSUANCE_PRINTER_UNSUITABLE',
  'ISSUANCE_PRINTER_EXISTS',
] as const
const asked =
  'The printer is asked what it is: it has to answer now, and to take PDF or PNG. The same device under two names is refused.'

const names = Object.keys(Printer.shape)
const Fields = z
  .string()
  .max(500, abort)
  .refine((text) => text.split(',').every((name) => names.includes(name)), 'names no field')

const { add, edit, remove } = callsOn('PRINTERS')

export const listPrinters = endpoint({
  ...view,
  method: 'GET',
  path,
  query: NameQuery.extend({
    /** Names of fields, with commas between; all where it is left out. */
    fields: Fields.optional(),
    withStatus: z.stringbool().default(true),
  }),
  answer: z.array(ListedPrinter),
  errors: [],
  summary: 'The printers, by name',
  description: `At most 200. The status is that of the last look, at most a minute ago; \`withStatus=false\` leaves it out (${Object.keys(shownOf).join(', ')}).`,
})

export const statusFields: readonly string[] = Object.keys(shownOf)

export const listPrintersInFull = endpoint({
  ...view,
  method: 'GET',
  path: '/api/web/v2/printers',
  answer: z.array(Printer),
  errors: [],
  summary: 'The printers in full, by name',
  description: 'At most 200.',
})

export const readPrinterByDevice = endpoint({
  ...view,
  method: 'GET',
  path: '/api/web/v2/printers/:deviceId',
  params: z.object({ deviceId: Guid }),
  answer: Printer,
  errors: ['ISSUANCE_PRINTER_NOT_FOUND'],
  summary: 'One printer by the number of its device',
})

export const readPrinterSummary = endpoint({
  ...view,
  method: 'GET',
  path: `${path}/summary`,
  answer: PrinterSummary,
  errors: [],
  summary: 'How many printers stand how',
})

export const readPrinter = endpoint({
  ...view,
  method: 'GET',
  path: one,
  params: PrinterParams,
  answer: Printer,
  errors: ['ISSUANCE_PRINTER_NOT_FOUND'],
  summary: 'One printer',
})

export const createPrinter = endpoint({
  ...api,
  ...add,
  path,
  body: NewPrinter,
  answer: Printer,
  ordinary: 'issuanceWork',
  errors: [...unreachable, 'ISSUANCE_PRINTER_LIMIT_REACHED', 'rights_not_held'],
  audit: 'PRINTER_CREATED',
  summary: 'Add a printer',
  description: `${asked} Printers in the operator's own network are reached where the operator has allowed it (kind \`printer\`).`,
})

export const updatePrinter = endpoint({
  ...api,
  ...edit,
  path: one,
  params: PrinterParams,
  body: PrinterChange,
  answer: Printer,
  ordinary: 'issuanceWork',
  errors: [
    ...unreachable,
    'ISSUANCE_PRINTER_NOT_FOUND',
    'ISSUANCE_PRINTER_BUSY',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'PRINTER_UPDATED',
  summary: 'Change a printer',
  description: `With another address: ${asked} While cards wait for the printer, or one needs an answer, it keeps its address.`,
})

export const deletePrinter = endpoint({
  ...api,
  ...remove,
  path: one,
  params: PrinterParams,
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_PRINTER_NOT_FOUND',
    'ISSUANCE_PRINTER_BUSY',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'PRINTER_DELETED',
  summary: 'Delete a printer',
  description: 'One that cards wait for, or that has any, is not deleted.',
})

export const removePrinterFromTenant = endpoint({
  ...api,
  ...remove,
  path: `${one}/:tenantId`,
  params: PrinterParams.extend({ tenantId: Uuid }),
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_PRINTER_NOT_FOUND',
    'ISSUANCE_PRINTER_BUSY',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'PRINTER_DELETED',
  summary: 'Take a printer out of an account',
  description: 'Of the account that is asked alone: any other is answered as if there were none.',
})

export const readPrinterPreferences = endpoint({
  ...view,
  method: 'GET',
  path: `${one}/preferences`,
  params: PrinterParams,
  answer: PrinterPreferences,
  errors: ['ISSUANCE_PRINTER_NOT_FOUND'],
  summary: 'How cards come out of a printer',
})

export const updatePrinterPreferences = endpoint({
  ...api,
  ...edit,
  path: `${one}/preferences`,
  params: PrinterParams,
  body: PrinterPreferences,
  answer: PrinterPreferences,
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_PRINTER_NOT_FOUND',
    'invalid_parameters',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'PRINTER_UPDATED',
  summary: 'Change how cards come out of a printer',
  description:
    'A simulated printer is told here what to suffer: its fault lasts until another is set. RESTART forgets its jobs and counts from 1 again; what it lacked is filled up by NONE.',
})
