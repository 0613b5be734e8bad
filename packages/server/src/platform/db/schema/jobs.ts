/** What a job is about; the queue itself holds the tenant and this row's id only. */
export interface JobContentRow {
  tenant_id: string
  id: string
  queue: string
  state: 'WAITING' | 'DONE' | 'FAILED'
  /** The content as JSON, sealed; null once the job is done. */
  sealed: Buffer | null
  attempts: number
  /** Why the last try failed, without secrets. */
  last_error: string | null
  created_at: Date
  ended_at: Date | null
}

export interface JobsTables {
  job_contents: JobContentRow
}
