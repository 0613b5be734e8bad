import { type BulkColumn, type BulkKindFacts, needed, onUsers, optional } from './bulk-facts.ts'
import { cardFates, reprintReasons } from './print-jobs.ts'
import { smartCardTypes } from './smart-cards.ts'

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

/** Kinds of bulk operation on the passes that people have in their phones. */
export const passKinds = {
  mfpissue: {
    ...onEnrollments,
    action: 'MFP',
    type: 'issue',
    existing: ['ERROR', 'SKIP'],
    columns: [design, once('passDesign', true), once('mailField', false), ...record],
  },
  mfprevoke: { ...onEnrollments, action: 'MFP', type: 'revoke', columns: [design, ...record] },
} as const satisfies Readonly<Record<string, BulkKindFacts>>

/** Kinds of bulk operation on the cards themselves. */
export const smartCardKinds = {
  importsmartcards: {
    ...onUsers,
    entity: 'BULKSMARTCARDS',
    action: 'import',
    type: 'smartcards',
    names: ['serialNumber'],
    existing: ['ERROR', 'SKIP'],
    columns: [
      needed('serialNumber'),
      { name: 'cardType', required: true, values: smartCardTypes },
      optional('csn'),
      optional('group'),
    ],
  },
} as const satisfies Readonly<Record<string, BulkKindFacts>>
