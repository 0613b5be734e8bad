import type { Tables } from '../db/schema.ts'

/** A column of sealed values. The rotation of a data key seals them again: none may be missing. */
export interface SealedColumn {
  readonly table: keyof Tables
  readonly column: string
  /** The row's key beside the tenant. */
  readonly key: string
  /** The purpose under which the row's value is sealed. */
  readonly purpose: (key: string) => string
}

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'signing_keys',
    column: 'sealed_private',
    key: 'id',
    purpose: (id) => `signing-key:${id}`,
  },
  { table: 'job_contents', column: 'sealed', key: 'id', purpose: (id) => `job:${id}` },
  { table: 'tokens', column: 'sealed_secret', key: 'id', purpose: (id) => `token:${id}` },
]
