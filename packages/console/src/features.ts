/* Written by `npm run modules`. */
import { acrsFeature } from './features/access/acrs/acrs.screens.ts'
import { authenticatorsFeature } from './features/access/authenticators/authenticators.screens.ts'
import { decisionsFeature } from './features/access/decisions/decisions.screens.ts'
import { flowsFeature } from './features/access/flows/flows.screens.ts'
import { ipListsFeature } from './features/access/ip-lists/ip-lists.screens.ts'
import { profileFeature } from './features/access/profile/profile.screens.ts'
import { resourceRulesFeature } from './features/access/resource-rules/resource-rules.screens.ts'
import { riskEnginesFeature } from './features/access/risk-engines/risk-engines.screens.ts'
import { selfApplicationsFeature } from './features/access/self-applications/self-applications.screens.ts'
import { selfTenantsFeature } from './features/access/self-tenants/self-tenants.screens.ts'
import { transactionsFeature } from './features/access/transactions/transactions.screens.ts'
import { userPortalApplicationFeature } from './features/access/user-portal-application/user-portal-application.screens.ts'
import { weakestWaysFeature } from './features/access/weakest-ways/weakest-ways.screens.ts'
import { whatIfsFeature } from './features/access/what-ifs/what-ifs.screens.ts'
import { apiApplicationsFeature } from './features/applications/api-applications/api-applications.screens.ts'
import { apiCallsFeature } from './features/applications/api-calls/api-calls.screens.ts'
import { identityProvidersFeature } from './features/applications/identity-providers/identity-providers.screens.ts'
import { oauthRolesFeature } from './features/applications/oauth-roles/oauth-roles.screens.ts'
import { oidcApplicationsFeature } from './features/applications/oidc-applications/oidc-applications.screens.ts'
import { oidcClaimsFeature } from './features/applications/oidc-claims/oidc-claims.screens.ts'
import { radiusAgentsFeature } from './features/applications/radius-agents/radius-agents.screens.ts'
import { radiusApplicationsFeature } from './features/applications/radius-applications/radius-applications.screens.ts'
import { resourceApisFeature } from './features/applications/resource-apis/resource-apis.screens.ts'
import { samlApplicationsFeature } from './features/applications/saml-applications/saml-applications.screens.ts'
import { gridsFeature } from './features/authenticators/grids/grids.screens.ts'
import { tokensFeature } from './features/authenticators/tokens/tokens.screens.ts'
import { groupsFeature } from './features/identity/groups/groups.screens.ts'
import { organizationsFeature } from './features/identity/organizations/organizations.screens.ts'
import { rolesFeature } from './features/identity/roles/roles.screens.ts'
import { userAttributesFeature } from './features/identity/user-attributes/user-attributes.screens.ts'
import { usersFeature } from './features/identity/users/users.screens.ts'
import { fleetAlertsFeature } from './features/issuance/alerts/alerts.screens.ts'
import { designsFeature } from './features/issuance/designs/designs.screens.ts'
import { enrollmentsFeature } from './features/issuance/enrollments/enrollments.screens.ts'
import { externalDatabasesFeature } from './features/issuance/external-databases/databases.screens.ts'
import { fieldConnectionsFeature } from './features/issuance/field-connections/field-connections.screens.ts'
import { flashPassDesignsFeature } from './features/issuance/flash-pass-designs/flash-pass-designs.screens.ts'
import { printQueueFeature } from './features/issuance/print-queue/print-queue.screens.ts'
import { printersFeature } from './features/issuance/printers/printers.screens.ts'
import { siteAgentsFeature } from './features/issuance/site-agents/site-agents.screens.ts'
import { smartCardProfilesFeature } from './features/issuance/smart-card-profiles/smart-card-profiles.screens.ts'
import { smartCardsFeature } from './features/issuance/smart-cards/smart-cards.screens.ts'
import { workflowDesignsFeature } from './features/issuance/workflow-designs/workflow-designs.screens.ts'
import { archivesFeature } from './features/operations/archives/archives.screens.ts'
import { auditEventsFeature } from './features/operations/audit-events/audit-events.screens.ts'
import { bulkOperationsFeature } from './features/operations/bulk-operations/bulk-operations.screens.ts'
import { dashboardFeature } from './features/operations/dashboard/dashboard.screens.ts'
import { listExportsFeature } from './features/operations/list-exports/list-exports.screens.ts'
import { savedReportsFeature } from './features/operations/saved-reports/saved-reports.screens.ts'
import { scheduledTasksFeature } from './features/operations/scheduled-tasks/scheduled-tasks.screens.ts'
import { syslogApplicationsFeature } from './features/operations/syslog-applications/syslog-applications.screens.ts'
import { weakSettingsFeature } from './features/operations/weak-settings/weak-settings.screens.ts'
import { webhooksFeature } from './features/operations/webhooks/webhooks.screens.ts'
import { clientCredentialsFeature } from './features/provider/client-credentials/client-credentials.screens.ts'
import { isolationFeature } from './features/provider/isolation/isolation.screens.ts'
import { managementPlatformFeature } from './features/provider/management-platform/management-platform.screens.ts'
import { otpProvidersFeature } from './features/provider/otp-providers/otp-providers.screens.ts'
import { overviewFeature } from './features/provider/overview/overview.screens.ts'
import { pkiaasCredentialsFeature } from './features/provider/pkiaas-credentials/pkiaas-credentials.screens.ts'
import { playIntegrityCredentialsFeature } from './features/provider/play-integrity-credentials/play-integrity-credentials.screens.ts'
import { pushCredentialsFeature } from './features/provider/push-credentials/push-credentials.screens.ts'
import { rateLimitingFeature } from './features/provider/rate-limiting/rate-limiting.screens.ts'
import { settingsTemplatesFeature } from './features/provider/settings-templates/settings-templates.screens.ts'
import { supportFeature } from './features/provider/support/support.screens.ts'
import { supportAccessFeature } from './features/provider/support-access/support-access.screens.ts'
import { tenantsFeature } from './features/provider/tenants/tenants.screens.ts'
import { emailServerFeature } from './features/settings/email-server/email-server.screens.ts'
import { emailTemplatesFeature } from './features/settings/email-templates/email-templates.screens.ts'
import { externalFeature } from './features/settings/external/external.screens.ts'
import { settingsFeature } from './features/settings/families/settings.screens.ts'
import { groupPoliciesFeature } from './features/settings/group-policies/group-policies.screens.ts'
import { passthroughFeature } from './features/settings/passthrough/passthrough.screens.ts'
import { firstStepsFeature } from './features/tenancy/first-steps/first-steps.screens.ts'
import { themeFeature } from './features/tenancy/theme/theme.screens.ts'
import type { Feature } from './kit/screen.ts'

