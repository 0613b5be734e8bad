import { standardFlow } from '@signet/rules/flows'
import { providerClockSkewSeconds } from '@signet/rules/identity-providers'
import { AuthenticationFlow } from '../access/authentication-flows.ts'
import { ResourceRule } from '../access/resource-rules.ts'
import { RiskEngine } from '../access/risk-engines.ts'
import { ApiApplication } from '../applications/api-applications.ts'
import { OidcIdentityProvider } from '../applications/identity-providers.ts'
import { RadiusApplication } from '../applications/radius-applications.ts'
import { ResourceApi } from '../applications/resource-apis.ts'
import { SamlApplication } from '../applications/saml-applications.ts'
import { SamlIdentityProvider } from '../applications/saml-identity-providers.ts'
import { weakerOidc } from '../applications/weaker-oidc.ts'
import { ExternalDatabase } from '../issuance/external-databases.ts'
import { above, being, listed, ofAdministrators, off, on } from '../kit/weaker.ts'
import { unencrypted, type WeakerObject, weakerObject } from '../kit/weaker-object.ts'
import { SyslogApplication } from './syslog-applications.ts'
import { Webhook } from './webhooks.ts'

/** Ways of signing in that ask for one factor. */
const oneFactor = being(
  'PASSWORD_ONLY',
  'DEFAULT_SECOND_FACTOR',
  'SOFT_HARDWARE_TOKEN_OTP',
)('SECOND_FACTOR')

const ofProviders = {
  createsUsers: on('OPEN'),
  trustedForAdministrators: ofAdministrators(on('SECOND_FACTOR')),
  clockSkewSeconds: above('LONGER_USE'),
} as const
const harmlessOfProviders = ['type', 'enabled', 'button', 'updatesUsers'] as const
const noneTrusted = {
  createsUsers: false,
  trustedForAdministrators: false,
  clockSkewSeconds: providerClockSkewSeconds.usual,
} as const

