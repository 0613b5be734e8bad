import type { SamlApplicationChange } from '@signet/contract/applications/saml-applications'
import {
  type SamlSignatureAlgorithm,
  type SamlSignatureChoice,
  samlSignatureOf,
} from '@signet/rules/applications'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { laterSettings, type SamlSettings } from '../../../platform/db/schema/saml.ts'
import { urlOf } from '../../../platform/saml/urls.ts'
import { isRedirectUri } from '../oidc-applications/index.ts'
import { checkSources } from './attribute-sources.ts'
import { certificateOf, expectKey } from './certificates.ts'

type Wanted = z.output<typeof SamlApplicationChange>

/** By format, what the name identifier is made of unless something else is chosen. */
export const defaultSource = (format: SamlSettings['nameIdFormat']): string => {
  if (format === 'persistent' || format === 'transient') return 'pairwise'
  if (format === 'email') return 'email'
  return format === 'kerberos' ? 'userPrincipalName' : 'userid'
}

const defaults: Omit<SamlSettings, 'assertionConsumers'> = {
  ...laterSettings,
  idpInitiated: false,
  defaultRelayState: '',
  logoutUrl: null,
  logoutResponseUrl: null,
  logoutBinding: 'REDIRECT',
  nameIdFormat: 'persistent',
  nameIdAttribute: 'pairwise',
  nameIdFilter: null,
  attributes: [],
  signAssertion: true,
  signResponse: true,
  signatureAlgorithm: 'RSA_SHA256',
  digestAlgorithm: 'SHA256',
  encryptAssertion: false,
  encryptionAlgorithm: 'AES256_GCM',
  encryptionCertificate: null,
  requireSignedRequests: false,
  signingCertificates: [],
  assertionTtlSeconds: 300,
}

const weakHash = 'SHA-1 is not for new applications'

/** @throws invalid_parameters */
const algorithmOf = (choice: SamlSignatureChoice): SamlSignatureAlgorithm => {
  const algorithm = samlSignatureOf(choice)
  if (algorithm === null) throw fault('signatureAlgorithm', weakHash)
  return algorithm
}

/** What a new application has, or the change of one: what is left out stays. */
export const settingsOf = (wanted: Wanted, before: SamlSettings | null): SamlSettings => {
  const { name: _n, description: _d, enabled: _e, logoUri: _l, ...more } = wanted
  const { entityId: _i, entityDefault: _f, ...given } = more
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  const base = before ?? defaults
  const merged: SamlSettings = {
    ...base,
    ...Object.fromEntries(present),
    assertionConsumers: wanted.assertionConsumers,
    signatureAlgorithm: algorithmOf(wanted.signatureAlgorithm ?? base.signatureAlgorithm),
  }
  const isNewFormat = merged.nameIdFormat !== before?.nameIdFormat
  const keepsSource = wanted.nameIdAttribute !== undefined || !isNewFormat
  return {
    ...merged,
    // Given to encrypt for, unless something else is said.
    encryptAssertion:
      before === null && wanted.encryptAssertion === undefined
        ? merged.encryptionCertificate !== null
        : merged.encryptAssertion,
    nameIdAttribute: keepsSource ? merged.nameIdAttribute : defaultSource(merged.nameIdFormat),
    encryptionCertificate:
      merged.encryptionCertificate === null
        ? null
        : certificateOf(merged.encryptionCertificate, 'body.encryptionCertificate'),
    signingCertificates: merged.signingCertificates.map((text, at) =>
      certificateOf(text, `body.signingCertificates.${at}`),
    ),
  }
}

/** What a new application would have that takes its responses nowhere yet. */
export const newSettings = (
  wanted: Pick<Wanted, 'nameIdFormat' | 'nameIdAttribute' | 'nameIdFilter' | 'attributes'>,
): SamlSettings => settingsOf({ ...wanted, name: '', entityId: '', assertionConsumers: [] }, null)

const fault = (field: string, message: string): ApiError =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${field}`, message }] })

/** As a redirect URI, but for the spelling of a host and a default port. */
const isResponseUrl = (text: string): boolean => {
  const href = urlOf(text)
  if (href === null || !isRedirectUri(href, { native: false, http: 'LOOPBACK' })) return false
  const { pathname, search } = new URL(href)
  const isRoot = pathname === '/' && search === ''
  return !/[*@#]/.test(text) && (isRoot || text.endsWith(`${pathname}${search}`))
}

const checkAddresses = (settings: SamlSettings): void => {
  const { assertionConsumers, logoutUrl, logoutResponseUrl } = settings
  const urls = [...assertionConsumers.map(({ url }) => url), logoutUrl, logoutResponseUrl]
  const bad = urls.find((url) => url !== null && !isResponseUrl(url))
  if (bad !== undefined && bad !== null) {
    throw new ApiError('invalid_redirect_uri', { parameters: { uri: bad } })
  }
  const indices = new Set(assertionConsumers.map(({ index }) => index))
  if (indices.size < assertionConsumers.length) {
    throw fault('assertionConsumers', 'two of one index')
  }
}

/** SHA-1 no longer keeps a forger off: what has it goes on, nothing comes to it. */
const checkAlgorithms = (settings: SamlSettings, before: SamlSettings | null): void => {
  const { signatureAlgorithm, digestAlgorithm, signAssertion, signResponse } = settings
  if (signatureAlgorithm === 'RSA_SHA1' && before?.signatureAlgorithm !== 'RSA_SHA1') {
    throw fault('signatureAlgorithm', weakHash)
  }
  if (digestAlgorithm === 'SHA1' && before?.digestAlgorithm !== 'SHA1') {
    throw fault('digestAlgorithm', weakHash)
  }
  if (!signAssertion && !signResponse) {
    throw fault('signAssertion', 'the assertion, the response or both have to be signed')
  }
}

const checkCertificates = (settings: SamlSettings): void => {
  const { encryptAssertion, encryptionCertificate, signingCertificates } = settings
  if (encryptAssertion && encryptionCertificate === null) {
    throw fault('encryptionCertificate', 'is needed to encrypt')
  }
  if (encryptionCertificate !== null) {
    expectKey(encryptionCertificate, 'body.encryptionCertificate', ['rsa'])
  }
  for (const [at, certificate] of signingCertificates.entries()) {
    expectKey(certificate, `body.signingCertificates.${at}`, ['rsa', 'ec'])
  }
  if (settings.requireSignedRequests && signingCertificates.length === 0) {
    throw fault('signingCertificates', 'are needed to check requests')
  }
}

/** @throws invalid_redirect_uri, certificate_invalid, invalid_parameters */
export const checkSettings = async (
  ctx: Context,
  settings: SamlSettings,
  before: SamlSettings | null,
): Promise<void> => {
  checkAddresses(settings)
  checkAlgorithms(settings, before)
  checkCertificates(settings)
  await checkSources(ctx, settings)
}
