import { oidcTemplates } from './template.ts'

/** Files, pages and documents. */
const content = oidcTemplates('content', [
  {
    id: 'nextcloud',
    name: 'Nextcloud',
    redirectUris: ['https://{host}/apps/user_oidc/code'],
    place: 'Administration settings, OpenID Connect',
  },
  {
    id: 'owncloud',
    name: 'ownCloud',
    redirectUris: ['https://{host}/index.php/apps/openidconnect/redirect'],
    place: 'config.php: openid-connect',
  },
  {
    id: 'seafile',
    name: 'Seafile',
    redirectUris: ['https://{host}/oauth/callback/'],
    launch: 'https://{host}/oauth/login/',
    place: 'seahub_settings.py: ENABLE_OAUTH',
    pkceOptional: true,
  },
  {
    id: 'sftpgo',
    name: 'SFTPGo',
    redirectUris: ['https://{host}/web/oidc/redirect'],
    launch: 'https://{host}/web/client/oidclogin',
    place: 'sftpgo.json: httpd.bindings.oidc',
  },
  {
    id: 'outline',
    name: 'Outline',
    redirectUris: ['https://{host}/auth/oidc.callback'],
    launch: 'https://{host}/auth/oidc',
    place: 'Environment: OIDC_CLIENT_ID, OIDC_AUTH_URI',
  },
  {
    id: 'bookstack',
    name: 'BookStack',
    redirectUris: ['https://{host}/oidc/callback'],
    place: 'Environment: AUTH_METHOD=oidc, OIDC_ISSUER',
  },
  {
    id: 'wiki-js',
    name: 'Wiki.js',
    redirectUris: ['https://{host}/login/{provider}/callback'],
    launch: 'https://{host}/login/{provider}',
    place: 'Administration, Authentication: Generic OpenID Connect',
    pkceOptional: true,
  },
  {
    id: 'dokuwiki',
    name: 'DokuWiki',
    redirectUris: ['https://{host}/doku.php'],
    place: 'Configuration Manager: oauth, oauthgeneric',
  },
  {
    id: 'confluence-data-center',
    name: 'Confluence Data Center',
    redirectUris: ['https://{host}/plugins/servlet/oidc/callback'],
    place: 'Administration, SSO 2.0, OpenID Connect',
  },
  {
    id: 'hedgedoc',
    name: 'HedgeDoc',
    redirectUris: ['https://{host}/auth/oauth2/callback'],
    launch: 'https://{host}/auth/oauth2',
    place: 'Environment: CMD_OAUTH2_BASEURL, CMD_OAUTH2_CLIENT_ID',
  },
  {
    id: 'paperless-ngx',
    name: 'Paperless-ngx',
    redirectUris: ['https://{host}/accounts/oidc/{provider}/login/callback/'],
    launch: 'https://{host}/accounts/oidc/{provider}/login/',
    place: 'Environment: PAPERLESS_SOCIALACCOUNT_PROVIDERS',
  },
  {
    id: 'wordpress',
    name: 'WordPress',
    redirectUris: ['https://{host}/wp-admin/admin-ajax.php?action=openid-connect-authorize'],
    place: 'Settings, OpenID Connect Client',
  },
  {
    id: 'drupal',
    name: 'Drupal',
    redirectUris: ['https://{host}/openid-connect/generic'],
    place: 'Configuration, OpenID Connect, Generic',
  },
  {
    id: 'directus',
    name: 'Directus',
    redirectUris: ['https://{host}/auth/login/{provider}/callback'],
    launch: 'https://{host}/auth/login/{provider}',
    place: 'Environment: AUTH_PROVIDERS, AUTH_<PROVIDER>_DRIVER=openid',
  },
  {
    id: 'miniflux',
    name: 'Miniflux',
    redirectUris: ['https://{host}/oauth2/oidc/callback'],
    launch: 'https://{host}/oauth2/oidc/redirect',
    place: 'Environment: OAUTH2_PROVIDER=oidc',
  },
  {
    id: 'linkding',
    name: 'linkding',
    redirectUris: ['https://{host}/oidc/callback/'],
    launch: 'https://{host}/oidc/authenticate/',
    place: 'Environment: LD_ENABLE_OIDC, OIDC_OP_AUTHORIZATION_ENDPOINT',
  },
])