/** What administrators set up, by kind, and which of its values are weaker than the defaults. */
export const weakerObjects = {
  OIDC_APPLICATION: weakerOidc,
  SAML_APPLICATION: weakerObject(SamlApplication, {
    usual: {
      idpInitiated: false,
      signAssertion: true,
      signResponse: true,
      signatureAlgorithm: 'RSA_SHA256',
      digestAlgorithm: 'SHA256',
      encryptionAlgorithm: 'AES256_GCM',
      assertionTtlSeconds: 300,
    },
    fields: {
      idpInitiated: on('TRUST'),
      signAssertion: off('INTERCEPTION'),
      signResponse: off('INTERCEPTION'),
      signatureAlgorithm: being('RSA_SHA1')('INTERCEPTION'),
      digestAlgorithm: being('SHA1')('INTERCEPTION'),
      encryptionAlgorithm: being('AES256_CBC', 'AES128_CBC')('INTERCEPTION'),
      assertionTtlSeconds: above('LONGER_USE'),
    },
    harmless: [
      'allowedNameIdFormats',
      'enabled',
      'encryptAssertion',
      'entityDefault',
      'ignoresNameIdPolicy',
      'logoutBinding',
      'nameIdFormat',
      'requireSignedRequests',
    ],
  }),
  RADIUS_APPLICATION: weakerObject(RadiusApplication, {
    usual: { requireMessageAuthenticator: true, authenticationMethod: null },
    fields: { requireMessageAuthenticator: off('INTERCEPTION'), authenticationMethod: oneFactor },
    harmless: [
      'challengeResponse',
      'clientAddressAttribute',
      'enabled',
      'passwordFormat',
      'push',
      'userNameFormat',
    ],
  }),
  API_APPLICATION: weakerObject(ApiApplication, {
    usual: { tokenTtlSeconds: 3600, authenticationMethod: null },
    fields: { tokenTtlSeconds: above('LONGER_USE'), authenticationMethod: oneFactor },
    harmless: ['applicationType', 'enabled'],
  }),
  SYSLOG_APPLICATION: weakerObject(SyslogApplication, {
    usual: { security: 'TLS' },
    fields: { security: being('TCP')('INTERCEPTION') },
    harmless: ['detail', 'enabled', 'failure', 'state'],
  }),
  RESOURCE_API: weakerObject(ResourceApi, {
    usual: { accessTokenTtlSeconds: 3600 },
    fields: { accessTokenTtlSeconds: above('LONGER_USE') },
    harmless: ['accessTokenFormat', 'enabled'],
  }),
  OIDC_IDENTITY_PROVIDER: weakerObject(OidcIdentityProvider, {
    usual: {
      ...noneTrusted,
      kind: 'OIDC',
      trustsMail: false,
      trustedAcrs: [],
      trustedAmrs: [],
    },
    fields: {
      ...ofProviders,
      kind: being('OAUTH2')('TRUST'),
      trustsMail: on('TRUST'),
      trustedAcrs: listed('SECOND_FACTOR'),
      trustedAmrs: listed('SECOND_FACTOR'),
      issuer: unencrypted,
      authorizationEndpoint: unencrypted,
      tokenEndpoint: unencrypted,
      userinfoEndpoint: unencrypted,
    },
    harmless: [...harmlessOfProviders, 'clientProof', 'clientSecretPresent', 'userinfo'],
  }),
  SAML_IDENTITY_PROVIDER: weakerObject(SamlIdentityProvider, {
    usual: {
      ...noneTrusted,
      signsRequests: true,
      trustedContexts: [],
      allowsUnsolicited: false,
      nameIdFormat: 'persistent',
    },
    fields: {
      ...ofProviders,
      signsRequests: off('TRUST'),
      trustedContexts: listed('SECOND_FACTOR'),
      allowsUnsolicited: on('TRUST'),
      nameIdFormat: being('any', 'email', 'unspecified')('TRUST'),
      signInUrl: unencrypted,
      logoutUrl: unencrypted,
      metadataUrl: unencrypted,
    },
    harmless: [...harmlessOfProviders, 'forcesSignIn', 'requiresEncryption', 'signInBinding'],
  }),
  AUTHENTICATION_FLOW: weakerObject(AuthenticationFlow, {
    usual: { ...standardFlow },
    fields: {
      secondFactor: being('NONE')('SECOND_FACTOR'),
      skipSecondFactor: being('KNOWN_DEVICE')('SECOND_FACTOR'),
    },
    harmless: [
      'default',
      'firstFactors',
      'loginType',
      'method',
      'outcome',
      'secondFactors',
      'system',
    ],
  }),
  EXTERNAL_DATABASE: weakerObject(ExternalDatabase, {
    usual: { security: 'TLS', readOnly: true },
    fields: { security: being('CLEAR')('INTERCEPTION'), readOnly: off('OPEN') },
    harmless: ['kind'],
  }),
  WEBHOOK: weakerObject(Webhook, {
    fields: { url: unencrypted },
    harmless: ['enabled', 'state'],
  }),
  RESOURCE_RULE: weakerObject(ResourceRule, {
    usual: {
      mediumFrom: 30,
      highFrom: 70,
      lowRisk: 'ALLOW',
      mediumRisk: 'STEP_UP',
      highRisk: 'DENY',
    },
    fields: {
      mediumFrom: above('UNNOTICED'),
      highFrom: above('UNNOTICED'),
      mediumRisk: being('ALLOW')('SECOND_FACTOR'),
      highRisk: being('ALLOW', 'STEP_UP')('OPEN'),
    },
    // What it refuses may be refused by others; at low risk the flow decides.
    harmless: ['enabled', 'lowRisk', 'strict'],
  }),
  RISK_ENGINE: weakerObject(RiskEngine, {
    usual: { state: 'ENABLED' },
    // The factors that name it pass.
    fields: { state: being('DISABLED')('UNNOTICED') },
    harmless: ['engine'],
  }),
} as const satisfies Readonly<Record<string, WeakerObject>>

export type WeakerObjectKind = keyof typeof weakerObjects