/** What the console consists of, in the order of the menu. */
export const features: readonly Feature[] = [
  dashboardFeature,
  firstStepsFeature,
  usersFeature,
  groupsFeature,
  organizationsFeature,
  rolesFeature,
  userAttributesFeature,
  tokensFeature,
  gridsFeature,
  flowsFeature,
  resourceRulesFeature,
  whatIfsFeature,
  weakestWaysFeature,
  decisionsFeature,
  oidcApplicationsFeature,
  apiApplicationsFeature,
  userPortalApplicationFeature,
  syslogApplicationsFeature,
  samlApplicationsFeature,
  oidcClaimsFeature,
  oauthRolesFeature,
  radiusAgentsFeature,
  radiusApplicationsFeature,
  resourceApisFeature,
  apiCallsFeature,
  identityProvidersFeature,
  designsFeature,
  workflowDesignsFeature,
  enrollmentsFeature,
  flashPassDesignsFeature,
  printersFeature,
  siteAgentsFeature,
  smartCardProfilesFeature,
  smartCardsFeature,
  printQueueFeature,
  externalDatabasesFeature,
  fieldConnectionsFeature,
  webhooksFeature,
  auditEventsFeature,
  savedReportsFeature,
  scheduledTasksFeature,
  archivesFeature,
  listExportsFeature,
  themeFeature,
  emailTemplatesFeature,
  emailServerFeature,
  settingsFeature,
  supportAccessFeature,
  groupPoliciesFeature,
  weakSettingsFeature,
  acrsFeature,
  ipListsFeature,
  transactionsFeature,
  fleetAlertsFeature,
  externalFeature,
  passthroughFeature,
  riskEnginesFeature,
  bulkOperationsFeature,
  selfApplicationsFeature,
  selfTenantsFeature,
  profileFeature,
  authenticatorsFeature,
  overviewFeature,
  tenantsFeature,
  isolationFeature,
  settingsTemplatesFeature,
  otpProvidersFeature,
  rateLimitingFeature,
  pushCredentialsFeature,
  supportFeature,
  clientCredentialsFeature,
  playIntegrityCredentialsFeature,
  pkiaasCredentialsFeature,
  managementPlatformFeature,
]
