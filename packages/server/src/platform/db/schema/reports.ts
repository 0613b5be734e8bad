import type {
  ReportKind,
  ReportPeriod,
  ReportState,
  TaskFormat,
  TaskRunState,
} from '@signet/rules/reports'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** As the wire has it. */
export interface StoredDefinition {
  readonly kind: ReportKind
  readonly period: ReportPeriod
  readonly filter: Readonly<Record<string, unknown>>
  /** Absent from those stored before columns could be chosen: all of them. */
  readonly columns?: string[]
}

/** A report that was asked for, and its files once it is made. */
export interface ReportRow {
  tenant_id: string
  id: string
  name: string
  definition: Json<StoredDefinition>
  state: ReportState
  reason: string | null
  row_count: number | null
  truncated: Generated<boolean>
  from_at: Date | null
  until_at: Date | null
  csv: Buffer | null
  pdf: Buffer | null
  /** The task that made it; tasks may be deleted before their reports. */
  task_id: string | null
  owner_id: string
  owner_name: string
  /** The groups that its owner was limited to when it was made. */
  sight: string
  /** The roles and versions that the owner had when they lent their rights. */
  grant_standing: string | null
  grant_until: Date | null
  created_at: Date
  ended_at: Date | null
  expires_at: Date
  version: Generated<number>
}

/** A report by mail at regular times. */
export interface ScheduledTaskRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  report: Json<StoredDefinition>
  cron: string
  time_zone: string
  enabled: boolean
  recipients: Json<readonly string[]>
  formats: ColumnType<readonly TaskFormat[], string | undefined, string>
  owner_id: string
  owner_name: string
  paused_reason: string | null
  /** Null while it is off or paused. */
  next_run_at: Date | null
  last_run_at: Date | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

export interface ScheduledTaskRunRow {
  tenant_id: string
  id: string
  task_id: string
  trigger: 'SCHEDULE' | 'MANUAL'
  state: TaskRunState
  reason: string | null
  report_id: string | null
  /** Ids of those who have been sent it: a second try leaves them out. */
  mailed: Json<readonly string[]>
  due_at: Date
  ended_at: Date | null
}

export interface ScheduledTaskTables {
  reports: ReportRow
  scheduled_tasks: ScheduledTaskRow
  scheduled_task_runs: ScheduledTaskRunRow
}
