import { oneOf } from './membership.ts'
import { type PrinterState, type SupplyLevel, stopsPrinting } from './printers.ts'

/** What an alert on printers can be about. */
export const alertConditions = ['SUPPLY_LOW', 'CLEANING_DUE', 'ERROR', 'OFFLINE'] as const
export type AlertCondition = (typeof alertConditions)[number]
export const isAlertCondition = oneOf(alertConditions)

/** Per cent above its limit that a supply counts as filled up at: a level that wavers is still low. */
export const refilledPercent = 5

interface NamedSupply extends SupplyLevel {
  readonly name: string
}

export interface WatchedPrinter {
  readonly state: PrinterState
  readonly reasons: readonly string[]
  readonly supplies: readonly NamedSupply[]
  readonly cleaningDue: boolean
}

interface Watched {
  readonly condition: AlertCondition
  /** Per cent below which a supply is low. */
  readonly level: number
  /** Whether it is known to stand already. */
  readonly isStanding: boolean
}

/** What was found: null where the printer does not tell, so that nothing is known. */
export interface Finding {
  readonly holds: boolean | null
  /** Supplies with their level, or keywords of IPP. */
  readonly detail: string
}

const unknown: Finding = { holds: null, detail: '' }
const found = (things: readonly string[]): Finding => ({
  holds: things.length > 0,
  detail: things.join(', '),
})

const lowSupplies = ({ supplies }: WatchedPrinter, { level: limit, isStanding }: Watched) => {
  const below = isStanding ? limit + refilledPercent : limit
  return supplies
    .filter(({ level, isConsumed }) => isConsumed && level !== null && level < below)
    .map(({ name, level }) => `${name} ${level} %`)
}

/** Whether a printer is in the condition that an alert is about. */
export const findingOf = (printer: WatchedPrinter, watched: Watched): Finding => {
  const { state, reasons, cleaningDue } = printer
  if (state === 'UNKNOWN') return unknown
  if (watched.condition === 'OFFLINE') return { holds: state === 'OFFLINE', detail: '' }
  if (state === 'OFFLINE') return unknown
  switch (watched.condition) {
    case 'SUPPLY_LOW':
      return found(lowSupplies(printer, watched))
    case 'CLEANING_DUE':
      return { holds: cleaningDue, detail: '' }
    case 'ERROR': {
      const stopping = reasons.filter(stopsPrinting)
      return found(stopping.length === 0 && state === 'STOPPED' ? ['stopped'] : stopping)
    }
  }
}

/** QUIET: all is well. BEGINNING and ENDING: seen, and not yet for long enough to be told. */
export const alertPhases = ['QUIET', 'BEGINNING', 'STANDING', 'ENDING'] as const
export type AlertPhase = (typeof alertPhases)[number]

/** How one alert stands for one printer. */
export interface AlertStanding {
  readonly phase: AlertPhase
  /** When the phase began. */
  readonly at: Date
  /** When it was last told that it is over. */
  readonly endedAt: Date | null
}

interface Patience {
  readonly now: Date
  /** What was seen must hold for so long before it is told, and be over for as long. */
  readonly settleMillis: number
  /** After it was told that it is over, it is not told again for so long. */
  readonly pauseMillis: number
}

export interface AlertStep {
  readonly standing: AlertStanding
  /** What is to be told now. */
  readonly told: 'RAISED' | 'ENDED' | null
}

const next: Readonly<Record<AlertPhase, { readonly held: AlertPhase; readonly over: AlertPhase }>> =
  {
    QUIET: { held: 'BEGINNING', over: 'QUIET' },
    BEGINNING: { held: 'BEGINNING', over: 'QUIET' },
    STANDING: { held: 'STANDING', over: 'ENDING' },
    ENDING: { held: 'STANDING', over: 'ENDING' },
  }

const hasPassed = (since: Date | null, millis: number, now: Date): boolean =>
  since === null || now.getTime() - since.getTime() >= millis

/**
 * One look at a printer. A state is told once, however long it stands; one that comes and goes
 * sooner than it settles is told of at most once, or not at all.
 */
export const stepAlert = (
  before: AlertStanding,
  holds: boolean | null,
  { now, settleMillis, pauseMillis }: Patience,
): AlertStep => {
  if (holds === null) return { standing: before, told: null }
  const phase = next[before.phase][holds ? 'held' : 'over']
  const standing = phase === before.phase ? before : { ...before, phase, at: now }
  if (!hasPassed(standing.at, settleMillis, now)) return { standing, told: null }
  if (phase === 'BEGINNING' && hasPassed(standing.endedAt, pauseMillis, now)) {
    return { standing: { ...standing, phase: 'STANDING', at: now }, told: 'RAISED' }
  }
  if (phase !== 'ENDING') return { standing, told: null }
  return { standing: { phase: 'QUIET', at: now, endedAt: now }, told: 'ENDED' }
}
