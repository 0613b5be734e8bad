/* Written by `npm run modules`. */
import type { AccessTables } from './schema/access.ts'
import type { ApplicationsTables } from './schema/applications.ts'
import type { ArchiveReadingTables } from './schema/archive-readings.ts'
import type { AsyncJobsTables } from './schema/async-jobs.ts'
import type { AuthenticatorsTables } from './schema/authenticators.ts'
import type { BulkTables } from './schema/bulk-operations.ts'
import type { ConnectorTables } from './schema/connectors.ts'
import type { EmailTables } from './schema/email.ts'
import type { EnrollmentTables } from './schema/enrollments.ts'
import type { EntitlementTables } from './schema/entitlements.ts'
import type { FlashPassTables } from './schema/flash-passes.ts'
import type { FlowTables } from './schema/flows.ts'
import type { GridTables } from './schema/grids.ts'
import type { GroupPolicyTables } from './schema/group-policies.ts'
import type { IdentityTables } from './schema/identity.ts'
import type { IdentityProviderTables } from './schema/identity-providers.ts'
import type { IsolationTables } from './schema/isolation.ts'
import type { IssuanceTables } from './schema/issuance.ts'
import type { JobsTables } from './schema/jobs.ts'
import type { KbaTables } from './schema/kba.ts'
import type { KeysSystemTables, KeysTables } from './schema/keys.ts'
import type { ListExportTables } from './schema/list-exports.ts'
import type { ListViewTables } from './schema/list-views.ts'
import type { MachineTables } from './schema/machines.ts'
import type { OperationsTables } from './schema/operations.ts'
import type { PrintingTables } from './schema/printing.ts'
import type { ProviderClientTables } from './schema/provider-clients.ts'
import type { ProviderCredentialTables } from './schema/provider-credentials.ts'
import type { RadiusTables } from './schema/radius.ts'
import type { RateLimitingTables } from './schema/rate-limiting.ts'
import type { ReportTables } from './schema/report-counts.ts'
import type { ScheduledTaskTables } from './schema/reports.ts'
import type { RiskTables } from './schema/risk.ts'
import type { SamlTables } from './schema/saml.ts'
import type { SettingsTemplateTables } from './schema/settings-templates.ts'
import type { SiteAgentTables } from './schema/site-agents.ts'
import type { SmartCardTables } from './schema/smart-cards.ts'
import type { SoftTokenTables } from './schema/soft-tokens.ts'
import type { SupportContactsTables } from './schema/support-contacts.ts'
import type { SupportGrantTables } from './schema/support-grants.ts'
import type { SyslogTables } from './schema/syslog.ts'
import type { TenancySystemTables, TenancyTables } from './schema/tenancy.ts'
import type { TenantDeletionTables } from './schema/tenant-deletions.ts'
import type { WebhooksTables } from './schema/webhooks.ts'
import type { WhatIfTables } from './schema/what-ifs.ts'

/** The tables of the product, each under row-level security. */
export interface Tables
  extends AccessTables,
    ApplicationsTables,
    ArchiveReadingTables,
    AsyncJobsTables,
    AuthenticatorsTables,
    BulkTables,
    ConnectorTables,
    EmailTables,
    EnrollmentTables,
    EntitlementTables,
    FlashPassTables,
    FlowTables,
    GridTables,
    GroupPolicyTables,
    IdentityTables,
    IdentityProviderTables,
    IsolationTables,
    IssuanceTables,
    JobsTables,
    KbaTables,
    KeysTables,
    ListExportTables,
    ListViewTables,
    MachineTables,
    OperationsTables,
    PrintingTables,
    ProviderClientTables,
    ProviderCredentialTables,
    RadiusTables,
    RateLimitingTables,
    ReportTables,
    ScheduledTaskTables,
    RiskTables,
    SamlTables,
    SettingsTemplateTables,
    SiteAgentTables,
    SmartCardTables,
    SoftTokenTables,
    SupportContactsTables,
    SupportGrantTables,
    SyslogTables,
    TenancyTables,
    TenantDeletionTables,
    WebhooksTables,
    WhatIfTables {}

/** The closed list of tables outside row-level security. */
export interface SystemTables extends KeysSystemTables, TenancySystemTables {}
