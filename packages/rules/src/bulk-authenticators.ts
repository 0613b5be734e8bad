import {
  type BulkColumn,
  type BulkKindFacts,
  needed,
  onUsers,
  optional,
  target,
} from './bulk-facts.ts'
import { secretEncodings } from './token-layouts.ts'

const secret = (name: string, required = false): BulkColumn => ({ name, required, secret: true })
/** Two codes that a token shows one after the other. */
const codes = [secret('response'), secret('nextResponse')]
/** A token or card by its id or by what is printed on it. */
const bySerial = [optional('id'), optional('serialNumber')]
const onSerials = { ...onUsers, names: ['id', 'serialNumber'] } as const

/** What a row tells of a token beside its secret. */
const tokenColumns = [
  { name: 'secretEncoding', required: false, values: secretEncodings },
  {
    name: 'algorithmType',
    required: false,
    values: ['OATH_HOTP', 'OATH_TOTP', 'OATH_OCRA', 'AT', 'VENDOR'],
  },
  { name: 'hash', required: false, values: ['SHA1', 'SHA256', 'SHA512'] },
  { name: 'digits', required: false, values: ['6', '7', '8', '9', '10'] },
  optional('periodSeconds'),
  optional('counter'),
  optional('ocraSuite'),
  secret('pin'),
  optional('manufacturer'),
  optional('model'),
] as const
/** How a card is laid out, where it is not as the tenant's own are. */
const cardColumns = [optional('rows'), optional('columns')] as const

/** Kinds of bulk operation on tokens. */
export const tokenKinds = {
  assigntokens: {
    ...onUsers,
    action: 'assign',
    type: 'tokens',
    columns: [...target, needed('serialNumber'), ...codes],
  },
  assignsofttokens: {
    ...onUsers,
    action: 'assign',
    type: 'softtokens',
    fromFilter: true,
    columns: [
      ...target,
      {
        name: 'tokenType',
        required: false,
        values: ['ENTRUST_SOFT_TOKEN', 'GOOGLE_AUTHENTICATOR'],
      },
      optional('label'),
    ],
  },
  importhardwaretokens: {
    ...onUsers,
    entity: 'BULKHARDWARETOKENS',
    action: 'import',
    type: 'hardwaretokens',
    names: ['serialNumber'],
    existing: ['ERROR', 'SKIP'],
    columns: [
      needed('serialNumber'),
      secret('secret', true),
      ...tokenColumns,
      optional('group'),
      optional('userId'),
    ],
  },
  resettokens: { ...onSerials, action: 'reset', type: 'tokens', columns: [...bySerial, ...codes] },
  deletetokens: { ...onSerials, action: 'delete', type: 'tokens', columns: bySerial },
} as const satisfies Readonly<Record<string, BulkKindFacts>>

/** Kinds of bulk operation on grid cards. */
export const gridKinds = {
  assigngrids: {
    ...onUsers,
    action: 'assign',
    type: 'grids',
    columns: [...target, needed('serialNumber')],
  },
  unassignedgrids: {
    ...onUsers,
    action: 'make',
    type: 'unassignedgrids',
    names: ['numberOfGrids'],
    columns: [needed('numberOfGrids'), optional('group')],
  },
  importgrids: {
    ...onUsers,
    action: 'import',
    type: 'grids',
    names: ['serialNumber'],
    existing: ['ERROR', 'SKIP'],
    columns: [needed('serialNumber'), secret('contents', true), ...cardColumns, optional('group')],
  },
  setgridstate: {
    ...onSerials,
    action: 'set',
    type: 'gridstate',
    columns: [
      ...bySerial,
      { name: 'state', required: true, values: ['ACTIVE', 'INACTIVE', 'CANCELED', 'UNASSIGNED'] },
    ],
  },
  deletegrids: { ...onSerials, action: 'delete', type: 'grids', columns: bySerial },
} as const satisfies Readonly<Record<string, BulkKindFacts>>

/** Authenticators that people have already, from the server that served them before. */
export const takenOverKinds = {
  importidentityguard: {
    ...onUsers,
    entity: 'BULKIDENTITYGUARD',
    action: 'import',
    type: 'identityguard',
    existing: ['ERROR', 'SKIP'],
    columns: [
      ...target,
      needed('serialNumber'),
      secret('contents'),
      ...cardColumns,
      secret('secret'),
      ...tokenColumns,
    ],
  },
} as const satisfies Readonly<Record<string, BulkKindFacts>>
