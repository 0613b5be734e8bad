import { abort } from '@signet/rules/abort'
import { printerKinds, printSides } from '@signet/rules/printers'
import { z } from 'zod'
import { endpoint } from '../kit/endpoint.ts'
import { Guid, Instant, Uuid } from '../kit/schemas.ts'
import { Printer } from './printers.ts'

const PrinterParams = z.object({ printerId: Uuid })

const ForecastSupply = z
  .object({
    name: z.string(),
    /** Per cent that is left, or for a bin that is full; null where the printer does not say. */
    level: z.int().nullable(),
    isConsumed: z.boolean(),
    isLow: z.boolean(),
    /** Cards that it lasts for; null where nothing is known yet. */
    cardsLeft: z.int().nullable(),
    /** At the pace of the last 14 days. */
    daysLeft: z.int().nullable(),
    /** When it was filled up, or first seen. */
    filledAt: Instant.nullable(),
    cardsSinceFilled: z.int().nullable(),
  })
  .meta({ id: 'ForecastSupply' })

const care = {
  /** Cards that came out of it, samples too. */
  cards: z.int(),
  cardsSinceCleaning: z.int(),
  cleanedAt: Instant.nullable(),
  /** Cards between two cleanings. */
  cleaningAfter: z.int(),
  cleaningDue: z.boolean(),
}

export const PrinterTile = z
  .object({
    ...Printer.pick({
      id: true,
      name: true,
      kind: true,
      location: true,
      makeAndModel: true,
      firmware: true,
      status: true,
      statusReasons: true,
      ptpReady: true,
      lastSeenAt: true,
    }).shape,
    supplies: z.array(ForecastSupply),
    ...care,
  })
  .meta({ id: 'PrinterTile' })

export const PrinterInfo = PrinterTile.extend({
  deviceId: Guid,
  uri: z.string().nullable(),
  hoppers: z.array(z.string()),
  formats: z.array(z.string()),
  /** When the device was switched on, as it said last. */
  upSince: Instant.nullable(),
  /** Averaged over the last 14 days; null without a card. */
  cardsPerDay: z.number().nullable(),
}).meta({ id: 'PrinterInfo' })

export const PrinterFirmware = z
  .object({
    installed: z.string(),
    /** A newer one that can be installed from here; null where none is known. */
    available: z.string().nullable(),
  })
  .meta({ id: 'PrinterFirmware' })

export const PrinterSettings = z
  .object({
    /** Where cards are taken from when a print names none; null leaves it to the printer. */
    hopper: z.string().trim().min(1).max(100, abort).nullable(),
    sides: z.enum(printSides),
    splitBlack: z.boolean(),
    upsideDown: z.boolean(),
    /** Cards between two cleanings. */
    cleaningAfter: z.int().min(10).max(100_000),
    /** Per cent below which a supply is low. */
    lowLevel: z.int().min(1).max(90),
  })
  .meta({ id: 'PrinterSettings' })

const settingNames = PrinterSettings.keyof().options

export const PrinterSettingsRequest = z
  .object({
    settings: PrinterSettings,
    /** Further printers that get the same. */
    copyTo: z.array(Uuid).max(200, abort).default([]),
    /** Nothing is changed: what would be is told. */
    dryRun: z.boolean().default(false),
  })
  .meta({ id: 'PrinterSettingsRequest' })

const SettingChange = z
  .object({
    printerId: Uuid,
    name: z.string(),
    setting: z.enum(settingNames),
    before: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    after: z.union([z.string(), z.number(), z.boolean()]).nullable(),
  })
  .meta({ id: 'PrinterSettingChange' })

export const PrinterSettingsResult = z
  .object({
    changes: z.array(SettingChange),
    /** Printers that have no such hopper: all their other settings are copied. */
    withoutHopper: z.array(z.object({ printerId: Uuid, name: z.string() })),
  })
  .meta({ id: 'PrinterSettingsResult' })