/** Numbers, notebooks and what is asked of them. */
const data = oidcTemplates('data', [
  {
    id: 'jupyterhub',
    name: 'JupyterHub',
    redirectUris: ['https://{host}/hub/oauth_callback'],
    launch: 'https://{host}/hub/oauth_login',
    place: 'jupyterhub_config.py: GenericOAuthenticator',
  },
  {
    id: 'apache-superset',
    name: 'Apache Superset',
    redirectUris: ['https://{host}/oauth-authorized/{provider}'],
    launch: 'https://{host}/login/{provider}',
    place: 'superset_config.py: OAUTH_PROVIDERS',
  },
  {
    id: 'apache-airflow',
    name: 'Apache Airflow',
    redirectUris: ['https://{host}/oauth-authorized/{provider}'],
    launch: 'https://{host}/login/{provider}',
    place: 'webserver_config.py: OAUTH_PROVIDERS',
  },
  {
    id: 'tableau-server',
    name: 'Tableau Server',
    redirectUris: ['https://{host}/vizportal/api/web/v1/auth/openIdLogin'],
    place: 'TSM, User Identity & Access, Authentication: OpenID Connect',
  },
  {
    id: 'open-webui',
    name: 'Open WebUI',
    redirectUris: ['https://{host}/oauth/oidc/callback'],
    launch: 'https://{host}/oauth/oidc/login',
    place: 'Environment: OPENID_PROVIDER_URL, OAUTH_CLIENT_ID',
  },
  {
    id: 'librechat',
    name: 'LibreChat',
    redirectUris: ['https://{host}/oauth/openid/callback'],
    launch: 'https://{host}/oauth/openid',
    place: 'Environment: OPENID_ISSUER, OPENID_CLIENT_ID',
  },
])

/** What runs at home and among friends. */
const home = oidcTemplates('home', [
  {
    id: 'immich',
    name: 'Immich',
    redirectUris: ['https://{host}/auth/login', 'https://{host}/user-settings'],
    place: 'Administration, Settings, OAuth',
  },
  {
    id: 'jellyfin',
    name: 'Jellyfin',
    redirectUris: ['https://{host}/sso/OID/redirect/{provider}'],
    launch: 'https://{host}/sso/OID/start/{provider}',
    place: 'Dashboard, Plugins, SSO-Auth',
  },
  {
    id: 'audiobookshelf',
    name: 'Audiobookshelf',
    redirectUris: [
      'https://{host}/auth/openid/callback',
      'https://{host}/auth/openid/mobile-redirect',
    ],
    launch: 'https://{host}/auth/openid',
    place: 'Settings, Authentication, OpenID Connect',
  },
  {
    id: 'mealie',
    name: 'Mealie',
    redirectUris: ['https://{host}/login'],
    place: 'Environment: OIDC_AUTH_ENABLED, OIDC_CONFIGURATION_URL',
  },
  {
    id: 'tandoor',
    name: 'Tandoor',
    redirectUris: ['https://{host}/accounts/oidc/{provider}/login/callback/'],
    launch: 'https://{host}/accounts/oidc/{provider}/login/',
    place: 'Environment: SOCIALACCOUNT_PROVIDERS',
  },
  {
    id: 'freshrss',
    name: 'FreshRSS',
    redirectUris: ['https://{host}/i/oidc/'],
    place: 'Environment: OIDC_ENABLED, OIDC_PROVIDER_METADATA_URL',
  },
])

export const contentTemplates = [...content, ...data, ...home]
