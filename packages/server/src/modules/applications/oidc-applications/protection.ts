import type { OidcApplication } from '@signet/contract/applications/oidc-applications'
import { weakerOidc } from '@signet/contract/applications/weaker-oidc'
import { weakFields } from '@signet/contract/kit/weaker'
import { isDistinguishedName } from '@signet/rules/distinguished-names'
import { isMailAddress } from '@signet/rules/mail'
import { isHostname, isIpAddress } from '@signet/rules/network'
import type { z } from 'zod'
import { ApiError } from '../../../kit/errors.ts'
import { certificatesIn } from '../../../platform/pem.ts'
import type { StoredApplication } from './oidc-applications.repository.ts'

/** What is asked of an application, or open to it, beyond the ordinary. */
type Protection = Pick<
  z.output<typeof OidcApplication>,
  | 'requirePushedRequests'
  | 'dpopBoundTokens'
  | 'fapi'
  | 'certificateBoundTokens'
  | 'certificateAuthorities'
  | 'certificateName'
  | 'certificateNameValue'
  | 'backchannelLogoutUri'
  | 'frontchannelLogoutUri'
  | 'exchangeAudiences'
  | 'authorizationDetailsTypes'
  | 'backchannelDelivery'
  | 'backchannelNotificationUri'
  | 'asksOrganization'
  | 'sessionsPerUser'
  | 'whenSessionsFull'
  | 'pkceOptional'
  | 'claimsInIdTokens'
  | 'subjectAttribute'
  | 'confirmsSignOut'
>

/** Nothing at all. */
export const usualProtection: Protection = {
  requirePushedRequests: false,
  dpopBoundTokens: false,
  fapi: false,
  certificateBoundTokens: false,
  certificateAuthorities: null,
  certificateName: 'SUBJECT_DN',
  certificateNameValue: null,
  backchannelLogoutUri: null,
  frontchannelLogoutUri: null,
  exchangeAudiences: [],
  authorizationDetailsTypes: [],
  backchannelDelivery: 'POLL',
  backchannelNotificationUri: null,
  asksOrganization: false,
  sessionsPerUser: null,
  whenSessionsFull: 'END_OLDEST',
  pkceOptional: false,
  claimsInIdTokens: false,
  subjectAttribute: null,
  confirmsSignOut: false,
}

export const protectionOf = ({
  protection,
}: Pick<StoredApplication, 'protection'>): Protection => ({
  ...usualProtection,
  ...protection,
})

/** The column as it is stored. */
export const protectionColumn = (wanted: Protection): string =>
  JSON.stringify({
    requirePushedRequests: wanted.requirePushedRequests,
    dpopBoundTokens: wanted.dpopBoundTokens,
    fapi: wanted.fapi,
    certificateBoundTokens: wanted.certificateBoundTokens,
    certificateAuthorities: wanted.certificateAuthorities,
    certificateName: wanted.certificateName,
    certificateNameValue: wanted.certificateNameValue,
    backchannelLogoutUri: wanted.backchannelLogoutUri,
    frontchannelLogoutUri: wanted.frontchannelLogoutUri,
    exchangeAudiences: wanted.exchangeAudiences,
    authorizationDetailsTypes: wanted.authorizationDetailsTypes,
    backchannelDelivery: wanted.backchannelDelivery,
    backchannelNotificationUri: wanted.backchannelNotificationUri,
    asksOrganization: wanted.asksOrganization,
    sessionsPerUser: wanted.sessionsPerUser,
    whenSessionsFull: wanted.whenSessionsFull,
    pkceOptional: wanted.pkceOptional,
    claimsInIdTokens: wanted.claimsInIdTokens,
    subjectAttribute: wanted.subjectAttribute,
    confirmsSignOut: wanted.confirmsSignOut,
  })

/** People have it in their hands: it keeps no secret, whatever it was given (RFC 6749, section 2.1). */
export const isPublicType = (type: StoredApplication['application_type']): boolean =>
  type === 'OIDC_SPA' || type === 'OIDC_NATIVE' || type === 'OIDC_DEVICE'

/** Fields that lower what an application has to do by default, by name. */
export const loweredBy = (application: Readonly<Record<string, unknown>>): string[] =>
  weakFields(weakerOidc.fields, application, weakerOidc.usual(application)).map(
    ({ field }) => field,
  )