const path = '/api/web/issuance/printerdashboard'
const one = `${path}/:printerId`
const api = { api: 'issuance', actor: 'admin', params: PrinterParams } as const
const view = { ...api, needs: ['PRINTERS', 'VIEW'], limit: 'read', audit: null } as const
const change = { ...api, needs: ['PRINTERS', 'EDIT'], limit: 'change', method: 'POST' } as const
const forecast =
  'Cards are left by what a card took since the supply was filled up (after 10 cards and 2 per cent; before that by the filling before), days by the cards of the last 14 days.'

export const readPrinterDashboard = endpoint({
  api: 'issuance',
  actor: 'admin',
  needs: ['PRINTERS', 'VIEW'],
  limit: 'read',
  audit: null,
  method: 'GET',
  path: `${path}/status`,
  query: z.object({
    /** In name, place or model. */
    query: z.string().max(100, abort).default(''),
    accountId: Uuid.optional(),
    printerType: z.enum(printerKinds).optional(),
  }),
  answer: z.array(PrinterTile),
  errors: [],
  summary: 'How the printers stand, their supplies and their care',
  description: `At most 200, by name, as they were seen last. An account other than one's own has none here. ${forecast}`,
})

export const readPrinterInfo = endpoint({
  ...view,
  method: 'GET',
  path: `${one}/info`,
  answer: PrinterInfo,
  errors: ['ISSUANCE_PRINTER_NOT_FOUND'],
  changesOnGet: true,
  summary: 'All that is known of one printer',
  description: `The printer is asked now; one that does not answer is OFFLINE. ${forecast}`,
})

export const cleanPrinter = endpoint({
  ...change,
  path: `${one}/cleaningcard`,
  answer: PrinterInfo,
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_PRINTER_NOT_FOUND',
    'ISSUANCE_PRINTER_BUSY',
    'ISSUANCE_PRINTER_UNREACHABLE',
    'rights_not_held',
  ],
  audit: 'PRINTER_CLEANED',
  summary: 'A cleaning card',
  description:
    'A simulated printer draws it in. IPP knows no such call: for other printers it is kept that somebody has put one through, so that the cards until the next are counted anew. Not while cards wait for the printer.',
})

export const checkPrinterFirmware = endpoint({
  ...view,
  method: 'GET',
  path: `${one}/firmware`,
  answer: PrinterFirmware,
  errors: ['ISSUANCE_PRINTER_NOT_FOUND', 'ISSUANCE_PRINTER_UNREACHABLE'],
  changesOnGet: true,
  summary: 'Whether there is newer firmware',
  description:
    'The printer is asked now. IPP tells what is installed, not what its maker has since: only of simulated printers a newer one is known.',
})

export const updatePrinterFirmware = endpoint({
  ...change,
  path: `${one}/firmware`,
  answer: PrinterFirmware,
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_PRINTER_NOT_FOUND',
    'ISSUANCE_PRINTER_BUSY',
    'ISSUANCE_PRINTER_UNREACHABLE',
    'ISSUANCE_PRINTER_FIRMWARE_CURRENT',
    'rights_not_held',
  ],
  audit: 'PRINTER_FIRMWARE_UPDATED',
  summary: 'Install the newer firmware',
  description: 'The printer starts again with it. Not while cards wait for it.',
})

export const readPrinterSettings = endpoint({
  ...view,
  method: 'GET',
  path: `${one}/settings`,
  answer: PrinterSettings,
  errors: ['ISSUANCE_PRINTER_NOT_FOUND'],
  versioned: true,
  summary: 'Settings of a printer that can be copied',
})

export const changePrinterSettings = endpoint({
  ...change,
  path: `${one}/settings`,
  body: PrinterSettingsRequest,
  answer: PrinterSettingsResult,
  ordinary: 'issuanceWork',
  errors: [
    'ISSUANCE_PRINTER_NOT_FOUND',
    'invalid_parameters',
    'rights_not_held',
    'precondition_failed',
  ],
  audit: 'PRINTER_UPDATED',
  versioned: false,
  summary: 'Change the settings of one printer or of several',
  description: 'All of them or none. The answer tells each setting that is another one now.',
})
