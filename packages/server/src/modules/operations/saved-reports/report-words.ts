import { textOf } from '@signet/phrases/format'
import type { Namespace } from '@signet/phrases/namespaces'
import { textsOf } from '@signet/phrases/node'
import { messageOf } from '@signet/phrases/texts'
import { unknownCountry } from '@signet/rules/countries'
import { formatZonedDate } from '@signet/rules/display'
import type { StoredDefinition } from '../../../platform/db/schema/reports.ts'
import type { Cell } from './report-tables.ts'

/** Whom a report is printed for. */
export interface Reader {
  readonly locale: string
  readonly timeZone: string
}

type Values = Readonly<Record<string, string | number>>

const word = ({ locale }: Reader, key: string, values: Values = {}): string =>
  textOf(textsOf(locale, 'dashboard'), key, { locale, values })

/** Where the words of a column's codes stand. */
interface Coded {
  readonly namespace: Namespace
  readonly key: string
}

/** The word for a code; the code itself where there is none yet. */
const wordFor = ({ locale }: Reader, { namespace, key }: Coded, code: string): string => {
  const texts = textsOf(locale, namespace)
  const path = `${key}.${code}`
  return messageOf(texts, path) === undefined ? code : textOf(texts, path, { locale, values: {} })
}

const coded: Readonly<Record<string, Coded>> = {
  action: { namespace: 'userPortal', key: 'actions' },
  actorType: { namespace: 'dashboard', key: 'audit.actorTypes' },
  entityType: { namespace: 'dashboard', key: 'subjects' },
  outcome: { namespace: 'userPortal', key: 'outcomes' },
}

export const columnWord = (reader: Reader, column: string): string =>
  wordFor(reader, { namespace: 'dashboard', key: 'reports.columns' }, column)

/** ISO 3166-1 alpha-2 as people read it. */
const countryWord = (reader: Reader, code: string): string => {
  if (code === unknownCountry) return word(reader, 'overview.countryUnknown')
  const names = new Intl.DisplayNames(reader.locale, { type: 'region' })
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}

/** A cell in the words, the numbers and the clocks of its reader. */
export const cellWords = (reader: Reader, column: string, cell: Cell): string => {
  if (cell === null) return column === 'application' ? word(reader, 'reports.itself') : ''
  if (cell instanceof Date) return formatZonedDate(cell, reader)
  if (typeof cell === 'number') return new Intl.NumberFormat(reader.locale).format(cell)
  if (column === 'country') return countryWord(reader, cell)
  const words = coded[column]
  return words === undefined ? cell : wordFor(reader, words, cell)
}

const filterParts = [
  'outcome',
  'entityType',
  'address',
  'country',
  'actorId',
  'entityId',
  'requestId',
  'text',
] as const

/** What a report of events is narrowed by; empty where nothing narrows it. */
export const filterWords = (reader: Reader, filter: StoredDefinition['filter']): string => {
  const { actions } = filter
  const codes = Array.isArray(actions) ? actions.map(String) : []
  const told = [
    codes.map((code) => cellWords(reader, 'action', code)).join(', '),
    ...filterParts.map((part) => {
      const value = filter[part]
      return typeof value === 'string' ? cellWords(reader, part, value) : ''
    }),
  ].filter((each) => each !== '')
  return told.length === 0 ? '' : `${word(reader, 'reports.facts.filter')}: ${told.join(' · ')}`
}

export const rangeWords = (reader: Reader, from: Date, until: Date): string =>
  `${formatZonedDate(from, reader)} – ${formatZonedDate(until, reader)}`

export const leftWords = (reader: Reader, count: number): string =>
  word(reader, 'reports.left', { count })
