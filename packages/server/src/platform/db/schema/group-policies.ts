import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface GroupPolicyRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  /** 1 is asked first. */
  priority: number
  active: boolean
  /** By part: the fields that lie over the tenant's. */
  settings: Json<Record<string, Record<string, unknown>>>
  updated_at: Date
  version: Generated<number>
}

interface GroupPolicyGroupRow {
  tenant_id: string
  policy_id: string
  group_id: string
}

export interface GroupPolicyTables {
  group_policies: GroupPolicyRow
  group_policy_groups: GroupPolicyGroupRow
}
