import { oidcTemplates } from './template.ts'

/** What runs, watches and manages machines. */
export const operationsTemplates = oidcTemplates('operations', [
  {
    id: 'grafana',
    name: 'Grafana',
    redirectUris: ['https://{host}/login/generic_oauth'],
    launch: 'https://{host}/login/generic_oauth',
    place: 'grafana.ini: [auth.generic_oauth]',
  },
  {
    id: 'proxmox-ve',
    name: 'Proxmox VE',
    redirectUris: ['https://{host}:8006'],
    place: 'Datacenter, Permissions, Realms: OpenID Connect Server',
  },
  {
    id: 'portainer',
    name: 'Portainer',
    redirectUris: ['https://{host}'],
    place: 'Settings, Authentication, OAuth: Custom',
  },
  {
    id: 'rancher',
    name: 'Rancher',
    redirectUris: ['https://{host}/verify-auth'],
    place: 'Users & Authentication, Auth Provider: Generic OIDC',
  },
  {
    id: 'kubectl-oidc-login',
    name: 'kubectl oidc-login',
    applicationType: 'OIDC_NATIVE',
    redirectUris: ['http://localhost:8000', 'http://localhost:18000'],
    place: 'kubeconfig: users, exec, kubectl oidc-login get-token',
    claimsInIdTokens: true,
  },
  {
    id: 'kibana',
    name: 'Kibana',
    redirectUris: ['https://{host}/api/security/oidc/callback'],
    postLogoutRedirectUris: ['https://{host}/security/logged_out'],
    place: 'elasticsearch.yml: xpack.security.authc.realms.oidc',
  },
  {
    id: 'opensearch-dashboards',
    name: 'OpenSearch Dashboards',
    redirectUris: ['https://{host}/auth/openid/login'],
    launch: 'https://{host}/auth/openid/login',
    place: 'opensearch_dashboards.yml: opensearch_security.openid',
  },
  {
    id: 'sentry',
    name: 'Sentry',
    redirectUris: ['https://{host}/auth/sso/'],
    place: 'sentry.conf.py: sentry-auth-oidc',
  },
  {
    id: 'netbox',
    name: 'NetBox',
    redirectUris: ['https://{host}/oauth/complete/oidc/'],
    launch: 'https://{host}/oauth/login/oidc/',
    place: 'configuration.py: REMOTE_AUTH_BACKEND, SOCIAL_AUTH_OIDC_OIDC_ENDPOINT',
  },
  {
    id: 'nomad',
    name: 'HashiCorp Nomad',
    redirectUris: ['https://{host}/ui/settings/tokens', 'http://localhost:4649/oidc/callback'],
    place: 'nomad acl auth-method create -type=OIDC',
  },
  {
    id: 'consul',
    name: 'HashiCorp Consul',
    redirectUris: ['https://{host}/ui/oidc/callback', 'http://localhost:8550/oidc/callback'],
    place: 'consul acl auth-method create -type=oidc',
  },
  {
    id: 'minio',
    name: 'MinIO',
    redirectUris: ['https://{host}/oauth_callback'],
    place: 'Environment: MINIO_IDENTITY_OPENID_CONFIG_URL',
  },
  {
    id: 'pgadmin',
    name: 'pgAdmin',
    redirectUris: ['https://{host}/oauth2/authorize'],
    place: 'config_local.py: OAUTH2_CONFIG',
  },
  {
    id: 'komodo',
    name: 'Komodo',
    redirectUris: ['https://{host}/auth/oidc/callback'],
    launch: 'https://{host}/auth/oidc/login',
    place: 'Environment: KOMODO_OIDC_PROVIDER, KOMODO_OIDC_CLIENT_ID',
  },
  {
    id: 'kasm-workspaces',
    name: 'Kasm Workspaces',
    redirectUris: ['https://{host}/api/oidc_callback'],
    place: 'Access Management, Authentication, OpenID',
  },
  {
    id: 'graylog',
    name: 'Graylog',
    redirectUris: ['https://{host}/authorization-code/callback'],
    place: 'System, Authentication: OIDC',
  },
])
