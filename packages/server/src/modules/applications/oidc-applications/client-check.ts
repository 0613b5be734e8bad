import { generateKeyPairSync } from 'node:crypto'
import { type AdapterPayload, type Configuration, errors, Provider } from 'oidc-provider'
import { ApiError } from '../../../kit/errors.ts'
import { metadataOf } from './client-metadata.ts'
import { clientFeatures, clientTerms, exchangeGrant } from './client-terms.ts'
import type { StoredApplication } from './oidc-applications.repository.ts'

/* What the library would refuse when people sign in is refused at save, by the library itself. */

/** Fields of an application by the metadata that they become. */
const fields: Readonly<Record<string, string>> = {
  application_type: 'applicationType',
  redirect_uris: 'redirectUris',
  post_logout_redirect_uris: 'postLogoutRedirectUris',
  grant_types: 'grantTypes',
  response_types: 'grantTypes',
  scope: 'scopes',
  token_endpoint_auth_method: 'tokenEndpointAuthMethod',
  id_token_signed_response_alg: 'idTokenSigningAlgorithm',
  jwks: 'jwks',
  jwks_uri: 'jwksUri',
  logo_uri: 'logoUri',
  backchannel_logout_uri: 'backchannelLogoutUri',
  backchannel_client_notification_endpoint: 'backchannelNotificationUri',
  dpop_bound_access_tokens: 'dpopBoundTokens',
  tls_client_auth: 'certificateNameValue',
}

/** Where the message names no metadata. */
const phrases: Readonly<Record<string, string>> = {
  'JSON Web Key Set': 'jwks',
  'proof of possession': 'certificateBoundTokens',
}

const fieldOf = (message: string): string => {
  const word = message.split(/[^a-z_]/).find((each) => Object.hasOwn(fields, each)) ?? ''
  const phrase = Object.keys(phrases).find((each) => message.includes(each)) ?? ''
  return fields[word] ?? phrases[phrase] ?? 'applicationType'
}

type Check = (metadata: AdapterPayload) => void

const nothingKept = async (): Promise<undefined> => undefined

/** What the library asks for, and the check never uses. */
const noStore = () => ({
  upsert: nothingKept,
  find: nothingKept,
  findByUserCode: nothingKept,
  findByUid: nothingKept,
  consume: nothingKept,
  destroy: nothingKept,
  revokeByGrantId: nothingKept,
})

const unserved = (): never => {
  throw new Error('the check of clients serves no request')
}

const features: Configuration['features'] = {
  ...clientFeatures,
  devInteractions: { enabled: false },
  ciba: {
    ...clientFeatures.ciba,
    triggerAuthenticationDevice: unserved,
    validateRequestContext: unserved,
    processLoginHintToken: unserved,
    processLoginHint: unserved,
    verifyUserCode: unserved,
  },
  mTLS: {
    ...clientFeatures.mTLS,
    getCertificate: unserved,
    certificateAuthorized: unserved,
    certificateSubjectMatches: unserved,
  },
}

/** A client is made and forgotten: its making checks the metadata, whatever the tenant. */
const createCheck = (): Check => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const provider = new Provider('https://check.invalid', {
    ...clientTerms,
    adapter: noStore,
    features,
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
  })
  provider.registerGrantType(exchangeGrant, unserved)
  return (metadata) => void Reflect.construct(provider.Client, [metadata])
}

let made: Check | null = null

/** The key of any other algorithm comes with the first application that wants it. */
const withOurKey = (metadata: AdapterPayload): AdapterPayload => ({
  ...metadata,
  id_token_signed_response_alg: 'ES256',
  authorization_signed_response_alg: 'ES256',
})

/** @throws invalid_redirect_uri, invalid_parameters for what the library would refuse at a sign-in */
export const checkClient = (row: StoredApplication): void => {
  made ??= createCheck()
  try {
    made(withOurKey(metadataOf({ ...row, resource_scopes: null })))
  } catch (error) {
    if (!(error instanceof errors.InvalidClientMetadata)) throw error
    const message = error.error_description ?? error.message
    const field = fieldOf(message)
    const code = /redirectUris$/i.test(field) ? 'invalid_redirect_uri' : 'invalid_parameters'
    throw new ApiError(code, { fields: [{ path: `body.${field}`, message }], cause: error })
  }
}
