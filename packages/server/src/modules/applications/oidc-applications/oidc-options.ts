import type { TokenAlgorithm } from '@signet/rules/applications'

/** What an OpenID Connect application may choose from, as shown in its form. */
const options = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(([id, name]) => ({ id, name }))

export const signingAlgorithms = options({
  ES256: 'ECDSA P-256 with SHA-256',
  ES384: 'ECDSA P-384 with SHA-384',
  ES512: 'ECDSA P-521 with SHA-512',
  EdDSA: 'Ed25519',
  RS256: 'RSA with SHA-256',
  RS384: 'RSA with SHA-384',
  RS512: 'RSA with SHA-512',
  PS256: 'RSA-PSS with SHA-256',
  PS384: 'RSA-PSS with SHA-384',
  PS512: 'RSA-PSS with SHA-512',
} satisfies Readonly<Record<TokenAlgorithm, string>>)
export const applicationTypes = options({
  OIDC_WEB: 'Web application',
  OIDC_SPA: 'Single-page application',
  OIDC_SERVER: 'Server',
  OIDC_NATIVE: 'Native application',
  OIDC_DEVICE: 'Device',
})
export const codeChallengeMethods = options({ S256: 'SHA-256' })
export const grantTypes = options({
  authorization_code: 'Authorization code',
  refresh_token: 'Refresh token',
  client_credentials: 'Client credentials',
  device_code: 'Device code',
  token_exchange: 'Token exchange',
  ciba: 'Client-initiated backchannel authentication (CIBA)',
})
export const tokenEndpointAuthMethods = options({
  client_secret_basic: 'Client secret in the header',
  client_secret_post: 'Client secret in the body',
  private_key_jwt: 'Signed assertion (private key)',
  tls_client_auth: 'Certificate of an authority (mutual TLS)',
  self_signed_tls_client_auth: 'Certificate of its own (mutual TLS)',
  none: 'None (public client)',
})
export const scopes = options({
  openid: 'Sign in',
  profile: 'Name and language',
  email: 'Email address',
  phone: 'Phone number',
  address: 'Postal address',
  groups: 'Groups',
  offline_access: 'Access while away',
})
export const claims = options({
  sub: 'Subject',
  name: 'Full name',
  given_name: 'First name',
  family_name: 'Last name',
  middle_name: 'Middle name',
  nickname: 'Nickname',
  preferred_username: 'User id',
  profile: 'Address of the profile page',
  picture: 'Address of a picture',
  website: 'Website',
  gender: 'Gender',
  birthdate: 'Date of birth',
  zoneinfo: 'Time zone',
  email: 'Email address',
  email_verified: 'Email address was proven',
  phone_number: 'Phone number',
  phone_number_verified: 'Phone number was proven',
  address: 'Postal address',
  locale: 'Language',
  updated_at: 'Last change',
  roles: 'OAuth roles',
  role: 'OAuth roles, one as text',
  groups: 'Groups',
  hasgroups: 'In more groups than are told',
  acr: 'Assurance of the sign-in',
  amr: 'Methods of the sign-in',
  app: 'Name of the application',
  authenticators: 'Authenticators of the sign-in',
  cid: 'Client ID',
  entitlements: 'Scopes of APIs that the user’s roles open',
  permissions: 'Names of these scopes',
  mfa: 'More than one factor was shown',
  org_id: 'Organization',
  tid: 'Tenant',
  transaction_details: 'What was agreed to in detail',
  upn: 'User principal name',
})
export const claimFormats = options({
  STRING: 'Text',
  NUMBER: 'Number',
  BOOLEAN: 'Yes or no',
  LIST: 'List, one entry a comma',
})
export const userCodeCharacterSets = options({
  BASE20: 'Letters without vowels, which form no words',
  DIGITS: 'Digits',
})
