import type { WorkflowDefinition } from '@signet/card/enrolment/definition'
import type { PassContent } from '@signet/rules/flash-passes'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

/** The head of a design; what it looks like stands in its versions. */
export interface CredentialDesignRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string | null
  /** Counts up with every save. */
  version: Generated<number>
  sides: number
  fields: number
  created_at: Date
  modified_at: Date
  modified_by: string
}

/** What was saved at one time; it never changes. */
export interface CredentialDesignVersionRow {
  tenant_id: string
  design_id: string
  version: number
  /** The bundle as it is exported, letter for letter. */
  content: string
  saved_at: Date
  saved_by: string
}

/** What is asked of the holders of a card, in steps. */
export interface WorkflowDesignRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string | null
  /** Counts up with every save. */
  version: Generated<number>
  credential_design_id: string
  definition: Json<WorkflowDefinition>
  /** False: only the groups that stand in `workflow_design_groups`. */
  all_groups: boolean
  created_at: Date
  modified_at: Date
  modified_by: string
}

/** A group whose people are enrolled by the design. */
interface WorkflowDesignGroupRow {
  tenant_id: string
  workflow_design_id: string
  group_id: string
}

/** A database of others; its password is sealed. */
export interface ExternalDatabaseRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  kind: 'POSTGRESQL' | 'MYSQL' | 'SQL_SERVER'
  host: string
  port: number
  database_name: string
  user_name: string
  sealed_password: Buffer
  security: 'TLS' | 'CLEAR'
  ca_certificates: string | null
  /** Nothing is written into it, whatever its fields say. */
  read_only: Generated<boolean>
  version: Generated<number>
  created_at: Date
  modified_at: Date
  modified_by: string
}

/** The one source of a field. */
export interface FieldConnectionRow {
  tenant_id: string
  workflow_design_id: string
  field_id: string
  database_id: string
  table_name: string
  column_name: string
  key_column: string
  key_field_id: string
  /** What is changed in a record goes back to the row. */
  write_back: Generated<boolean>
}

/** How passes for the wallets of phones look. */
export interface FlashPassDesignRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string | null
  workflow_design_id: string
  content: Json<PassContent>
  /** A `data:` URL. */
  logo: string | null
  version: Generated<number>
  created_at: Date
  modified_at: Date
  modified_by: string
}

/** Pictures that the value of a field chooses between. */
export interface VariableGraphicRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  /** `data:` addresses by the values that choose them. */
  cases: Json<{ value: string; image: string }[]>
  otherwise: string | null
  version: Generated<number>
  created_at: Date
  modified_at: Date
  modified_by: string
}

export interface IssuanceTables {
  variable_graphics: VariableGraphicRow
  flash_pass_designs: FlashPassDesignRow
  external_databases: ExternalDatabaseRow
  field_connections: FieldConnectionRow
  workflow_designs: WorkflowDesignRow
  workflow_design_groups: WorkflowDesignGroupRow
  credential_designs: CredentialDesignRow
  credential_design_versions: CredentialDesignVersionRow
}
