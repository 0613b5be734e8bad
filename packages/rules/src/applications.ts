import { oneOf } from './membership.ts'

/** Generic kinds of applications; templates for named products build on these. */
export const applicationGenericTypes = [
  'SAML',
  'OIDC_WEB',
  'OIDC_SPA',
  'OIDC_SERVER',
  'OIDC_NATIVE',
  'OIDC_DEVICE',
  'OID4VCI',
  'RADIUS',
  'ISAPI',
  'APACHE',
  'ADFS',
  'FORGEROCK',
  'DESKTOP',
  'ADMIN_API',
  'AUTH_API',
  'ISSUANCE_API',
  'USER_PORTAL',
  'USER_PORTAL_EDIT',
  'ADMIN_PORTAL',
] as const
export type ApplicationGenericType = (typeof applicationGenericTypes)[number]
export const isApplicationGenericType = oneOf(applicationGenericTypes)

/** Programs that sign in with a secret of their own. */
export const programTypes = [
  'ADMIN_API',
  'AUTH_API',
  'IDG',
  'ISSUANCE_API',
  'SIEM',
  'ISAPI',
  'APACHE',
  'ADFS',
  'FORGEROCK',
  'DESKTOP',
] as const
export type ProgramType = (typeof programTypes)[number]
/** VOICE: the assistant that somebody linked with themself. */
export type CallerType = ProgramType | 'VOICE'

/** Of these, what stands in a server or on a desktop, before people who sign in there. */
export const agentTypes = ['ISAPI', 'APACHE', 'ADFS', 'FORGEROCK', 'DESKTOP'] as const
export type AgentType = (typeof agentTypes)[number]
export const isAgentType = oneOf(agentTypes)

/** Whose people sign in through the authentication API, judged by rules about the program. */
export const signInProgramTypes = ['AUTH_API', 'IDG', ...agentTypes] as const

/** Families by their place in the paths of the administration API. */
export const applicationFamilies = [
  'idg',
  'radius',
  'saml',
  'siem',
  'siem/syslog',
  'oidc',
  'adminapi',
  'authapi',
] as const
export type ApplicationFamily = (typeof applicationFamilies)[number]

export const oidcScopes = ['openid', 'email', 'phone', 'address', 'profile'] as const
export type OidcScope = (typeof oidcScopes)[number]

/** OpenID Connect Core 1.0, section 5.1. */
export const standardOidcClaims = [
  'sub',
  'name',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'profile',
  'picture',
  'website',
  'email',
  'email_verified',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'phone_number',
  'phone_number_verified',
  'address',
  'updated_at',
] as const
export const additionalOidcClaims = [
  'acr',
  'amr',
  'app',
  'authenticators',
  'cid',
  'entitlements',
  'groups',
  'mfa',
  'org_id',
  'permissions',
  'role',
  'roles',
  'tid',
  'transaction_details',
  'upn',
] as const
export const oidcClaims = [...standardOidcClaims, ...additionalOidcClaims] as const
export type OidcClaim = (typeof oidcClaims)[number]

/** SAML 2.0 core, section 8.3. */
export const samlNameIdFormats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  kerberos: 'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos',
  x509: 'urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName',
  windows: 'urn:oasis:names:tc:SAML:1.1:nameid-format:WindowsDomainQualifiedName',
} as const
export type SamlNameIdFormat = keyof typeof samlNameIdFormats

export const hashAlgorithms = ['SHA1', 'SHA256', 'SHA512'] as const

export const identityProviderProtocols = ['oidc', 'saml'] as const
export const socialProviders = [
  'Microsoft',
  'Google',
  'Facebook',
  'Twitter',
  'Salesforce',
  'GitHub',
] as const

export const connectorMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const
export const connectorAuthTypes = ['None', 'Basic', 'Bearer Token', 'API Key'] as const
