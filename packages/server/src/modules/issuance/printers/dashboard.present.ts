import type { PrinterInfo, PrinterTile } from '@signet/contract/issuance/printer-dashboard'
import { isLow } from '@signet/rules/printers'
import { cardsPerDay, forecastOf } from '@signet/rules/supplies'
import type { z } from 'zod'
import { isReady } from './printers.present.ts'
import type { StoredPrinter } from './printers.repository.ts'
import type { Wear } from './wear.repository.ts'

type Tile = z.input<typeof PrinterTile>
type Stored = StoredPrinter['supplies'][number]

const day = 86_400_000

/** Cards of a day; null without any. */
const paceOf = (wear: Wear, { id }: StoredPrinter, now: Date): number | null => {
  const pace = wear.paces.find(({ printer_id }) => printer_id === id)
  if (pace === undefined) return null
  return cardsPerDay(Number(pace.cards), Math.ceil((now.getTime() - pace.first.getTime()) / day))
}

interface Known {
  readonly wear: Wear
  readonly now: Date
}

const forecast = (printer: StoredPrinter, supply: Stored, { wear, now }: Known) => {
  const use = wear.supplies.find(
    ({ printer_id, name }) => printer_id === printer.id && name === supply.name,
  )
  if (use === undefined || supply.level === null) {
    return { cardsLeft: null, daysLeft: null, filledAt: null, cardsSinceFilled: null }
  }
  const counted = wear.counters.find(({ printer_id }) => printer_id === printer.id)
  const begunCards = Number(use.begun_cards)
  return {
    ...forecastOf(
      {
        level: use.level,
        begunLevel: use.begun_level,
        begunCards,
        cards: Number(use.cards),
        formerPerCard: use.former_per_card,
      },
      paceOf(wear, printer, now),
    ),
    filledAt: use.begun_at,
    cardsSinceFilled: Math.max(0, Number(counted?.cards ?? 0) - begunCards),
  }
}

const supplyOf = (
  printer: StoredPrinter,
  supply: Stored,
  known: Known,
): Tile['supplies'][number] => ({
  ...supply,
  isLow: isLow(supply, printer.low_level),
  ...forecast(printer, supply, known),
})

const careOf = ({ id, cleaning_after, reasons }: StoredPrinter, { wear }: Known) => {
  const counted = wear.counters.find(({ printer_id }) => printer_id === id)
  const cards = Number(counted?.cards ?? 0)
  const cardsSinceCleaning = cards - Number(counted?.cleaned_cards ?? 0)
  return {
    cards,
    cardsSinceCleaning,
    cleanedAt: counted?.cleaned_at ?? null,
    cleaningAfter: cleaning_after,
    cleaningDue: cardsSinceCleaning >= cleaning_after || reasons.includes('cleaner-life-over'),
  }
}

export const presentTile = (row: StoredPrinter, known: Known): Tile => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  location: row.location,
  makeAndModel: row.make_and_model,
  firmware: row.firmware,
  status: row.state,
  statusReasons: [...row.reasons],
  ptpReady: isReady(row),
  lastSeenAt: row.last_seen_at,
  supplies: row.supplies.map((supply) => supplyOf(row, supply, known)),
  ...careOf(row, known),
})

export const presentInfo = (row: StoredPrinter, known: Known): z.input<typeof PrinterInfo> => {
  const pace = paceOf(known.wear, row, known.now)
  return {
    ...presentTile(row, known),
    deviceId: row.device_id,
    uri: row.uri,
    hoppers: [...row.hoppers],
    formats: [...row.formats],
    upSince: row.up_since,
    cardsPerDay: pace === null ? null : Math.round(pace * 10) / 10,
  }
}
