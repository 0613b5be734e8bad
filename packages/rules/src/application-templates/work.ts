import { oidcTemplates } from './template.ts'

/** Chat, meetings and projects. */
const collaboration = oidcTemplates('collaboration', [
  {
    id: 'mattermost',
    name: 'Mattermost',
    redirectUris: ['https://{host}/signup/openid/complete', 'https://{host}/login/openid/complete'],
    launch: 'https://{host}/oauth/openid/login',
    place: 'System Console, Authentication, OpenID Connect',
  },
  {
    id: 'rocket-chat',
    name: 'Rocket.Chat',
    redirectUris: ['https://{host}/_oauth/{provider}'],
    place: 'Workspace, Settings, OAuth: Add custom OAuth',
  },
  {
    id: 'zulip',
    name: 'Zulip',
    redirectUris: ['https://{host}/complete/oidc/'],
    launch: 'https://{host}/accounts/login/social/oidc',
    place: 'settings.py: SOCIAL_AUTH_OIDC_ENABLED_IDPS',
  },
  {
    id: 'matrix-synapse',
    name: 'Matrix Synapse',
    redirectUris: ['https://{host}/_synapse/client/oidc/callback'],
    place: 'homeserver.yaml: oidc_providers',
  },
  {
    id: 'discourse',
    name: 'Discourse',
    redirectUris: ['https://{host}/auth/oidc/callback'],
    launch: 'https://{host}/auth/oidc',
    place: 'Admin, Settings, OpenID Connect',
  },
  {
    id: 'openproject',
    name: 'OpenProject',
    redirectUris: ['https://{host}/auth/oidc-{provider}/callback'],
    launch: 'https://{host}/auth/oidc-{provider}',
    place: 'Administration, Authentication, OpenID providers: Custom',
  },
  {
    id: 'jira-data-center',
    name: 'Jira Data Center',
    redirectUris: ['https://{host}/plugins/servlet/oidc/callback'],
    place: 'Administration, System, SSO 2.0, OpenID Connect',
  },
  {
    id: 'planka',
    name: 'Planka',
    redirectUris: ['https://{host}/oidc-callback'],
    place: 'Environment: OIDC_ISSUER, OIDC_CLIENT_ID',
  },
  {
    id: 'wekan',
    name: 'Wekan',
    redirectUris: ['https://{host}/_oauth/oidc'],
    place: 'Environment: OAUTH2_ENABLED, OAUTH2_SERVER_URL',
  },
  {
    id: 'leantime',
    name: 'Leantime',
    redirectUris: ['https://{host}/oidc/callback'],
    launch: 'https://{host}/oidc/login',
    place: 'Environment: LEAN_OIDC_PROVIDER_URL',
  },
  {
    id: 'vikunja',
    name: 'Vikunja',
    redirectUris: ['https://{host}/auth/openid/{provider}'],
    place: 'config.yml: auth.openid.providers',
  },
  {
    id: 'mastodon',
    name: 'Mastodon',
    redirectUris: ['https://{host}/auth/auth/openid_connect/callback'],
    place: 'Environment: OIDC_ENABLED, OIDC_ISSUER',
  },
])

/** Books, customers and the rest of an office. */
const business = oidcTemplates('business', [
  {
    id: 'odoo',
    name: 'Odoo',
    redirectUris: ['https://{host}/auth_oauth/signin'],
    place: 'Settings, Users & Companies, OAuth Providers',
  },
  {
    id: 'zammad',
    name: 'Zammad',
    redirectUris: ['https://{host}/auth/openid_connect/callback'],
    launch: 'https://{host}/auth/openid_connect',
    place: 'Settings, Security, Third-party applications: OpenID Connect',
  },
  {
    id: 'salesforce-auth-provider',
    name: 'Salesforce',
    redirectUris: ['https://{tenant}.my.salesforce.com/services/authcallback/{provider}'],
    launch: 'https://{tenant}.my.salesforce.com/services/auth/sso/{provider}',
    place: 'Setup, Auth. Providers: Open ID Connect',
  },
  {
    id: 'moodle',
    name: 'Moodle',
    redirectUris: ['https://{host}/admin/oauth2callback.php'],
    place: 'Site administration, Server, OAuth 2 services',
  },
  {
    id: 'actual-budget',
    name: 'Actual Budget',
    redirectUris: ['https://{host}/openid/callback'],
    place: 'Environment: ACTUAL_OPENID_DISCOVERY_URL',
  },
  {
    id: 'penpot',
    name: 'Penpot',
    redirectUris: ['https://{host}/api/auth/oidc/callback'],
    place: 'Environment: PENPOT_OIDC_BASE_URI, PENPOT_OIDC_CLIENT_ID',
  },
])

export const workTemplates = [...collaboration, ...business]
