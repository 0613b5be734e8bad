import * as clientRegistration from '@signet/contract/access/client-registration'
import * as oidcStandard from '@signet/contract/access/oidc-standard'
import * as samlStandard from '@signet/contract/access/saml-standard'
import type { Route } from '../kit/routes.ts'
import { acrRoutes } from '../modules/access/acrs/index.ts'
import { applicationSignInRoutes } from '../modules/access/application-sign-in/index.ts'
import { authenticatorScopeRoutes } from '../modules/access/authenticator-scopes/index.ts'
import { contactVerificationRoutes } from '../modules/access/contact-verification/index.ts'
import { flowRoutes } from '../modules/access/flows/index.ts'
import { groupPolicyRoutes } from '../modules/access/group-policies/index.ts'
import { guessBudgetRoutes, withinGuessBudget } from '../modules/access/guess-budget/index.ts'
import { helpDeskCallRoutes } from '../modules/access/help-desk-calls/index.ts'
import { ipListRoutes } from '../modules/access/ip-lists/index.ts'
import { locationRoutes } from '../modules/access/locations/index.ts'
import { createMagicLinkDoor } from '../modules/access/magic-links/index.ts'
import { passwordResetRoutes } from '../modules/access/password-reset/index.ts'
import { radiusSignInRoutes } from '../modules/access/radius-sign-in/index.ts'
import { resourceRuleRoutes } from '../modules/access/resource-rules/index.ts'
import { riskEngineRoutes } from '../modules/access/risk-engines/index.ts'
import { selfApplicationRoutes } from '../modules/access/self-applications/index.ts'
import {
  selfAuthenticatorRoutes,
  selfQuestionRoutes,
} from '../modules/access/self-authenticators/index.ts'
import { selfDeviceRoutes } from '../modules/access/self-devices/index.ts'
import { selfFaceRoutes } from '../modules/access/self-faces/index.ts'
import { selfGridRoutes } from '../modules/access/self-grids/index.ts'
import { selfMachineRoutes } from '../modules/access/self-machines/index.ts'
import { selfTenantRoutes } from '../modules/access/self-tenants/index.ts'
import { selfUserRoutes } from '../modules/access/self-user/index.ts'
import { selfWeChatRoutes } from '../modules/access/self-wechat/index.ts'
import { setupRoutes } from '../modules/access/setup/index.ts'
import { engine, pushRoutes, signInRoutes } from '../modules/access/sign-in/index.ts'
import { shownSignUp, signUpRoutes } from '../modules/access/sign-up/index.ts'
import { transactionRoutes } from '../modules/access/transactions/index.ts'
import { createUpstreamDoor } from '../modules/access/upstream-sign-in/index.ts'
import { createCertificateDoor } from '../modules/access/user-certificate-sign-in/index.ts'
import { userPortalApplicationRoutes } from '../modules/access/user-portal-application/index.ts'
import { verificationRoutes } from '../modules/access/verification/index.ts'
import { holdingStatements, weakestWayRoutes } from '../modules/access/weakest-ways/index.ts'
import { whatIfRoutes } from '../modules/access/what-ifs/index.ts'
import {
  agentApplicationRoutes,
  apiApplicationRoutes,
} from '../modules/applications/api-applications/index.ts'
import {
  identityProviderRoutes,
  samlIdentityProviderRoutes,
} from '../modules/applications/identity-providers/index.ts'
import { oauthRoleRoutes } from '../modules/applications/oauth-roles/index.ts'
import { oidcApplicationRoutes } from '../modules/applications/oidc-applications/index.ts'
import { oidcClaimRoutes } from '../modules/applications/oidc-claims/index.ts'
import { programAgentRoutes } from '../modules/applications/program-agents/index.ts'
import { radiusAgentRoutes } from '../modules/applications/radius-agents/index.ts'
import { radiusApplicationRoutes } from '../modules/applications/radius-applications/index.ts'
import { radiusSessionRoutes } from '../modules/applications/radius-sessions/index.ts'
import { resourceApiRoutes } from '../modules/applications/resource-apis/index.ts'
import { samlApplicationRoutes } from '../modules/applications/saml-applications/index.ts'
import { samlCertificateRoutes } from '../modules/applications/saml-keys/index.ts'
import { selfRegistrationRoutes } from '../modules/applications/self-registrations/index.ts'
import { templateRoutes } from '../modules/applications/templates/templates.routes.ts'
import { userOauthTokenRoutes } from '../modules/applications/user-oauth-tokens/index.ts'
import { activeSyncRoutes } from '../modules/authenticators/activesync-devices/index.ts'
import { clearBudgets, listLockouts } from '../modules/authenticators/attempts/index.ts'
import { desktopRoutes } from '../modules/authenticators/desktops/index.ts'
import { externalCredentialRoutes } from '../modules/authenticators/external-credentials/index.ts'
import { faceRoutes } from '../modules/authenticators/faces/index.ts'
import { fidoRoutes } from '../modules/authenticators/fido/index.ts'
import { gridRoutes } from '../modules/authenticators/grids/index.ts'
import { hardwareTokenRoutes } from '../modules/authenticators/hardware-tokens/index.ts'
import { kbaRoutes } from '../modules/authenticators/kba/index.ts'
import { machineRoutes } from '../modules/authenticators/machines/index.ts'
import { magicLinkRoutes } from '../modules/authenticators/magic-links/index.ts'
import { otpRoutes } from '../modules/authenticators/otps/index.ts'
import { passthroughRoutes } from '../modules/authenticators/passthrough/index.ts'
import { initialPassword, passwordRoutes } from '../modules/authenticators/passwords/index.ts'
import { recoveryCodeRoutes } from '../modules/authenticators/recovery-codes/index.ts'
import { softTokenAppRoutes } from '../modules/authenticators/soft-token-apps/index.ts'
import { tempAccessCodeRoutes } from '../modules/authenticators/temp-access-codes/index.ts'
import { tokenRoutes } from '../modules/authenticators/tokens/index.ts'
import { userAuthenticatorRoutes } from '../modules/authenticators/user-authenticators/index.ts'
import { weChatRoutes } from '../modules/authenticators/wechat/index.ts'
import { groupRoutes } from '../modules/identity/groups/index.ts'
import { organizationRoutes } from '../modules/identity/organizations/index.ts'
import { roleRoutes } from '../modules/identity/roles/index.ts'
import { userAttributeRoutes } from '../modules/identity/user-attributes/index.ts'
import { createUserRoutes } from '../modules/identity/users/index.ts'
import { printerAlertRoutes } from '../modules/issuance/alerts/index.ts'
import { credentialDesignRoutes } from '../modules/issuance/credential-designs/index.ts'
import {
  enrollmentActionRoutes,
  enrollmentApiRoutes,
  enrollmentRoutes,
} from '../modules/issuance/enrollments/index.ts'
import { externalDatabaseRoutes } from '../modules/issuance/external-databases/index.ts'
import { fieldConnectionRoutes } from '../modules/issuance/field-connections/index.ts'
import { flashPassDesignRoutes } from '../modules/issuance/flash-pass-designs/index.ts'
import { flashPassRoutes, revocationRoutes } from '../modules/issuance/flash-passes/index.ts'
import {
  enrollmentPrintRoutes,
  printJobRoutes,
  printQueueRoutes,
} from '../modules/issuance/print-jobs/index.ts'
import { printerSearchRoutes } from '../modules/issuance/printer-search/index.ts'
import { printerDashboardRoutes, printerRoutes } from '../modules/issuance/printers/index.ts'
import { siteAgentRoutes } from '../modules/issuance/site-agents/index.ts'
import { smartCardProfileRoutes } from '../modules/issuance/smart-card-profiles/index.ts'
import { smartCardRoutes } from '../modules/issuance/smart-cards/index.ts'
import { variableGraphicRoutes } from '../modules/issuance/variable-graphics/index.ts'
import { voiceRoutes } from '../modules/issuance/voice/index.ts'
import { workflowDesignRoutes } from '../modules/issuance/workflow-designs/index.ts'
import { archiveRoutes } from '../modules/operations/archives/index.ts'
import { auditEventRoutes } from '../modules/operations/audit-events/index.ts'
import { bulkOperationRoutes } from '../modules/operations/bulk-operations/index.ts'
import { listExportRoutes } from '../modules/operations/list-exports/index.ts'
import { reportRoutes } from '../modules/operations/reports/index.ts'
import { savedReportRoutes } from '../modules/operations/saved-reports/index.ts'
import { scheduledTaskRoutes } from '../modules/operations/scheduled-tasks/index.ts'
import { syslogApplicationRoutes } from '../modules/operations/syslog-applications/index.ts'
import { uiErrorRoutes } from '../modules/operations/ui-errors/ui-errors.routes.ts'
import { weakSettingRoutes } from '../modules/operations/weak-settings/index.ts'
import { webhookRoutes } from '../modules/operations/webhooks/index.ts'
import { providerSubscriberRoutes } from '../modules/provider/subscribers/subscribers.routes.ts'
import { emailMessageRoutes } from '../modules/settings/email-messages/index.ts'
import { emailServerRoutes } from '../modules/settings/email-server/index.ts'
import { emailTemplateRoutes } from '../modules/settings/email-templates/index.ts'
import { familyRoutes } from '../modules/settings/families/index.ts'
import { flashPassSettingRoutes } from '../modules/settings/flash-pass/index.ts'
import { httpConnectorRoutes } from '../modules/settings/http-connectors/index.ts'
import { kbaQuestionRoutes } from '../modules/settings/kba-questions/index.ts'
import { mobileSdkRoutes } from '../modules/settings/mobile-sdk/index.ts'
import { otpProviderRoutes } from '../modules/settings/otp-provider/index.ts'
import { sdpRoutes } from '../modules/settings/sdp/index.ts'
import { accountRoutes } from '../modules/tenancy/accounts/accounts.routes.ts'
import { entitlementRoutes } from '../modules/tenancy/entitlements/index.ts'
import { sessionRoutes } from '../modules/tenancy/sessions/index.ts'
import { subscriberRoutes } from '../modules/tenancy/subscribers/subscribers.routes.ts'
import { oidcDoor } from '../protocols/oidc/door.ts'
import { oidcInteractionRoutes } from '../protocols/oidc/interactions.routes.ts'
import { signInRequestRoutes } from '../protocols/oidc/sign-in-requests.routes.ts'
import { userCodeRoutes } from '../protocols/oidc/user-codes.routes.ts'
import { samlDoor } from '../protocols/saml/door.ts'
import { samlInteractionRoutes } from '../protocols/saml/interactions.routes.ts'
import { samlPreviewRoutes } from '../protocols/saml/previews.routes.ts'
import { leavingFor } from '../protocols/saml/sign-out.ts'
import type { Documented } from './openapi.ts'
import { withItsRules } from './with-its-rules.ts'

