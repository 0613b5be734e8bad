import type { Entry } from './entry.ts'

/** Terms of applications. */
export const applicationsEntries: readonly Entry[] = [
  {
    head: 'application',
    at: '/applications',
    words:
      'app; client; oidc client; app registration; enterprise application; app integration; service provider; relying party; sso; single sign-on; oauth client; connector; provider',
  },
  {
    head: 'clientSecret',
    at: '/applications',
    words:
      'client secret; client id; client credentials; private_key_jwt; client authentication; client assertion',
  },
  {
    head: 'redirectUri',
    at: '/applications',
    words:
      'redirect uri; redirect url; callback url; reply url; valid redirect uris; sign-in redirect; post-logout redirect',
  },
  {
    head: 'acsUrl',
    at: '/applications',
    words:
      'acs; acs url; assertion consumer service; saml app; entity id; relay state; nameid; name id format; idp-initiated; sp metadata',
  },
  {
    head: 'singleLogout',
    at: '/applications',
    words: 'slo; single logout; back-channel logout; front-channel logout; logout url; end session',
  },
  {
    head: 'tokenLifetime',
    at: '/applications',
    words:
      'access token lifetime; refresh token; id token; token expiration; grant types; pkce; consent; jwt; offline_access',
  },
  {
    head: 'apiKey',
    at: '/applications/add',
    words:
      'api key; api token; api application; service account; machine to machine; m2m; rest api; personal access token; admin api',
  },
  {
    head: 'siem',
    at: '/applications/add',
    words: 'siem; syslog; splunk; qradar; sentinel; log forwarding; log export; elastic',
  },
  {
    head: 'apiCall',
    at: '/tryapi',
    words: 'api explorer; try it; swagger; postman; curl; openapi; rest console; api reference',
  },
  {
    head: 'customClaim',
    at: '/applications/oidccustomclaims',
    words:
      'claim; custom claims; token claims; scope mapping; protocol mapper; optional claims; property mapping; claims',
  },
  {
    head: 'oauthRole',
    at: '/oauthroles',
    words: 'app role; client role; realm role; application role; roles claim; authorization roles',
  },
  {
    head: 'radius',
    at: '/applications/agents/radius',
    words:
      'radius; vpn; radius server; radius agent; nas; network access; outpost; radius proxy; wi-fi; 802.1x',
  },
  {
    head: 'apiAuthorization',
    at: '/authorization',
    words:
      'resource server; api scopes; authorization server; scope; scopes; audience; protected api; expose an api; api permissions',
  },
  {
    head: 'samlCertificate',
    at: '/applications/certificates/saml',
    words:
      'saml signing certificate; idp certificate; x509 certificate; federation metadata; certificate rollover; token signing certificate; idp metadata',
  },
  {
    head: 'webhook',
    at: '/webhooks',
    words:
      'webhook; event hook; event streaming; log streaming; callbacks; http notification; event subscription',
  },
  {
    head: 'webhookSecret',
    at: '/webhooks',
    words: 'webhook secret; signing secret; hmac; webhook signature',
  },
  {
    head: 'cors',
    at: '/settings/cors',
    words: 'cors; trusted origins; web origins; allowed origins; cross-origin; javascript origin',
  },
  {
    head: 'clientRegistration',
    at: '/settings/general/registrations',
    words: 'dcr; dynamic client registration; rfc 7591; initial access token; register client',
  },
]
