import type { WeakRow } from './weak-settings.queries.ts'

const authenticators = '/settings/authenticators'

/** Where each family of settings is changed. */
const families: Readonly<Record<string, string>> = {
  general: '/settings/general/sessions',
  clientregistration: '/settings/general/registrations',
  lockout: `${authenticators}/guessing`,
  guessbudget: `${authenticators}/guessing`,
  password: authenticators,
  tempaccesscode: `${authenticators}/temporary`,
  entrustst: `${authenticators}/softtoken`,
  hardwareoath: `${authenticators}/hardware`,
  legacytoken: `${authenticators}/makers`,
  grid: `${authenticators}/grid`,
  otp: `${authenticators}/codes`,
  fido: `${authenticators}/passkeys`,
  magiclink: `${authenticators}/links`,
  usercertauthenticator: `${authenticators}/certificates`,
  kba: '/settings/kba',
  registration: '/settings/registration/signup',
  passthrough: '/settings/passthrough',
  machine: '/settings/devices',
  face: '/settings/onfido',
  cors: '/settings/cors',
  emailserver: '/settings/email',
  activesyncaccess: '/settings/activesyncaccess',
  flashpass: '/settings/mobileflashpass',
  rba: '/settings/rba',
  'user/notification': '/settings/UserNotification',
  notification: '/settings/notification',
}

interface Placed {
  /** A kind of application or provider, as its address says it. */
  readonly type: string
  readonly id: string
}

/** Where each kind of object is changed. */
const objects: Readonly<Record<Exclude<WeakRow['kind'], 'SETTINGS'>, (of: Placed) => string>> = {
  GROUP_POLICY: ({ id }) => `/settings/grouppolicies/${id}`,
  OIDC_APPLICATION: ({ type, id }) => `/applications/oidc/${type}/${id}`,
  SAML_APPLICATION: ({ id }) => `/applications/saml/SAML/${id}`,
  RADIUS_APPLICATION: ({ id }) => `/applications/radius/RADIUS/${id}`,
  API_APPLICATION: ({ type, id }) => `/applications/api/${type}/${id}`,
  SYSLOG_APPLICATION: ({ id }) => `/applications/syslog/SYSLOG/${id}`,
  RESOURCE_API: ({ id }) => `/authorization/edit/${id}`,
  OIDC_IDENTITY_PROVIDER: ({ id }) => `/identityproviders/oidc/${id}`,
  SAML_IDENTITY_PROVIDER: ({ id }) => `/identityproviders/saml/${id}`,
  AUTHENTICATION_FLOW: ({ id }) => `/authenticationflow/edit/${id}`,
  EXTERNAL_DATABASE: ({ id }) => `/externaldatabases/${id}`,
  WEBHOOK: ({ id }) => `/webhooks/${id}`,
  RESOURCE_RULE: ({ id }) => `/rules/edit/${id}`,
  RISK_ENGINE: () => '/settings/riskengines',
}

/** The page on which the value can be changed. */
export const placeOf = ({ kind, family, objectId, objectType }: WeakRow): string =>
  kind === 'SETTINGS'
    ? (families[family ?? ''] ?? '/settings/general')
    : objects[kind]({ type: objectType ?? '', id: objectId ?? '' })
