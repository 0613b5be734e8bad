import type { ColumnType, Generated } from 'kysely'

export type SyslogFailure =
  | 'ADDRESS_REFUSED'
  | 'CERTIFICATE_REFUSED'
  | 'NO_ANSWER_IN_TIME'
  | 'UNREACHABLE'

/** A collector that is sent the audit events. */
export interface SyslogApplicationRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string
  enabled: boolean
  host: string
  port: number
  security: 'TLS' | 'TCP'
  /** PEM; null: the public authorities. */
  ca_certificates: string | null
  /** RFC 5424, table 1. */
  facility: number
  events: ColumnType<string[], string, string>
  detail: 'FULL' | 'ENVELOPE'
  /** The last batch of the audit chain that it was sent whole. */
  position: ColumnType<string, number, number>
  lease_id: string | null
  leased_until: Date | null
  paused_until: Date | null
  /** Failures since the last success. */
  failures: Generated<number>
  failing_since: Date | null
  failure: SyslogFailure | null
  last_success_at: Date | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

export interface SyslogTables {
  syslog_applications: SyslogApplicationRow
}
