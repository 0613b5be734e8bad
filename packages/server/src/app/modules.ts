/* Written by `npm run modules`. */
import type { Module } from '../kit/module.ts'
import { acrsModule } from '../modules/access/acrs/module.ts'
import { applicationSignInModule } from '../modules/access/application-sign-in/module.ts'
import { authenticatorScopesModule } from '../modules/access/authenticator-scopes/module.ts'
import { contactVerificationModule } from '../modules/access/contact-verification/module.ts'
import { flowsModule } from '../modules/access/flows/module.ts'
import { groupPoliciesModule } from '../modules/access/group-policies/module.ts'
import { guessBudgetModule } from '../modules/access/guess-budget/module.ts'
import { helpDeskCallsModule } from '../modules/access/help-desk-calls/module.ts'
import { hourlyBudgetsModule } from '../modules/access/hourly-budgets/module.ts'
import { invitationsModule } from '../modules/access/invitations/module.ts'
import { ipListsModule } from '../modules/access/ip-lists/module.ts'
import { locationsModule } from '../modules/access/locations/module.ts'
import { passwordResetModule } from '../modules/access/password-reset/module.ts'
import { radiusSignInModule } from '../modules/access/radius-sign-in/module.ts'
import { resourceRulesModule } from '../modules/access/resource-rules/module.ts'
import { riskEnginesModule } from '../modules/access/risk-engines/module.ts'
import { selfApplicationsModule } from '../modules/access/self-applications/module.ts'
import { selfAuthenticatorsModule } from '../modules/access/self-authenticators/module.ts'
import { selfDevicesModule } from '../modules/access/self-devices/module.ts'
import { selfFacesModule } from '../modules/access/self-faces/module.ts'
import { selfGridsModule } from '../modules/access/self-grids/module.ts'
import { selfMachinesModule } from '../modules/access/self-machines/module.ts'
import { selfTenantsModule } from '../modules/access/self-tenants/module.ts'
import { selfUserModule } from '../modules/access/self-user/module.ts'
import { selfWechatModule } from '../modules/access/self-wechat/module.ts'
import { setupModule } from '../modules/access/setup/module.ts'
import { setupLinksModule } from '../modules/access/setup-links/module.ts'
import { signInModule } from '../modules/access/sign-in/module.ts'
import { signUpModule } from '../modules/access/sign-up/module.ts'
import { transactionsModule } from '../modules/access/transactions/module.ts'
import { upstreamSignInModule } from '../modules/access/upstream-sign-in/module.ts'
import { userPortalApplicationModule } from '../modules/access/user-portal-application/module.ts'
import { verificationModule } from '../modules/access/verification/module.ts'
import { weakestWaysModule } from '../modules/access/weakest-ways/module.ts'
import { whatIfsModule } from '../modules/access/what-ifs/module.ts'
import { apiApplicationsModule } from '../modules/applications/api-applications/module.ts'
import { identityProvidersModule } from '../modules/applications/identity-providers/module.ts'
import { oauthRolesModule } from '../modules/applications/oauth-roles/module.ts'
import { oidcApplicationsModule } from '../modules/applications/oidc-applications/module.ts'
import { oidcClaimsModule } from '../modules/applications/oidc-claims/module.ts'
import { programAgentsModule } from '../modules/applications/program-agents/module.ts'
import { radiusAgentsModule } from '../modules/applications/radius-agents/module.ts'
import { radiusApplicationsModule } from '../modules/applications/radius-applications/module.ts'
import { radiusSessionsModule } from '../modules/applications/radius-sessions/module.ts'
import { resourceApisModule } from '../modules/applications/resource-apis/module.ts'
import { samlApplicationsModule } from '../modules/applications/saml-applications/module.ts'
import { samlKeysModule } from '../modules/applications/saml-keys/module.ts'
import { selfRegistrationsModule } from '../modules/applications/self-registrations/module.ts'
import { templatesModule } from '../modules/applications/templates/module.ts'
import { userOauthTokensModule } from '../modules/applications/user-oauth-tokens/module.ts'
import { activesyncDevicesModule } from '../modules/authenticators/activesync-devices/module.ts'
import { attemptsModule } from '../modules/authenticators/attempts/module.ts'
import { desktopsModule } from '../modules/authenticators/desktops/module.ts'
import { devicesModule } from '../modules/authenticators/devices/module.ts'
import { externalCredentialsModule } from '../modules/authenticators/external-credentials/module.ts'
import { facesModule } from '../modules/authenticators/faces/module.ts'
import { fidoModule } from '../modules/authenticators/fido/module.ts'
import { gridsModule } from '../modules/authenticators/grids/module.ts'
import { hardwareTokensModule } from '../modules/authenticators/hardware-tokens/module.ts'
import { kbaModule } from '../modules/authenticators/kba/module.ts'
import { machinesModule } from '../modules/authenticators/machines/module.ts'
import { magicLinksModule } from '../modules/authenticators/magic-links/module.ts'
import { otpsModule } from '../modules/authenticators/otps/module.ts'
import { passthroughModule } from '../modules/authenticators/passthrough/module.ts'
import { passwordsModule } from '../modules/authenticators/passwords/module.ts'
import { recoveryCodesModule } from '../modules/authenticators/recovery-codes/module.ts'
import { softTokenAppsModule } from '../modules/authenticators/soft-token-apps/module.ts'
import { softTokensModule } from '../modules/authenticators/soft-tokens/module.ts'
import { tempAccessCodesModule } from '../modules/authenticators/temp-access-codes/module.ts'
import { textMessagesModule } from '../modules/authenticators/text-messages/module.ts'
import { tokensModule } from '../modules/authenticators/tokens/module.ts'
import { userAuthenticatorsModule } from '../modules/authenticators/user-authenticators/module.ts'
import { wechatModule } from '../modules/authenticators/wechat/module.ts'
import { groupsModule } from '../modules/identity/groups/module.ts'
import { organizationsModule } from '../modules/identity/organizations/module.ts'
import { rolesModule } from '../modules/identity/roles/module.ts'
import { userAttributesModule } from '../modules/identity/user-attributes/module.ts'
import { usersModule } from '../modules/identity/users/module.ts'
import { alertsModule } from '../modules/issuance/alerts/module.ts'
import { credentialDesignsModule } from '../modules/issuance/credential-designs/module.ts'
import { enrollmentsModule } from '../modules/issuance/enrollments/module.ts'
import { externalDatabasesModule } from '../modules/issuance/external-databases/module.ts'
import { fieldConnectionsModule } from '../modules/issuance/field-connections/module.ts'
import { flashPassDesignsModule } from '../modules/issuance/flash-pass-designs/module.ts'
import { flashPassesModule } from '../modules/issuance/flash-passes/module.ts'
import { printJobsModule } from '../modules/issuance/print-jobs/module.ts'
import { printerSearchModule } from '../modules/issuance/printer-search/module.ts'
import { printersModule } from '../modules/issuance/printers/module.ts'
import { siteAgentsModule } from '../modules/issuance/site-agents/module.ts'
import { smartCardProfilesModule } from '../modules/issuance/smart-card-profiles/module.ts'
import { smartCardsModule } from '../modules/issuance/smart-cards/module.ts'
import { variableGraphicsModule } from '../modules/issuance/variable-graphics/module.ts'
import { voiceModule } from '../modules/issuance/voice/module.ts'
import { workflowDesignsModule } from '../modules/issuance/workflow-designs/module.ts'
import { writeBacksModule } from '../modules/issuance/write-backs/module.ts'
import { archivesModule } from '../modules/operations/archives/module.ts'
import { auditEventsModule } from '../modules/operations/audit-events/module.ts'
import { bulkOperationsModule } from '../modules/operations/bulk-operations/module.ts'
import { listExportsModule } from '../modules/operations/list-exports/module.ts'
import { listViewsModule } from '../modules/operations/list-views/module.ts'
import { reportsModule } from '../modules/operations/reports/module.ts'
import { savedReportsModule } from '../modules/operations/saved-reports/module.ts'
import { scheduledTasksModule } from '../modules/operations/scheduled-tasks/module.ts'
import { syslogApplicationsModule } from '../modules/operations/syslog-applications/module.ts'
import { uiErrorsModule } from '../modules/operations/ui-errors/module.ts'
import { weakSettingsModule } from '../modules/operations/weak-settings/module.ts'
import { webhooksModule } from '../modules/operations/webhooks/module.ts'
import { clientCredentialsModule } from '../modules/provider/client-credentials/module.ts'
import { isolationModule } from '../modules/provider/isolation/module.ts'
import { managementPlatformModule } from '../modules/provider/management-platform/module.ts'
import { otpProvidersModule } from '../modules/provider/otp-providers/module.ts'
import { overviewModule } from '../modules/provider/overview/module.ts'
import { pkiaasCredentialsModule } from '../modules/provider/pkiaas-credentials/module.ts'
import { playIntegrityCredentialsModule } from '../modules/provider/play-integrity-credentials/module.ts'
import { pushCredentialsModule } from '../modules/provider/push-credentials/module.ts'
import { rateLimitingModule } from '../modules/provider/rate-limiting/module.ts'
import { settingsTemplatesModule } from '../modules/provider/settings-templates/module.ts'
import { spIdentityProvidersModule } from '../modules/provider/sp-identity-providers/module.ts'
import { subscribersModule as providerSubscribersModule } from '../modules/provider/subscribers/module.ts'
import { supportModule } from '../modules/provider/support/module.ts'
import { supportGrantsModule } from '../modules/provider/support-grants/module.ts'
import { tenantsModule } from '../modules/provider/tenants/module.ts'
import { emailMessagesModule } from '../modules/settings/email-messages/module.ts'
import { emailServerModule } from '../modules/settings/email-server/module.ts'
import { emailStateModule } from '../modules/settings/email-state/module.ts'
import { emailTemplatesModule } from '../modules/settings/email-templates/module.ts'
import { familiesModule } from '../modules/settings/families/module.ts'
import { flashPassModule } from '../modules/settings/flash-pass/module.ts'
import { httpConnectorsModule } from '../modules/settings/http-connectors/module.ts'
import { kbaQuestionsModule } from '../modules/settings/kba-questions/module.ts'
import { mobileSdkModule } from '../modules/settings/mobile-sdk/module.ts'
import { otpProviderModule } from '../modules/settings/otp-provider/module.ts'
import { sdpModule } from '../modules/settings/sdp/module.ts'
import { accountsModule } from '../modules/tenancy/accounts/module.ts'
import { entitlementsModule } from '../modules/tenancy/entitlements/module.ts'
import { idempotencyModule } from '../modules/tenancy/idempotency/module.ts'
import { sessionsModule } from '../modules/tenancy/sessions/module.ts'
import { subscribersModule as tenancySubscribersModule } from '../modules/tenancy/subscribers/module.ts'
import { oidcModule } from '../protocols/oidc/module.ts'
import { samlModule } from '../protocols/saml/module.ts'

