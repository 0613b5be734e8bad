import { landingOrder } from '@signet/rules/landing'
import { entityTypes } from '@signet/rules/permissions'
import { describe, expect, it } from 'vitest'
import { buildConsoleSession, buildTheme } from '../testing/facts.ts'
import { features } from './features.ts'
import { textNow } from './lib/i18n.ts'
import { isShown } from './session/session-context.tsx'

const screens = features.flatMap((feature) => feature.screens)
const twice = (words: readonly string[]): readonly string[] =>
  words.filter((word, at) => words.indexOf(word) !== at)

describe('the screens of the console', () => {
  it('have an address of their own', { meta: { covers: ['screen records'] } }, () => {
    expect(twice(screens.map(({ path }) => path.replaceAll(/:\w+/g, ':')))).toEqual([])
  })

  it('have a letter of their own, or none', () => {
    expect(twice(screens.flatMap(({ menu }) => menu?.letter ?? []))).toEqual([])
  })

  it('ask for what the product asks, of permission and account', {
    meta: {
      covers: [
        'constant:fleet-alerts.tier',
        'direct-tenant.locked-hides',
        'purpose.end-users',
        'routing.authorization-needs',
        'routing.external-otp-needs',
        'routing.hash-routes',
        'routing.idp-needs',
        'routing.myreports-needs',
        'routing.passthrough-needs',
        'visibility.authentication-and-feature',
        'visibility.authentication-only',
        'visibility.fleet-alerts',
        'visibility.hidden-feature-g',
        'visibility.user-tabs',
        'screen:authorization/add',
        'screen:authorization/{id}/ccg',
        'screen:emailTemplates',
        'screen:identityproviders',
        'screen:identityproviders/oidc/{identityProviderId}',
        'screen:identityproviders/oidc/{type}/add',
        'screen:identityproviders/saml/{identityProviderId}',
        'screen:identityproviders/saml/{type}/add',
        'screen:myreports',
        'screen:organizations',
        'screen:organizations/add/{tab}',
        'screen:organizations/{id}/{tab}',
        'screen:roles',
        'screen:rules',
        'screen:rules/add/{applicationId}',
        'screen:rules/clone/{resourceRuleId}',
        'screen:rules/edit/{resourceRuleId}',
        'screen:settings/activesyncaccess',
        'screen:settings/authenticators',
        'screen:settings/blocklist',
        'screen:settings/devices',
        'screen:settings/email',
        'screen:settings/fmaasalerts',
        'screen:settings/general',
        'screen:settings/grouppolicies',
        'screen:settings/iplists',
        'screen:settings/notification',
        'screen:settings/onfido',
        'screen:settings/passthrough',
        'screen:settings/passthrough/add',
        'screen:settings/passthrough/{passthroughId}',
        'screen:settings/rba',
        'screen:settings/registration',
        'screen:settings/transactions',
        'screen:settings/UserNotification',
        'screen:settings/userportal',
        'screen:theme',
        'screen:tokens',
        'screen:userattributes',
        'screen records',
      ],
    },
  }, () => {
    const asked = screens.map(({ path, needs = [], orNeeds = [], conditions = [] }) => [
      path,
      [...needs, ...orNeeds.flatMap((need) => ['or', ...need]), ...conditions].join(' '),
    ])
    expect(Object.fromEntries(asked)).toEqual({
      '/dashboard': 'REPORTS VIEW',
      '/firststeps': 'SETTINGS EDIT',
      '/users': 'USERS VIEW',
      '/exports': 'EXPORTREPORTS VIEW',
      '/settings/external': 'SETTINGS VIEW authAccount externalOtpAllowed',
      '/settings/external/:type': 'SETTINGS VIEW authAccount externalOtpAllowed',
      '/settings/passthrough': 'SETTINGS VIEW authAccount authApi',
      '/settings/passthrough/add': 'SETTINGS ADD authAccount authApi',
      '/settings/passthrough/:passthroughId': 'SETTINGS EDIT authAccount authApi',
      '/settings/riskengines': 'SETTINGS VIEW authAccount externalRiskEngine',
      '/settings/riskengines/add': 'SETTINGS ADD authAccount externalRiskEngine',
      '/settings/riskengines/:engine/add': 'SETTINGS ADD authAccount externalRiskEngine',
      '/settings/riskengines/:engine/:id': 'SETTINGS EDIT authAccount externalRiskEngine',
      '/settings/riskenginescberes/add': 'SETTINGS ADD authAccount externalRiskEngine',
      '/settings/riskenginescberes/:id': 'SETTINGS EDIT authAccount externalRiskEngine',
      '/settings/mobileflashpass': 'SETTINGS VIEW notAuthAccount notDirectTenant',
      '/settings/fmaasalerts': 'SETTINGS VIEW notAuthAccount hasFleetManagement tier1',
      '/settings/fmaasalerts/:tab': 'SETTINGS VIEW notAuthAccount hasFleetManagement tier1',
      '/mobileflashpassdesigns': 'CREDENTIALDESIGNS VIEW issuanceAccount notDirectLocked notMobile',
      '/mobileflashpassdesigns/add':
        'CREDENTIALDESIGNS ADD issuanceAccount notDirectLocked notMobile',
      '/mobileflashpassdesigns/edit/:designId':
        'CREDENTIALDESIGNS EDIT issuanceAccount notDirectLocked notMobile',
      '/credentialdesigns': 'CREDENTIALDESIGNS VIEW issuanceAccount notDirectLocked notMobile',
      '/credentialdesigns/add': 'CREDENTIALDESIGNS ADD issuanceAccount notDirectLocked notMobile',
      '/credentialdesigns/create':
        'CREDENTIALDESIGNS ADD issuanceAccount notDirectLocked notMobile',
      '/credentialdesigns/create/:designId':
        'CREDENTIALDESIGNS ADD issuanceAccount notDirectLocked notMobile',
      '/credentialdesigns/edit/:designId':
        'CREDENTIALDESIGNS EDIT issuanceAccount notDirectLocked notMobile',
      '/enrollmentdesigns': 'ENROLLMENTDESIGNS VIEW issuanceAccount notDirectLocked notMobile',
      '/enrollmentdesign/create': 'ENROLLMENTDESIGNS ADD issuanceAccount notDirectLocked notMobile',
      '/enrollmentdesign/edit/:workflowId':
        'ENROLLMENTDESIGNS EDIT issuanceAccount notDirectLocked notMobile',
      '/credentials': 'ENROLLMENTS VIEW issuanceAccount notDirectLocked',
      '/credentials/enrollment/search/:workflowId':
        'ENROLLMENTS VIEW issuanceAccount notDirectLocked',
      '/credentials/enrollment/create/:workflowId':
        'ENROLLMENTS ADD issuanceAccount notDirectLocked',
      '/credentials/enrollment/edit/:workflowId/:enrollmentId':
        'ENROLLMENTS EDIT issuanceAccount notDirectLocked',
      '/externaldatabases': 'ISSUANCE VIEW issuanceAccount notHiddenFeatureG notMobile',
      '/externaldatabases/add': 'ISSUANCE ADD issuanceAccount notHiddenFeatureG notMobile',
      '/externaldatabases/:databaseId': 'ISSUANCE VIEW issuanceAccount notHiddenFeatureG notMobile',
      '/fieldconnections/:workflowId':
        'ENROLLMENTDESIGNS EDIT issuanceAccount notDirectLocked notMobile',
      '/printqueue': 'PRINTERS VIEW issuanceAccount',
      '/printers': 'PRINTERS VIEW issuanceAccount',
      '/printers/add': 'PRINTERS ADD issuanceAccount groupManagementAll notMobile',
      '/printerdashboard': 'PRINTERS VIEW issuanceAccount',
      '/printers/:printerId/:tab?': 'PRINTERS VIEW issuanceAccount',
      '/siteagents': 'AGENTS VIEW issuanceAccount notMobile',
      '/siteagents/add': 'AGENTS ADD issuanceAccount notMobile',
      '/smartcard': 'SMARTCARDS VIEW issuanceAccount notHiddenFeatureG notMobile',
      '/smartcard/create/:cardType': 'SMARTCARDS ADD issuanceAccount notHiddenFeatureG notMobile',
      '/smartcard/edit/:id/:cardType':
        'SMARTCARDS EDIT issuanceAccount notHiddenFeatureG notMobile',
      '/smartcards': 'SMARTCARDS VIEW issuanceAccount',
      '/smartcards/:tab': 'SMARTCARDS VIEW issuanceAccount',
      '/smartcards/edit/:id': 'SMARTCARDS VIEW issuanceAccount',
      '/webhooks': 'WEBHOOKS VIEW',
      '/webhooks/add': 'WEBHOOKS ADD',
      '/webhooks/:id/:tab?': 'WEBHOOKS VIEW',
      '/user/add': 'USERS ADD',
      '/user/:userId/:tab?': 'USERS VIEW',
      '/roles': 'ROLES VIEW',
      '/role/add': 'ROLES ADD',
      '/role/:roleId/:tab?': 'ROLES VIEW',
      '/oauthroles': 'OAUTHROLES VIEW notFleetOnly',
      '/oauthroles/add': 'OAUTHROLES ADD notFleetOnly',
      '/oauthroles/:oauthRoleId': 'OAUTHROLES VIEW notFleetOnly',
      '/userattributes': 'USERATTRIBUTES VIEW',
      '/userattribute/add': 'USERATTRIBUTES ADD',
      '/userattribute/:attributeId': 'USERATTRIBUTES VIEW',
      '/applications': 'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/add': 'APPLICATIONS ADD notHiddenFeatureG notFleetOnly',
      '/applications/add/oidc/:templateId/:tab?': 'APPLICATIONS ADD notHiddenFeatureG notFleetOnly',
      '/applications/oidc/:templateId/:id/:tab?':
        'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/add/api/:templateId/:tab?': 'APPLICATIONS ADD notHiddenFeatureG notFleetOnly',
      '/applications/api/:templateId/:id/:tab?': 'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/portal/:templateId/:id/:tab?':
        'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/add/syslog/:templateId/:tab?':
        'APPLICATIONS ADD notHiddenFeatureG notFleetOnly',
      '/applications/syslog/:templateId/:id/:tab?':
        'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/add/radius/:templateId/:tab?':
        'APPLICATIONS ADD notHiddenFeatureG notFleetOnly',
      '/applications/radius/:templateId/:id/:tab?':
        'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/agents/radius': 'AGENTS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/agents/radius/add': 'AGENTS ADD notHiddenFeatureG notFleetOnly',
      '/applications/agents/radius/:agentId': 'AGENTS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/add/saml/:templateId/:tab?': 'APPLICATIONS ADD notHiddenFeatureG notFleetOnly',
      '/applications/saml/:templateId/:id/:tab?':
        'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/certificates/saml': 'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/oidccustomclaims': 'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/applications/oidccustomclaims/add': 'APPLICATIONS ADD notHiddenFeatureG notFleetOnly',
      '/applications/oidccustomclaims/:claimId': 'APPLICATIONS VIEW notHiddenFeatureG notFleetOnly',
      '/authorization': 'RESOURCESERVERAPIS VIEW authAccount',
      '/authorization/add': 'RESOURCESERVERAPIS ADD authAccount oAuthV2ApiProtection',
      '/authorization/edit/:apiId': 'RESOURCESERVERAPIS EDIT authAccount oAuthV2ApiProtection',
      '/authorization/:apiId/ccg': 'RESOURCESERVERAPIS EDIT authAccount oAuthV2ApiProtection',
      '/identityproviders': 'IDENTITYPROVIDERS VIEW authAccount idpProxy',
      '/identityproviders/oidc/:type/add': 'IDENTITYPROVIDERS ADD authAccount idpProxy',
      '/identityproviders/oidc/:identityProviderId': 'IDENTITYPROVIDERS VIEW authAccount idpProxy',
      '/identityproviders/saml/:type/add': 'IDENTITYPROVIDERS ADD authAccount idpProxy',
      '/identityproviders/saml/:identityProviderId': 'IDENTITYPROVIDERS VIEW authAccount idpProxy',
      '/theme': 'SUBSCRIBERS VIEW notDirectLocked',
      '/reports': 'REPORTS VIEW',
      '/reports/archives': 'ARCHIVES VIEW',
      '/reports/saved': 'REPORTS VIEW',
      '/reports/saved/add': 'REPORTS ADD',
      '/reports/saved/:id': 'REPORTS VIEW',
      '/scheduledTasks': 'SCHEDULEDTASKS VIEW',
      '/scheduledTasks/add': 'SCHEDULEDTASKS ADD',
      '/scheduledTasks/:id/:tab?': 'SCHEDULEDTASKS VIEW',
      '/reports/archives/:archiveId': 'ARCHIVES VIEW',
      '/grids': 'GRIDS VIEW authAccount',
      '/grids/:tab': 'GRIDS VIEW authAccount',
      '/tokens': 'TOKENS VIEW authAccount',
      '/tokens/:tab': 'TOKENS VIEW authAccount',
      '/token/:tokenId': 'TOKENS VIEW authAccount',
      '/groups': 'GROUPS VIEW',
      '/groups/add': 'GROUPS ADD',
      '/groups/:groupId/:tab?': 'GROUPS VIEW',
      '/organizations': 'ORGANIZATIONS VIEW authAccount',
      '/organizations/add/:tab?': 'ORGANIZATIONS ADD authAccount',
      '/organizations/:id/:tab?': 'ORGANIZATIONS VIEW authAccount',
      '/settings/general': 'SETTINGS VIEW',
      '/settings/general/:tab': 'SETTINGS VIEW',
      '/settings/authenticators': 'SETTINGS VIEW',
      '/settings/authenticators/:tab': 'SETTINGS VIEW',
      '/settings/registration': 'SETTINGS VIEW',
      '/settings/registration/:tab': 'SETTINGS VIEW',
      '/settings/userportal': 'SETTINGS VIEW',
      '/settings/userportal/:id': 'SETTINGS VIEW authAccount groupManagementAll',
      '/settings/weak': 'SETTINGS VIEW',
      '/settings/UserNotification': 'SETTINGS VIEW',
      '/settings/kba': 'SETTINGS VIEW authAccount',
      '/settings/kba/:tab': 'SETTINGS VIEW authAccount',
      '/settings/notification': 'SETTINGS VIEW',
      '/settings/blocklist': 'SETTINGS VIEW',
      '/settings/blocklist/:tab': 'SETTINGS VIEW',
      '/settings/devices': 'SETTINGS VIEW authAccount',
      '/settings/devices/:tab': 'SETTINGS VIEW authAccount',
      '/settings/softtokensdk': 'SETTINGS VIEW authAccount',
      '/settings/softtokensdk/:id': 'SETTINGS VIEW authAccount groupManagementAll',
      '/settings/activesyncaccess': 'SETTINGS VIEW notFleetOnly',
      '/settings/onfido': 'SETTINGS VIEW authAccount',
      '/settings/onfido/:tab': 'SETTINGS VIEW authAccount',
      '/settings/cors': 'SETTINGS VIEW notFleetOnly',
      '/bulkoperations':
        'BULKUSERS VIEW or BULKGROUPS VIEW or BULKHARDWARETOKENS VIEW or BULKIDENTITYGUARD VIEW or BULKENROLLMENTS VIEW or BULKSMARTCARDS VIEW notHiddenFeatureG notFleetOnly',
      '/bulkoperations/add':
        'BULKUSERS ADD or BULKGROUPS ADD or BULKHARDWARETOKENS ADD or BULKIDENTITYGUARD ADD or BULKENROLLMENTS ADD or BULKSMARTCARDS ADD notHiddenFeatureG notFleetOnly',
      '/bulkoperations/add/:action/:type':
        'BULKUSERS ADD or BULKGROUPS ADD or BULKHARDWARETOKENS ADD or BULKIDENTITYGUARD ADD or BULKENROLLMENTS ADD or BULKSMARTCARDS ADD notHiddenFeatureG notFleetOnly',
      '/authenticationflow': 'CONTEXTRULES VIEW authAccount',
      '/authenticationflow/add': 'CONTEXTRULES ADD authAccount',
      '/authenticationflow/clone/:id': 'CONTEXTRULES ADD authAccount',
      '/authenticationflow/edit/:id': 'CONTEXTRULES VIEW authAccount',
      '/rules': 'CONTEXTRULES VIEW notHiddenFeatureG notFleetOnly groupManagementAll',
      '/rules/add/:applicationId':
        'CONTEXTRULES ADD notHiddenFeatureG notFleetOnly groupManagementAll',
      '/rules/clone/:resourceRuleId':
        'CONTEXTRULES ADD notHiddenFeatureG notFleetOnly groupManagementAll',
      '/rules/edit/:resourceRuleId':
        'CONTEXTRULES VIEW notHiddenFeatureG notFleetOnly groupManagementAll',
      '/settings/acrs': 'SETTINGS VIEW authAccount',
      '/decisions': 'USERS VIEW notHiddenFeatureG notFleetOnly',
      '/decisions/:id': 'USERS VIEW notHiddenFeatureG notFleetOnly',
      '/weakestway': 'CONTEXTRULES VIEW notHiddenFeatureG notFleetOnly',
      '/whatifs': 'CONTEXTRULES VIEW notHiddenFeatureG notFleetOnly groupManagementAll',
      '/whatifs/:id/:tab?': 'CONTEXTRULES VIEW notHiddenFeatureG notFleetOnly groupManagementAll',
      '/settings/iplists': 'SETTINGS VIEW notHiddenFeatureG notFleetOnly',
      '/settings/iplists/add': 'SETTINGS ADD notHiddenFeatureG notFleetOnly',
      '/settings/iplists/:id': 'SETTINGS VIEW notHiddenFeatureG notFleetOnly',
      '/settings/rba': 'SETTINGS VIEW authAccount',
      '/settings/transactions': 'SETTINGS VIEW authAccount',
      '/settings/transactions/:tab': 'SETTINGS VIEW authAccount',
      '/settings/transactions/items/add': 'SETTINGS ADD authAccount',
      '/settings/transactions/items/:id': 'SETTINGS VIEW authAccount',
      '/settings/transactions/rules/add': 'SETTINGS ADD authAccount',
      '/settings/transactions/rules/:id': 'SETTINGS VIEW authAccount',
      '/settings/grouppolicies': 'SETTINGS VIEW authAccount groupManagementAll',
      '/settings/grouppolicies/add': 'SETTINGS ADD authAccount groupManagementAll',
      '/settings/grouppolicies/:id': 'SETTINGS VIEW authAccount groupManagementAll',
      '/settings/email': 'SETTINGS VIEW notHiddenFeatureG',
      '/settings/email/log': 'SETTINGS VIEW notHiddenFeatureG',
      '/emailTemplates': 'EMAILTEMPLATES VIEW',
      '/emailTemplates/:type/:locale': 'EMAILTEMPLATES VIEW',
      '/emailTemplates/words': 'EMAILTEMPLATES VIEW',
      '/myprofile/profile': 'showProfile',
      '/myprofile/applications': 'showApplications',
      '/myprofile/tenants': 'TENANTS VIEW showTenants',
      '/myreports': 'authAccount showMyActivities',
      '/myprofile/devices': 'showDevices',
      '/myprofile/authenticators': 'showAuthenticators',
      '/myprofile/authenticators/app': 'showAuthenticators',
      '/myprofile/authenticators/signet': 'showAuthenticators',
      '/myprofile/authenticators/passkey': 'showAuthenticators',
      '/password': '',
    })
  })

  it('ask for the same when they are where somebody lands after signing in', {
    meta: { covers: ['routing.landing-order'] },
  }, () => {
    const landings = landingOrder.filter(({ path }) => screens.some((one) => one.path === path))
    expect(landings.map(({ path }) => path)).toEqual([
      '/dashboard',
      '/credentialdesigns',
      '/enrollmentdesigns',
      '/smartcard',
      '/credentials',
      '/externaldatabases',
      '/users',
    ])
    for (const { path, needs, conditions } of landings) {
      const screen = screens.find((one) => one.path === path)
      expect([screen?.needs, screen?.conditions ?? []]).toEqual([needs, conditions])
    }
  })

  it('stand in the drawer or have a list to go back to', {
    meta: { covers: ['routing.screen-title-breadcrumb'] },
  }, () => {
    const lost = screens.filter(({ menu, parent }) => menu === undefined && parent === undefined)
    expect(lost).toEqual([])
  })

  it('are shortened on a mobile device by what is drawn, connected and set up', {
    meta: { covers: ['visibility.mobile-device'] },
  }, () => {
    const hidden = screens.filter(
      ({ menu, conditions = [] }) => menu !== undefined && conditions.includes('notMobile'),
    )
    expect(hidden.map(({ path }) => path)).toEqual([
      '/credentialdesigns',
      '/enrollmentdesigns',
      '/mobileflashpassdesigns',
      '/siteagents',
      '/smartcard',
      '/externaldatabases',
    ])
  })

  it('are without applications and access policies for an account that only manages a fleet', {
    meta: { covers: ['visibility.fleet-only'] },
  }, () => {
    const { facts } = buildConsoleSession({
      theme: buildTheme({ authenticationAccount: false }),
      bundles: { hasFleetManagement: true, fleetManagementOnly: true },
    })
    const left = screens.filter(
      (screen) =>
        isShown(screen, facts) && ['applications', 'access'].includes(screen.menu?.group ?? ''),
    )
    expect(left.map(({ path }) => path)).toEqual(['/webhooks', '/settings/blocklist'])
  })

  it('have a page of the help guide each', { meta: { covers: ['help.links'] } }, () => {
    expect(screens.filter(({ help }) => help === undefined)).toEqual([])
  })

  it('belong to a list that exists', () => {
    const paths = new Set(screens.map(({ path }) => path))
    const orphans = screens.filter(({ parent }) => parent !== undefined && !paths.has(parent))
    expect(orphans).toEqual([])
  })

  it('ask for permissions that exist, and have English titles', {
    meta: { covers: ['routing.screen-title-breadcrumb'] },
  }, () => {
    for (const { needs, orNeeds = [], title } of screens) {
      for (const [entity] of orNeeds) expect(entityTypes).toContain(entity)
      if (needs !== undefined) expect(entityTypes).toContain(needs[0])
      expect(textNow(title)).not.toContain('KEY_NOT_FOUND')
    }
  })

  it('stand in the drawer only where nothing must be filled in', () => {
    const filled = screens.filter(
      ({ menu, path }) => menu !== undefined && /:\w+(?!\w*\?)/.test(path),
    )
    expect(filled).toEqual([])
  })
})
