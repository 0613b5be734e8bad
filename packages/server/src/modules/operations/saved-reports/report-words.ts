import { textOf } from '@signet/phrases/format'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { formatDate } from '@signet/rules/display'
import type { Cell } from './report-tables.ts'

/** Whom a report is printed for. */
export interface Reader {
  readonly locale: string
  readonly timeZone: string
}

type Values = Readonly<Record<string, string | number>>

const word = ({ locale }: Reader, key: string, values: Values = {}): string =>
  textOf(textsOf(locale, 'dashboard'), key, { locale, values })

/** The word for a code; the code itself where there is none yet. */
const wordFor = (reader: Reader, key: string, code: string): string =>
  messageOf(textsOf(reader.locale, 'dashboard'), `${key}.${code}`) === undefined
    ? code
    : word(reader, `${key}.${code}`)

/** Columns that hold codes, and where their words stand. */
const coded: Readonly<Record<string, string>> = {
  action: 'actions',
  actorType: 'audit.actorTypes',
  entityType: 'subjects',
  outcome: 'audit.outcomes',
}

export const columnWord = (reader: Reader, column: string): string =>
  wordFor(reader, 'reports.columns', column)

/** A cell in the words, the numbers and the clocks of its reader. */
export const cellWords = (reader: Reader, column: string, cell: Cell): string => {
  if (cell === null) return column === 'application' ? word(reader, 'reports.itself') : ''
  if (cell instanceof Date) return formatDate(cell, reader)
  if (typeof cell === 'number') return new Intl.NumberFormat(reader.locale).format(cell)
  const words = coded[column]
  return words === undefined ? cell : wordFor(reader, words, cell)
}

export const rangeWords = (reader: Reader, from: Date, until: Date): string =>
  `${formatDate(from, reader)} – ${formatDate(until, reader)}`

export const leftWords = (reader: Reader, count: number): string =>
  word(reader, 'reports.left', { count })
