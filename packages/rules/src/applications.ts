import { oneOf } from './membership.ts'

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
/** VOICE: the assistant that a user linked with themself; PROVIDER_API: a client of a service provider. */
export type CallerType = ProgramType | 'VOICE' | 'PROVIDER_API'

/** Of these, what stands in a server or on a desktop, before people who sign in there. */
export const agentTypes = ['ISAPI', 'APACHE', 'ADFS', 'FORGEROCK', 'DESKTOP'] as const
export const isAgentType = oneOf(agentTypes)

/** Whose people sign in through the authentication API, judged by rules about the program. */
export const signInProgramTypes = ['AUTH_API', 'IDG', ...agentTypes] as const
export const isSignInProgramType = oneOf(signInProgramTypes)

export const samlNameIdFormatNames = [
  'persistent',
  'unspecified',
  'email',
  'transient',
  'kerberos',
  'x509',
  'windows',
] as const
export type SamlNameIdFormat = (typeof samlNameIdFormatNames)[number]

/** SAML 2.0 core, section 8.3. */
export const samlNameIdFormats = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  kerberos: 'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos',
  x509: 'urn:oasis:names:tc:SAML:1.1:nameid-format:X509SubjectName',
  windows: 'urn:oasis:names:tc:SAML:1.1:nameid-format:WindowsDomainQualifiedName',
} as const satisfies Readonly<Record<SamlNameIdFormat, string>>

/**
 * What tokens may be signed with (RFC 7518, section 3.1; RFC 8037): elliptic curves first, which are
 * fast, then RSA, which every client library reads.
 */
export const tokenAlgorithms = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
] as const
export type TokenAlgorithm = (typeof tokenAlgorithms)[number]

/**
 * What ID tokens of an application are signed with unless something else is chosen. RS256 is the default of
 * OpenID Connect Registration 1.0, section 2, and what libraries on servers verify with by default.
 */
export const usualTokenAlgorithm = (applicationType: string): TokenAlgorithm =>
  applicationType === 'OIDC_WEB' ? 'RS256' : 'ES256'

/** SHA-1 stays for what has it; nothing new takes it. */
export const samlSignatureAlgorithms = [
  'RSA_SHA1',
  'RSA_SHA224',
  'RSA_SHA256',
  'RSA_SHA384',
  'RSA_SHA512',
  'RSAPSS_SHA224',
  'RSAPSS_SHA256',
  'RSAPSS_SHA384',
  'RSAPSS_SHA512',
] as const
export type SamlSignatureAlgorithm = (typeof samlSignatureAlgorithms)[number]

/** The choices that the specification lists. The last three are never stored. */
export const samlSignatureChoices = [
  ...samlSignatureAlgorithms,
  'RSAPSS_SHA1',
  'RECOMMENDED',
  'RECOMMENDED_NO_SHA224',
] as const
export type SamlSignatureChoice = (typeof samlSignatureChoices)[number]

/**
 * The algorithm of a choice; null for one that is rejected. RECOMMENDED is resolved when it is chosen, so
 * that an update of Signet does not change what an application has to verify.
 */
export const samlSignatureOf = (choice: SamlSignatureChoice): SamlSignatureAlgorithm | null => {
  if (choice === 'RECOMMENDED' || choice === 'RECOMMENDED_NO_SHA224') return 'RSA_SHA256'
  return choice === 'RSAPSS_SHA1' ? null : choice
}

const formatNames = new Map<string, SamlNameIdFormat>([
  ['persistent', 'persistent'],
  ['unspecified', 'unspecified'],
  ['emailaddress', 'email'],
  ['transient', 'transient'],
  ['kerberos', 'kerberos'],
  ['x509subjectname', 'x509'],
  ['windowsdomainqualifiedname', 'windows'],
])

/**
 * The format that a URI names. Products write 1.1 and 2.0 for one another, and some name the last word
 * in other letters; null for a format that is none of ours.
 */
export const samlNameIdFormatOf = (uri: string): SamlNameIdFormat | null => {
  const [, name = ''] =
    /^urn:oasis:names:tc:saml:[12]\.[01]:nameid-format:(\w+)$/.exec(uri.trim().toLowerCase()) ?? []
  return formatNames.get(name) ?? null
}

/** Bytes of a relay state. The standard knows 80; applications send whole addresses and tokens. */
export const samlRelayStateBytes = 8192

export const hashAlgorithms = ['SHA1', 'SHA256', 'SHA512'] as const

export const httpMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const
export const connectorAuthTypes = ['None', 'Basic', 'Bearer Token', 'API Key'] as const
