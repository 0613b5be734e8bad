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

/** Where each kind of object is changed, before its id. */
const objects: Readonly<Record<Exclude<WeakRow['kind'], 'SETTINGS'>, string>> = {
  GROUP_POLICY: '/settings/grouppolicies',
  OIDC_APPLICATION: '/applications/oidc',
  SAML_APPLICATION: '/applications/saml/SAML',
  RADIUS_APPLICATION: '/applications/radius/RADIUS',
  API_APPLICATION: '/applications/api',
  SYSLOG_APPLICATION: '/applications/syslog/SYSLOG',
  RESOURCE_API: '/authorization/edit',
  OIDC_IDENTITY_PROVIDER: '/identityproviders/oidc',
  SAML_IDENTITY_PROVIDER: '/identityproviders/saml',
  AUTHENTICATION_FLOW: '/authenticationflow/edit',
  EXTERNAL_DATABASE: '/externaldatabases',
}

/** The page on which the value can be changed. */
export const placeOf = ({ kind, family, objectId, objectType }: WeakRow): string => {
  if (kind === 'SETTINGS') return families[family ?? ''] ?? '/settings/general'
  const parts = [objects[kind], objectType, objectId]
  return parts.filter((part) => part !== null).join('/')
}
