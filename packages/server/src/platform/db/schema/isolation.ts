import type { IsolationRunState } from '@signet/rules/isolation'

/** Of a root provider: when isolation is tested, and on which two tenants. */
export interface IsolationSettingsRow {
  tenant_id: string
  enabled: boolean
  interval_hours: number
  canary_one: string | null
  canary_two: string | null
}

export interface IsolationRunRow {
  tenant_id: string
  id: string
  state: IsolationRunState
  /** Null for a run that was due. */
  requested_by: string | null
  requested_at: Date
  started_at: Date | null
  ended_at: Date | null
  release: string | null
  calls: number
  probes: number
  findings: number
  /** JSON, as its digest is of it. */
  report: string | null
  /** The report as a compact JWS. */
  signed: string | null
  digest: string | null
}

export interface IsolationTables {
  isolation_settings: IsolationSettingsRow
  isolation_runs: IsolationRunRow
}
