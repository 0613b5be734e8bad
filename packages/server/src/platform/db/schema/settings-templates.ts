import type {
  RolloutState,
  RolloutStopReason,
  RolloutTenantState,
  SignInCounts,
} from '@signet/rules/settings-rollouts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** Fields by family of settings. */
type Values = Record<string, Record<string, unknown>>

export interface SettingsTemplateRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string
  parent_id: string | null
  own_values: Json<Values>
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

export interface SettingsTemplateAssignmentRow {
  tenant_id: string
  id: string
  template_id: string
  /** The tenant below that has the template. */
  for_tenant_id: string
  /** What rollouts last wrote there. */
  applied: Json<Values>
  created_at: Date
  applied_at: Date | null
  version: Generated<number>
}

export interface SettingsRolloutRow {
  tenant_id: string
  id: string
  template_id: string
  /** The template as it was at the start. */
  rolled_values: Json<Values>
  overwrite: boolean
  watch_minutes: number
  rise_points: number
  rise_percent: number
  state: RolloutState
  stop_reason: RolloutStopReason | null
  /** The stage in which it stopped. */
  resume_to: RolloutState | null
  started_by: string
  created_at: Date
  watch_until: Date | null
  watched: Json<{ before: SignInCounts; after: SignInCounts } | null>
  ended_at: Date | null
  version: Generated<number>
}

export interface SettingsRolloutTenantRow {
  tenant_id: string
  id: string
  rollout_id: string
  for_tenant_id: string
  company_name: string
  canary: boolean
  state: RolloutTenantState
  /** The values before, of the fields that were written. */
  former: Json<Values>
  written: Json<Values>
  /** What the assignment had noted before. */
  formerly_applied: Json<Values>
  error_code: string | null
  changed_at: Date | null
  version: Generated<number>
}

export interface SettingsTemplateTables {
  settings_templates: SettingsTemplateRow
  settings_template_assignments: SettingsTemplateAssignmentRow
  settings_rollouts: SettingsRolloutRow
  settings_rollout_tenants: SettingsRolloutTenantRow
}
