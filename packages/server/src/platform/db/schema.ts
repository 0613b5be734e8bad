import type { AccessTables } from './schema/access.ts'
import type { ApplicationsTables } from './schema/applications.ts'
import type { AsyncJobsTables } from './schema/async-jobs.ts'
import type { AuthenticatorsTables } from './schema/authenticators.ts'
import type { IdentityTables } from './schema/identity.ts'
import type { JobsTables } from './schema/jobs.ts'
import type { KeysSystemTables, KeysTables } from './schema/keys.ts'
import type { OperationsTables } from './schema/operations.ts'
import type { TenancySystemTables, TenancyTables } from './schema/tenancy.ts'

/** The product's tables, each under row-level security, by area. */
export interface Tables
  extends TenancyTables,
    IdentityTables,
    OperationsTables,
    ApplicationsTables,
    KeysTables,
    JobsTables,
    AsyncJobsTables,
    AuthenticatorsTables,
    AccessTables {}

/** The closed list of tables outside row-level security. */
export interface SystemTables extends TenancySystemTables, KeysSystemTables {}