const fault = (path: string, message: string) =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${path}`, message }] })

const originOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).origin : uri)

/**
 * The frame is opened at an address of the application itself (OpenID Connect Front-Channel Logout
 * 1.0, section 2). @throws invalid_parameters
 */
export const checkFrontChannel = ({
  frontchannelLogoutUri: uri,
  redirectUris,
}: Pick<Protection, 'frontchannelLogoutUri'> & {
  readonly redirectUris: readonly string[]
}): void => {
  if (uri === null || redirectUris.some((each) => originOf(each) === originOf(uri))) return
  throw fault('frontchannelLogoutUri', 'has the origin of no redirect address')
}

type Proving = Pick<
  z.output<typeof OidcApplication>,
  'applicationType' | 'grantTypes' | 'tokenEndpointAuthMethod' | 'jwks' | 'jwksUri'
> &
  Protection

/** Grants for which the client itself is believed. */
const ofProvenClients = ['client_credentials', 'token_exchange', 'ciba'] as const

/** FAPI 2.0 Security Profile, section 5.3.2.1. */
const ofFapi: ReadonlySet<string> = new Set([
  'private_key_jwt',
  'tls_client_auth',
  'self_signed_tls_client_auth',
])

/**
 * A client that proves itself may leave the challenge out (RFC 9700, section 2.1.1): a stolen code is
 * of no use without its secret. @throws invalid_parameters
 */
const checkPkce = ({ pkceOptional, fapi, applicationType: type, ...wanted }: Proving): void => {
  if (!pkceOptional) return
  if (isPublicType(type) || wanted.tokenEndpointAuthMethod === 'none') {
    throw fault('pkceOptional', 'a public client needs PKCE')
  }
  if (fapi) throw fault('pkceOptional', 'the FAPI profile needs PKCE')
}

/** How the name in a certificate is written (RFC 8705, section 2.1.2). */
const certificateNames = {
  SUBJECT_DN: { isWritten: isDistinguishedName, fault: 'is not a distinguished name' },
  SAN_DNS: { isWritten: isHostname, fault: 'is not a host name' },
  SAN_URI: { isWritten: URL.canParse, fault: 'is not a URI' },
  SAN_IP: { isWritten: isIpAddress, fault: 'is not an IP address' },
  SAN_EMAIL: { isWritten: isMailAddress, fault: 'is not a mail address' },
} as const

/** RFC 8705, section 2. @throws invalid_parameters without what a certificate is known by */
const checkCertificates = ({
  tokenEndpointAuthMethod: method,
  certificateAuthorities: authorities,
  certificateName: kind,
  certificateNameValue: name,
  jwks,
  jwksUri,
}: Proving): void => {
  const { isWritten, fault: unfit } = certificateNames[kind ?? 'SUBJECT_DN']
  if (authorities !== null && certificatesIn(authorities) === null) {
    throw fault('certificateAuthorities', 'not certificates in PEM form')
  }
  if (method === 'tls_client_auth' && authorities === null) {
    throw fault('certificateAuthorities', 'tls_client_auth needs the authorities')
  }
  if (method === 'tls_client_auth' && (name === null || name === '')) {
    throw fault('certificateNameValue', 'tls_client_auth needs the name in the certificate')
  }
  if (method === 'tls_client_auth' && !isWritten(name ?? '')) {
    throw fault('certificateNameValue', unfit)
  }
  if (method === 'self_signed_tls_client_auth' && jwks === null && jwksUri === null) {
    throw fault('jwks', 'self_signed_tls_client_auth needs the certificates in a key set (x5c)')
  }
}

const isLoopback = ({ hostname }: URL): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const isSafe = (uri: string): boolean => uri.startsWith('https:') || isLoopback(new URL(uri))

/**
 * OpenID Connect Registration 1.0, section 2, asks for HTTPS; loopback is let in for development, as
 * RFC 8252, section 7.3, does for redirects. @throws invalid_parameters
 */
export const checkLoginUri = ({
  initiateLoginUri: uri,
}: Pick<z.output<typeof OidcApplication>, 'initiateLoginUri'>): void => {
  if (uri === null || isSafe(uri)) return
  throw fault('initiateLoginUri', 'needs HTTPS, unless it is on a loopback host')
}

/** CIBA Core 1.0, section 4: HTTPS, but on this machine. @throws invalid_parameters */
const checkNotification = ({
  backchannelDelivery: delivery,
  backchannelNotificationUri: uri,
}: Protection): void => {
  if (delivery === 'PING' && uri === null) {
    throw fault('backchannelNotificationUri', 'PING needs an address to call')
  }
  if (uri === null || isSafe(uri)) return
  throw fault('backchannelNotificationUri', 'needs HTTPS')
}

/** @throws invalid_parameters for a proof that does not fit the rest */
export const checkMethod = (wanted: Proving): void => {
  const { grantTypes, tokenEndpointAuthMethod: method, jwks, jwksUri } = wanted
  const unproven = ofProvenClients.find((grant) => grantTypes.includes(grant))
  if (method === 'none' && unproven !== undefined) {
    throw fault('grantTypes', `${unproven} needs a client that can prove itself`)
  }
  if (method === 'private_key_jwt' && jwks === null && jwksUri === null) {
    throw fault('jwks', 'private_key_jwt needs keys or where to fetch them')
  }
  checkNotification(wanted)
  if (wanted.fapi && !ofFapi.has(method)) {
    throw fault('tokenEndpointAuthMethod', 'the FAPI profile needs private_key_jwt or mutual TLS')
  }
  checkPkce(wanted)
  checkCertificates(wanted)
}
