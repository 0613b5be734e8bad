import { csvOf } from '../../../pickers/csv.ts'
import { differencesOf } from './audit-differences.ts'
import type { Event } from './audit-events.queries.ts'

/** Names of columns are those of the API: a file is read by programs first. */
const columns = [
  'eventTime',
  'actorType',
  'actorId',
  'actorName',
  'action',
  'entityType',
  'entityId',
  'entityName',
  'outcome',
  'address',
  'requestId',
  'userAgent',
] as const satisfies readonly (keyof Event)[]

const changesOf = (event: Event): string =>
  differencesOf(event)
    .filter(({ isChanged }) => isChanged)
    .map(({ field, before, after }) => `${field}: ${before ?? ''} -> ${after ?? ''}`)
    .join('; ')

/** Entries as a file for a spreadsheet or a program. */
export const auditCsv = (events: readonly Event[]): string =>
  csvOf([
    [...columns, 'changes', 'attributes'],
    ...events.map((event) => [
      ...columns.map((column) => event[column] ?? ''),
      changesOf(event),
      event.attributes === null ? '' : JSON.stringify(event.attributes),
    ]),
  ])
