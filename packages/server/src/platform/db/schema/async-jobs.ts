import type { ColumnType } from 'kysely'

/** A piece of work that one call submits, a second watches and a third fetches. */
export interface AsyncJobRow {
  tenant_id: string
  id: string
  kind: string
  /** The principal that submitted it, and alone may read it. */
  owner_id: string
  state: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  result: ColumnType<unknown, string | null, string | null>
  error_code: string | null
  submitted_at: Date
  completed_at: Date | null
  expires_at: Date
}

export interface AsyncJobsTables {
  async_jobs: AsyncJobRow
}