/** Users show and change what the areas above them know of a person. */
const userRoutes = createUserRoutes({
  passwords: initialPassword,
  lockouts: { list: listLockouts, clear: clearBudgets },
})

/** The product, area by area, from the ground up: each area lists its modules. */
export const areas: Readonly<Record<string, readonly (readonly Route[])[]>> = {
  tenancy: [accountRoutes, entitlementRoutes, sessionRoutes, subscriberRoutes],
  settings: [
    familyRoutes,
    emailServerRoutes,
    emailTemplateRoutes,
    emailMessageRoutes,
    mobileSdkRoutes,
    httpConnectorRoutes,
    otpProviderRoutes,
    sdpRoutes,
    flashPassSettingRoutes,
    kbaQuestionRoutes,
  ],
  identity: [userRoutes, groupRoutes, organizationRoutes, roleRoutes, userAttributeRoutes],
  authenticators: [
    otpRoutes,
    externalCredentialRoutes,
    passthroughRoutes,
    passwordRoutes,
    tokenRoutes,
    gridRoutes,
    hardwareTokenRoutes,
    softTokenAppRoutes,
    fidoRoutes,
    magicLinkRoutes,
    recoveryCodeRoutes,
    tempAccessCodeRoutes,
    machineRoutes,
    activeSyncRoutes,
    desktopRoutes,
    faceRoutes,
    weChatRoutes,
    kbaRoutes,
    userAuthenticatorRoutes,
  ],
  applications: [
    withItsRules(oidcApplicationRoutes, 'deleteOidcApplication'),
    selfRegistrationRoutes,
    oidcClaimRoutes,
    oauthRoleRoutes,
    resourceApiRoutes,
    userOauthTokenRoutes,
    withItsRules(
      withItsRules(apiApplicationRoutes, 'deleteAuthApiApplication'),
      'deleteIdgApplication',
    ),
    withItsRules(agentApplicationRoutes, 'deleteAgentApplication'),
    programAgentRoutes,
    withItsRules(radiusApplicationRoutes, 'deleteRadiusApplication'),
    radiusAgentRoutes,
    radiusSessionRoutes,
    withItsRules(samlApplicationRoutes, 'deleteSamlApplication'),
    samlCertificateRoutes,
    templateRoutes,
    identityProviderRoutes,
    samlIdentityProviderRoutes,
  ],
  access: [
    signInRoutes({ oidc: oidcDoor, saml: samlDoor }, shownSignUp),
    createMagicLinkDoor({ oidc: oidcDoor, saml: samlDoor }),
    createUpstreamDoor({ oidc: oidcDoor, saml: samlDoor }, leavingFor),
    authenticatorScopeRoutes,
    createCertificateDoor({ oidc: oidcDoor, saml: samlDoor }),
    pushRoutes,
    signUpRoutes,
    setupRoutes,
    passwordResetRoutes,
    selfAuthenticatorRoutes,
    selfQuestionRoutes,
    selfMachineRoutes,
    selfGridRoutes,
    selfDeviceRoutes,
    selfFaceRoutes,
    selfWeChatRoutes,
    selfUserRoutes,
    selfApplicationRoutes,
    selfTenantRoutes,
    contactVerificationRoutes,
    verificationRoutes,
    helpDeskCallRoutes,
    groupPolicyRoutes,
    flowRoutes,
    acrRoutes,
    guessBudgetRoutes,
    weakestWayRoutes,
    ipListRoutes,
    locationRoutes,
    transactionRoutes,
    resourceRuleRoutes,
    radiusSignInRoutes,
    applicationSignInRoutes,
    riskEngineRoutes,
    whatIfRoutes,
    userPortalApplicationRoutes,
  ],
  issuance: [
    credentialDesignRoutes,
    enrollmentRoutes,
    enrollmentActionRoutes,
    enrollmentApiRoutes,
    printerRoutes,
    printerDashboardRoutes,
    printerSearchRoutes,
    printerAlertRoutes,
    printJobRoutes,
    enrollmentPrintRoutes,
    printQueueRoutes,
    workflowDesignRoutes,
    externalDatabaseRoutes,
    siteAgentRoutes,
    smartCardProfileRoutes,
    smartCardRoutes,
    fieldConnectionRoutes,
    flashPassDesignRoutes,
    flashPassRoutes,
    revocationRoutes,
    variableGraphicRoutes,
    voiceRoutes,
  ],
  operations: [
    auditEventRoutes,
    archiveRoutes,
    bulkOperationRoutes,
    listExportRoutes,
    reportRoutes,
    savedReportRoutes,
    scheduledTaskRoutes,
    weakSettingRoutes,
    webhookRoutes,
    syslogApplicationRoutes,
    uiErrorRoutes,
  ],
  provider: [providerSubscriberRoutes],
  protocols: [
    oidcInteractionRoutes,
    userCodeRoutes,
    signInRequestRoutes,
    samlInteractionRoutes,
    samlPreviewRoutes,
  ],
}

export const allRoutes: readonly Route[] = Object.values(areas)
  .flat(2)
  .map(withinGuessBudget)
  .map(engine.keepingWaysIn)
  .map(holdingStatements)

const {
  ClientMetadata: _metadata,
  ClientInformation: _information,
  ...registrationCalls
} = clientRegistration

/** With the standards' own endpoints, which their protocols mount. */
export const documentedCalls: readonly Documented[] = [
  ...allRoutes,
  ...Object.entries({ ...oidcStandard, ...registrationCalls, ...samlStandard }).map(
    ([name, endpoint]) => ({ name, endpoint }),
  ),
]
