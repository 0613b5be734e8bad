import {
  OidcApplication,
  OidcApplicationChange,
} from '@signet/contract/applications/oidc-applications'
import { isJson } from '@signet/rules/text'
import { z } from 'zod'
import { withinBounds } from '../../../kit/durations.ts'
import { labelsOf } from '../../../kit/fields.ts'
import { useText } from '../../../lib/i18n.ts'

const {
  accessTokenTtlSeconds,
  refreshTokenTtlSeconds,
  deviceCodeTtlSeconds,
  userCodeCharacterSet,
  userCodeLength,
} = OidcApplication.shape
const whole = OidcApplicationChange.required()
/** Lines left empty are none. */
const Lines = z
  .array(z.string())
  .transform((lines) => lines.map((line) => line.trim()).filter((line) => line !== ''))
const Addresses = Lines.pipe(whole.shape.redirectUris)

/** A JSON Web Key Set as it is pasted; nothing pasted is none. */
const KeySet = z
  .string()
  .refine((text) => text.trim() === '' || isJson(text), { error: 'is no JSON', abort: true })
  .transform((text): unknown => (text.trim() === '' ? null : JSON.parse(text)))
  .pipe(whole.shape.jwks)

export const GeneralForm = whole.pick({
  name: true,
  description: true,
  enabled: true,
  logoUri: true,
  initiateLoginUri: true,
})

export const ProtocolForm = whole
  .pick({
    grantTypes: true,
    scopes: true,
    requireConsent: true,
    asksOrganization: true,
    sessionsPerUser: true,
    whenSessionsFull: true,
    backchannelDelivery: true,
    backchannelLogoutUri: true,
    backchannelNotificationUri: true,
    frontchannelLogoutUri: true,
    confirmsSignOut: true,
  })
  .extend({
    redirectUris: Addresses,
    postLogoutRedirectUris: Addresses,
    exchangeAudiences: Lines.pipe(whole.shape.exchangeAudiences),
    authorizationDetailsTypes: Lines.pipe(whole.shape.authorizationDetailsTypes),
    userCodeCharacterSet,
    userCodeLength,
    deviceCodeTtlSeconds: withinBounds(deviceCodeTtlSeconds, { storedIn: 'sec' }),
  })

export const TokensForm = whole
  .pick({ accessTokenFormat: true, claimsInIdTokens: true, subjectAttribute: true })
  .extend({
    accessTokenTtlSeconds: withinBounds(accessTokenTtlSeconds, { storedIn: 'sec' }),
    refreshTokenTtlSeconds: withinBounds(refreshTokenTtlSeconds, { storedIn: 'sec' }),
  })

export const KeysForm = whole
  .pick({
    tokenEndpointAuthMethod: true,
    idTokenSigningAlgorithm: true,
    jwksUri: true,
    requirePushedRequests: true,
    dpopBoundTokens: true,
    certificateBoundTokens: true,
    certificateAuthorities: true,
    certificateName: true,
    certificateNameValue: true,
    fapi: true,
    pkceOptional: true,
  })
  .extend({ jwks: KeySet })

/** What a new application must be told; the rest follows from its kind. */
export const NewForm = whole
  .pick({
    name: true,
    description: true,
    scopes: true,
    requireConsent: true,
    idTokenSigningAlgorithm: true,
  })
  .extend({ redirectUris: Addresses, postLogoutRedirectUris: Addresses })

export const NewServerForm = NewForm.pick({ name: true, description: true })

const fields = [
  'accessTokenFormat',
  'accessTokenTtlSeconds',
  'asksOrganization',
  'authorizationDetailsTypes',
  'backchannelDelivery',
  'backchannelLogoutUri',
  'backchannelNotificationUri',
  'certificateAuthorities',
  'certificateBoundTokens',
  'certificateName',
  'certificateNameValue',
  'claimsInIdTokens',
  'confirmsSignOut',
  'description',
  'deviceCodeTtlSeconds',
  'dpopBoundTokens',
  'enabled',
  'exchangeAudiences',
  'fapi',
  'frontchannelLogoutUri',
  'grantTypes',
  'idTokenSigningAlgorithm',
  'initiateLoginUri',
  'jwks',
  'jwksUri',
  'logoUri',
  'name',
  'pkceOptional',
  'postLogoutRedirectUris',
  'redirectUris',
  'refreshTokenTtlSeconds',
  'requireConsent',
  'requirePushedRequests',
  'scopes',
  'sessionsPerUser',
  'subjectAttribute',
  'tokenEndpointAuthMethod',
  'userCodeCharacterSet',
  'userCodeLength',
  'whenSessionsFull',
] as const
export type FieldName = (typeof fields)[number]

/** The fields as people see them: one by one, and all for the summary of faults. */
export const useFieldLabels = () => {
  const text = useText('resource')
  const label = (name: FieldName): string => text(`resource:applications.fields.${name}`)
  return { label, labels: labelsOf(fields, label) }
}
