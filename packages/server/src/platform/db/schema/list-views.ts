import type { ExportedList } from '@signet/rules/list-exports'
import type { Generated } from 'kysely'

/** Search, order, columns and filters of a list, under a name. */
export interface ListViewRow {
  tenant_id: string
  id: string
  /** Whose it is; null: every administrator who may see the list has it. */
  owner_id: string | null
  /** Who shares it; null for an own one, and once that administrator is deleted. */
  shared_by: string | null
  list: ExportedList
  name: string
  name_key: string
  /** As the console writes it in an address. */
  query: string
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

/** With which view a list opens for a person. */
interface ListViewDefaultRow {
  tenant_id: string
  user_id: string
  list: ExportedList
  view_id: string
}

export interface ListViewTables {
  list_views: ListViewRow
  list_view_defaults: ListViewDefaultRow
}
