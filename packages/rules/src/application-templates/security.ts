import { oidcTemplates } from './template.ts'

/** Secrets, networks and the gates before other applications. */
export const securityTemplates = oidcTemplates('security', [
  {
    id: 'vault',
    name: 'HashiCorp Vault',
    redirectUris: [
      'https://{host}/ui/vault/auth/oidc/oidc/callback',
      'http://localhost:8250/oidc/callback',
    ],
    launch: 'https://{host}/ui/vault/auth?with=oidc',
    place: 'vault write auth/oidc/config',
  },
  {
    id: 'boundary',
    name: 'HashiCorp Boundary',
    redirectUris: ['https://{host}/v1/auth-methods/oidc:authenticate:callback'],
    place: 'Auth Methods, New OIDC',
  },
  {
    id: 'teleport',
    name: 'Teleport',
    redirectUris: ['https://{host}/v1/webapi/oidc/callback'],
    place: 'tctl create: kind oidc',
  },
  {
    id: 'bitwarden',
    name: 'Bitwarden',
    redirectUris: ['https://{host}/sso/oidc-signin'],
    place: 'Organization, Settings, Single sign-on: OpenID Connect',
  },
  {
    id: 'vaultwarden',
    name: 'Vaultwarden',
    redirectUris: ['https://{host}/identity/connect/oidc-signin'],
    place: 'Environment: SSO_AUTHORITY, SSO_CLIENT_ID',
  },
  {
    id: 'cloudflare-access',
    name: 'Cloudflare Access',
    redirectUris: ['https://{tenant}.cloudflareaccess.com/cdn-cgi/access/callback'],
    launch: 'https://{tenant}.cloudflareaccess.com',
    place: 'Zero Trust, Settings, Authentication: OpenID Connect',
  },
  {
    id: 'tailscale',
    name: 'Tailscale',
    redirectUris: ['https://login.tailscale.com/a/oauth_response'],
    launch: 'https://login.tailscale.com',
    place: 'Sign up with OIDC, WebFinger of your domain',
  },
  {
    id: 'headscale',
    name: 'Headscale',
    redirectUris: ['https://{host}/oidc/callback'],
    place: 'config.yaml: oidc',
  },
  {
    id: 'netbird',
    name: 'NetBird',
    applicationType: 'OIDC_SPA',
    redirectUris: ['https://{host}/auth', 'https://{host}/silent-auth', 'http://localhost:53000'],
    place: 'setup.env: NETBIRD_AUTH_OIDC_CONFIGURATION_ENDPOINT',
  },
  {
    id: 'oauth2-proxy',
    name: 'OAuth2 Proxy',
    redirectUris: ['https://{host}/oauth2/callback'],
    launch: 'https://{host}/oauth2/start',
    place: 'oauth2-proxy.cfg: provider = "oidc"',
  },
  {
    id: 'pomerium',
    name: 'Pomerium',
    redirectUris: ['https://{host}/oauth2/callback'],
    place: 'config.yaml: idp_provider: oidc',
  },
  {
    id: 'envoy-gateway',
    name: 'Envoy Gateway',
    redirectUris: ['https://{host}/oauth2/callback'],
    place: 'SecurityPolicy: spec.oidc',
  },
  {
    id: 'apache-mod-auth-openidc',
    name: 'Apache mod_auth_openidc',
    redirectUris: ['https://{host}/oidc/callback'],
    place: 'httpd.conf: OIDCProviderMetadataURL, OIDCRedirectURI, OIDCPKCEMethod S256',
  },
])
