import type { GrantedAction } from '@signet/rules/permissions'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface UserRow {
  tenant_id: string
  id: string
  /** As typed by people; `user_identifiers` holds the normalised form. */
  user_id: string
  /** The user id by PRECIS UsernameCaseMapped: sorted by, and searched from its beginning. */
  user_id_key: Generated<string>
  type: 'MGMT_UI' | 'LDAP_AD' | 'EXTERNAL'
  state: 'ACTIVE' | 'INACTIVE' | 'REGISTERING'
  first_name: string | null
  last_name: string | null
  email: string | null
  /** The address was proven by a code sent to it. */
  email_verified: Generated<boolean>
  /** Since when the mail server rejects the address as unknown. */
  email_undeliverable_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** What it said. */
  email_undeliverable_reply: ColumnType<string | null, string | null | undefined, string | null>
  mobile: string | null
  phone: string | null
  locale: string | null
  external_id: string | null
  security_id: string | null
  user_principal_name: string | null
  directory_type: string | null
  /** Values of tenant-defined attributes by attribute id. */
  attributes: Json<Record<string, string>>
  /** Locked by an administrator; attempt budgets lock per authenticator, see `attempt_budgets`. */
  locked: Generated<boolean>
  lock_reason: string | null
  lockout_expires_at: Date | null
  migrated: Generated<boolean>
  registration_required: Generated<boolean>
  /** When it was last asked for, set by a trigger; null while nothing is to be registered. */
  registration_asked_at: Generated<Date | null>
  verification_required: Generated<boolean>
  show_notification: Generated<boolean>
  /** The display name as names are compared: the list's sort order. */
  name_key: string
  /** Normalised text that the list's search looks into: ids, names, mail, phone. */
  search_text: string
  last_authenticated_at: Date | null
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

/**
 * One identifier space per tenant: user id and aliases. Mail addresses, which several people may
 * have, are found by `users.mail_key`, made by the database.
 */
export interface UserIdentifierRow {
  tenant_id: string
  /** PRECIS UsernameCaseMapped (RFC 8265, 3.3). */
  normalised: string
  user_id: string
  kind: 'USER_ID' | 'ALIAS'
  /** As typed. */
  value: string
}

export interface RoleRow {
  tenant_id: string
  id: string
  name: string
  name_key: string
  description: string | null
  role_type: 'ADMIN' | 'SERVICE_PROVIDER' | 'USER'
  /** Which built-in role this is; null for the tenant's own. */
  built_in: string | null
  super_administrator: boolean
  group_management: 'ALL' | 'SOME'
  group_ids: Json<string[]>
  permissions: Json<Record<string, GrantedAction[]>>
  created_at: Date
  version: Generated<number>
}

interface UserRoleRow {
  tenant_id: string
  user_id: string
  role_id: string
}

export interface GroupRow {
  tenant_id: string
  id: string
  name: string
  /** The name as names are compared: unique, and the list's sort order. */
  name_key: string
  /** Normalised text that the search looks into: name and external id. */
  search_text: string
  description: string | null
  external_id: string | null
  /** LDAP_AD: a directory owns it. */
  type: Generated<'MGMT_UI' | 'LDAP_AD'>
  created_at: Date
  updated_at: Date
  version: Generated<number>
}

interface UserGroupRow {
  tenant_id: string
  user_id: string
  group_id: string
  /** The user's own, kept alike by a trigger: members are read in this order. */
  name_key: string
}

interface UserOrganizationRow {
  tenant_id: string
  user_id: string
  organization_id: string
  /** As in `user_groups`. */
  name_key: string
}

/** What a user's faces remember: dashboard layout, density of lists... */
export interface UserValuesRow {
  tenant_id: string
  user_id: string
  entries: Json<Record<string, unknown>>
  version: Generated<number>
}

/** An attribute that a tenant has defined, or what it has chosen about one of the product's. */
export interface UserAttributeRow {
  tenant_id: string
  /** A UUID, or the product's word for its own. */
  id: string
  name: string
  name_key: string
  description: string | null
  type: string
  pattern: string | null
  choices: Json<string[]>
  required: boolean
  is_unique: boolean
  user_visible: boolean
  user_editable: boolean
  created_at: Date
  version: Generated<number>
}

/** The values of `users.attributes` once more, as they are looked up. */
export interface UserAttributeValueRow {
  tenant_id: string
  attribute_id: string
  user_id: string
  normalised: string
  /** The normalised value where no two users may have the same. */
  unique_key: string | null
}

export interface IdentityTables {
  user_attributes: UserAttributeRow
  user_attribute_values: UserAttributeValueRow
  users: UserRow
  user_identifiers: UserIdentifierRow
  roles: RoleRow
  user_roles: UserRoleRow
  user_values: UserValuesRow
  groups: GroupRow
  user_groups: UserGroupRow
  user_organizations: UserOrganizationRow
}
