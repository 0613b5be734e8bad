import { oneOf } from './membership.ts'

/** How a printer was reached: SIMULATED ones are part of the product and print nothing. */
export const printerKinds = ['IPP', 'SIMULATED'] as const
export type PrinterKind = (typeof printerKinds)[number]

/** OFFLINE: it did not answer when it was last asked. UNKNOWN: it has not been asked yet. */
export const printerStates = ['IDLE', 'PROCESSING', 'STOPPED', 'OFFLINE', 'UNKNOWN'] as const
export type PrinterState = (typeof printerStates)[number]

/** What a simulated printer can be told to suffer. */
export const simulatedFaults = [
  'NONE',
  'RIBBON_OUT',
  'CARDS_OUT',
  'JAM',
  'COVER_OPEN',
  'ABORT',
  'BUSY',
  'OFFLINE',
  'ANSWER_LOST',
  'RESTART',
] as const
export type SimulatedFault = (typeof simulatedFaults)[number]

/** Keywords of RFC 8011, section 5.4.12, and PWG 5100.9 that stop a printer until it is attended to. */
const stopping = [
  'connecting-to-device',
  'cover-open',
  'door-open',
  'input-tray-missing',
  'interlock-open',
  'marker-supply-empty',
  'marker-supply-missing',
  'media-empty',
  'media-jam',
  'media-needed',
  'moving-to-paused',
  'output-area-full',
  'paused',
  'shutdown',
  'stopped-partly',
  'timed-out',
  'cleaner-life-over',
] as const

export const stopsPrinting = oneOf(stopping)

/** Keywords that have a text; `stopped` is of a printer that gives no reason. */
const explained = [...stopping, 'marker-supply-low', 'media-low', 'stopped'] as const
export const isExplainedReason = oneOf(explained)

export interface PrinterCondition {
  readonly state: PrinterState
  readonly reasons: readonly string[]
  readonly isAccepting: boolean
  readonly formats: readonly string[]
}

/** What Signet draws cards as, the better one first. */
export const printFormats = ['application/pdf', 'image/png'] as const
export type PrintFormat = (typeof printFormats)[number]

/** What the printer is sent; null where it can take none of it. */
export const formatFor = (formats: readonly string[]): PrintFormat | null =>
  printFormats.find((format) => formats.includes(format)) ?? null

/** Whether a card that is sent now would come out: `ptpReady` on the wire. */
export const isReadyToPrint = ({
  state,
  reasons,
  isAccepting,
  formats,
}: PrinterCondition): boolean =>
  (state === 'IDLE' || state === 'PROCESSING') &&
  isAccepting &&
  formatFor(formats) !== null &&
  !reasons.some(stopsPrinting)

/** Per cent below which a supply is told of. */
export const lowSupplyPercent = 15

export interface SupplyLevel {
  readonly level: number | null
  readonly isConsumed: boolean
}

export const isLow = (
  { level, isConsumed }: SupplyLevel,
  lowPercent: number = lowSupplyPercent,
): boolean => isConsumed && level !== null && level < lowPercent

/** How the cards come out of one printer where nobody says otherwise. */
export const printSides = ['ALL', 'FRONT'] as const
export type PrintSides = (typeof printSides)[number]

export const mostPrinters = 200