/** The records of all modules by area, from the ground up. */
export const modules: Readonly<Record<string, readonly Module[]>> = {
  tenancy: [
    accountsModule,
    entitlementsModule,
    idempotencyModule,
    sessionsModule,
    tenancySubscribersModule,
  ],
  settings: [
    emailMessagesModule,
    emailServerModule,
    emailStateModule,
    emailTemplatesModule,
    familiesModule,
    flashPassModule,
    httpConnectorsModule,
    kbaQuestionsModule,
    mobileSdkModule,
    otpProviderModule,
    sdpModule,
  ],
  identity: [groupsModule, organizationsModule, rolesModule, userAttributesModule, usersModule],
  authenticators: [
    activesyncDevicesModule,
    attemptsModule,
    desktopsModule,
    devicesModule,
    externalCredentialsModule,
    facesModule,
    fidoModule,
    gridsModule,
    hardwareTokensModule,
    kbaModule,
    machinesModule,
    magicLinksModule,
    otpsModule,
    passthroughModule,
    passwordsModule,
    recoveryCodesModule,
    softTokenAppsModule,
    softTokensModule,
    tempAccessCodesModule,
    textMessagesModule,
    tokensModule,
    userAuthenticatorsModule,
    wechatModule,
  ],
  applications: [
    apiApplicationsModule,
    identityProvidersModule,
    oauthRolesModule,
    oidcApplicationsModule,
    oidcClaimsModule,
    programAgentsModule,
    radiusAgentsModule,
    radiusApplicationsModule,
    radiusSessionsModule,
    resourceApisModule,
    samlApplicationsModule,
    samlKeysModule,
    selfRegistrationsModule,
    templatesModule,
    userOauthTokensModule,
  ],
  access: [
    acrsModule,
    applicationSignInModule,
    authenticatorScopesModule,
    contactVerificationModule,
    flowsModule,
    groupPoliciesModule,
    guessBudgetModule,
    helpDeskCallsModule,
    hourlyBudgetsModule,
    invitationsModule,
    ipListsModule,
    locationsModule,
    passwordResetModule,
    radiusSignInModule,
    resourceRulesModule,
    riskEnginesModule,
    selfApplicationsModule,
    selfAuthenticatorsModule,
    selfDevicesModule,
    selfFacesModule,
    selfGridsModule,
    selfMachinesModule,
    selfTenantsModule,
    selfUserModule,
    selfWechatModule,
    setupLinksModule,
    setupModule,
    signInModule,
    signUpModule,
    transactionsModule,
    upstreamSignInModule,
    userPortalApplicationModule,
    verificationModule,
    weakestWaysModule,
    whatIfsModule,
  ],
  issuance: [
    alertsModule,
    credentialDesignsModule,
    enrollmentsModule,
    externalDatabasesModule,
    fieldConnectionsModule,
    flashPassDesignsModule,
    flashPassesModule,
    printJobsModule,
    printerSearchModule,
    printersModule,
    siteAgentsModule,
    smartCardProfilesModule,
    smartCardsModule,
    variableGraphicsModule,
    voiceModule,
    workflowDesignsModule,
    writeBacksModule,
  ],
  operations: [
    archivesModule,
    auditEventsModule,
    bulkOperationsModule,
    listExportsModule,
    listViewsModule,
    reportsModule,
    savedReportsModule,
    scheduledTasksModule,
    syslogApplicationsModule,
    uiErrorsModule,
    weakSettingsModule,
    webhooksModule,
  ],
  provider: [
    clientCredentialsModule,
    isolationModule,
    managementPlatformModule,
    otpProvidersModule,
    overviewModule,
    pkiaasCredentialsModule,
    playIntegrityCredentialsModule,
    pushCredentialsModule,
    rateLimitingModule,
    settingsTemplatesModule,
    spIdentityProvidersModule,
    providerSubscribersModule,
    supportGrantsModule,
    supportModule,
    tenantsModule,
  ],
  protocols: [oidcModule, samlModule],
}
