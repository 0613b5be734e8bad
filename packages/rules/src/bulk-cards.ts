import { type BulkColumn, type BulkKindFacts, onUsers, optional } from './bulk-facts.ts'
import { cardFates, reprintReasons } from './print-jobs.ts'

const onEnrollments = {
  ...onUsers,
  entity: 'BULKENROLLMENTS',
  type: 'enrollments',
  names: ['id', 'uniqueValue'],
} as const

const once = (name: string, required: boolean): BulkColumn => ({ name, required, once: true })
/** The enrollment design of all records, by its id. */
const design = once('design', true)
/** A record by its id, or by what stands in a field of which no two records have the same. */
const record = [optional('id'), optional('uniqueValue')]

/** Kinds of bulk operation on people who get cards. */
export const cardKinds = {
  importenrollments: {
    ...onEnrollments,
    action: 'import',
    names: [],
    existing: ['ERROR', 'SKIP'],
    ownColumns: 'FIELDS',
    columns: [design, optional('group')],
  },
  deleteenrollments: { ...onEnrollments, action: 'delete', columns: [design, ...record] },
  printenrollments: {
    ...onEnrollments,
    action: 'print',
    columns: [
      design,
      once('printers', true),
      once('hopper', false),
      ...record,
      { name: 'reprintReason', required: false, values: reprintReasons },
      optional('reprintNote'),
      { name: 'previousFate', required: false, values: cardFates },
    ],
  },
} as const satisfies Readonly<Record<string, BulkKindFacts>>
