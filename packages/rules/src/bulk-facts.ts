/** What one kind of bulk operation reads from a file. */
export interface BulkColumn {
  readonly name: string
  /** Needed in the file or as a value for all rows. */
  readonly required: boolean
  /** Its cells are never shown again, and no value for all rows is taken. */
  readonly secret?: boolean
  /** What may stand in it; any text otherwise. */
  readonly values?: readonly string[]
  /** No column of the file: one value for all rows, told when the operation is begun. */
  readonly once?: true
}

export const bulkEntities = [
  'BULKUSERS',
  'BULKGROUPS',
  'BULKHARDWARETOKENS',
  'BULKSMARTCARDS',
  'BULKIDENTITYGUARD',
  'BULKENROLLMENTS',
  'TENANTS',
] as const
export type BulkEntity = (typeof bulkEntities)[number]

/** What is done with a row whose subject is there already. */
export const existingPolicies = ['ERROR', 'SKIP', 'UPDATE'] as const
export type ExistingPolicy = (typeof existingPolicies)[number]

export interface BulkKindFacts {
  /** As the add page's address has it: `/bulkoperations/add/{action}/{type}`. */
  readonly action: string
  readonly type: string
  readonly entity: BulkEntity
  readonly columns: readonly BulkColumn[]
  /** The columns that may name the row's subject: each row fills one of them, where there are any. */
  readonly names: readonly string[]
  /** Columns that the tenant has made: own attributes of users, or the fields of a design. */
  readonly ownColumns: 'ATTRIBUTES' | 'FIELDS' | null
  /** Of imports: what they can be told to do with what exists already. */
  readonly existing: readonly ExistingPolicy[]
  /** Whether what it did can be taken back by another operation. */
  readonly reversible: boolean
  /** Whether it can be begun from a filter of the users instead of a file. */
  readonly fromFilter: boolean
  /** Begun from lists: it is not offered for files. */
  readonly onlyFromLists?: true
  /** Absent where the catalogue of calls has no such kind. */
  readonly isCatalogued: boolean
}

export const optional = (name: string): BulkColumn => ({ name, required: false })
export const needed = (name: string): BulkColumn => ({ name, required: true })
/** A column that names a user. */
export const target: readonly BulkColumn[] = [optional('id'), optional('userId')]
export const yesNo = ['true', 'false'] as const

/** What most kinds have in common. */
export const onUsers = {
  entity: 'BULKUSERS',
  names: ['id', 'userId'],
  existing: [],
  ownColumns: null,
  reversible: false,
  fromFilter: false,
  isCatalogued: true,
} as const
