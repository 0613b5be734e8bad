import type { SettingsSection } from '../../../kit/screen.ts'

const general: readonly SettingsSection[] = [
  {
    path: '/settings/general/tenant',
    title: 'settings:tenant.title',
    fields: 'settings:tenant.fields',
  },
  {
    path: '/settings/general/sessions',
    title: 'settings:general.title',
    fields: 'settings:general.fields',
  },
  {
    path: '/settings/general/groups',
    title: 'settings:groupNames.title',
    fields: 'settings:groupNames.fields',
  },
  {
    path: '/settings/general/registrations',
    title: 'settings:registrations.title',
    fields: 'settings:registrations.fields',
  },
]

const authenticators = '/settings/authenticators'

const ofAuthenticators: readonly SettingsSection[] = [
  {
    path: `${authenticators}/password`,
    title: 'settings:password.title',
    fields: 'settings:password.fields',
  },
  {
    path: `${authenticators}/reset`,
    title: 'settings:reset.title',
    fields: 'settings:reset.fields',
  },
  {
    path: `${authenticators}/temporary`,
    title: 'settings:temporaryCodes.title',
    fields: 'settings:temporaryCodes.fields',
  },
  {
    path: `${authenticators}/softtoken`,
    title: 'settings:softToken.title',
    fields: 'settings:softToken.fields',
  },
  {
    path: `${authenticators}/devices`,
    title: 'settings:sdp.title',
    fields: 'settings:sdp.fields',
  },
  {
    path: `${authenticators}/hardware`,
    title: 'settings:hardwareTokens.title',
    fields: 'settings:hardwareTokens.fields',
  },
  {
    path: `${authenticators}/makers`,
    title: 'settings:legacyTokens.title',
    fields: 'settings:legacyTokens.fields',
  },
  {
    path: `${authenticators}/grid`,
    title: 'settings:grid.title',
    fields: 'settings:grid.fields',
  },
  {
    path: `${authenticators}/codes`,
    title: 'settings:codes.title',
    fields: 'settings:codes.fields',
  },
  {
    path: `${authenticators}/providers`,
    title: 'settings:codes.providers',
    fields: 'settings:codes.weChat.fields',
  },
  { path: `${authenticators}/sent`, title: 'settings:codes.sent.title' },
  {
    path: `${authenticators}/passkeys`,
    title: 'settings:passkeys.title',
    fields: 'settings:passkeys.fields',
  },
  { path: `${authenticators}/apps`, title: 'settings:passkeys.apps.title' },
  {
    path: `${authenticators}/links`,
    title: 'settings:magicLinks.title',
    fields: 'settings:magicLinks.fields',
  },
  {
    path: `${authenticators}/certificates`,
    title: 'settings:userCertificates.title',
    fields: 'settings:userCertificates.fields',
  },
  {
    path: `${authenticators}/enrolment`,
    title: 'settings:provisioning.title',
    fields: 'settings:provisioning.fields',
  },
  {
    path: `${authenticators}/guessing`,
    title: 'settings:guessing.title',
    fields: 'settings:guessing.fields',
    // The others are there once for each way to sign in.
    only: ['oneIn'],
  },
]

const ofSignUp = ['selfRegistration', 'signUpUserId', 'signUpDomains', 'signUpTermsUrl']
const ofRegistration = [
  'registrationEnabled',
  'registrationPeriod',
  'onboardingUrl',
  'password',
  'google',
  'entrustSoftToken',
  'fido',
  'grid',
  'hardwareToken',
  'kba',
]

const ofUsers: readonly SettingsSection[] = [
  {
    path: '/settings/registration/registration',
    title: 'settings:registration.title',
    fields: 'settings:registration.fields',
    only: ofRegistration,
  },
  {
    path: '/settings/registration/verification',
    title: 'settings:verification.title',
    fields: 'settings:verification.fields',
  },
  {
    path: '/settings/registration/signup',
    title: 'settings:registration.signUp',
    fields: 'settings:registration.fields',
    only: ofSignUp,
  },
  {
    path: '/settings/kba/policy',
    title: 'settings:kba.tabs.policy',
    fields: 'settings:kba.fields',
  },
  {
    path: '/settings/onfido/account',
    title: 'settings:face.account',
    fields: 'settings:face.fields',
    only: ['baseUrl', 'registrationWorkflow', 'authenticationWorkflow', 'apiToken', 'webhookToken'],
  },
  {
    path: '/settings/onfido/faces',
    title: 'settings:face.rules',
    fields: 'settings:face.fields',
    only: ['enabled', 'registrationMinutes', 'challengeSeconds'],
  },
]

const ofAccess: readonly SettingsSection[] = [
  {
    path: '/settings/blocklist/who',
    title: 'settings:blocklist.title',
    fields: 'settings:blocklist.fields',
  },
  {
    path: '/settings/blocklist/passwords',
    title: 'settings:words.title',
    fields: 'settings:words.fields',
  },
  {
    path: '/settings/devices/browsers',
    title: 'settings:devices.title',
    fields: 'settings:devices.fields',
  },
  { path: '/settings/rba', fields: 'settings:rba.fields' },
  { path: '/settings/cors', fields: 'settings:cors.fields' },
]

/** Pages without tabs. */
const others: readonly SettingsSection[] = [
  { path: '/settings/userportal', fields: 'settings:portal.fields' },
  { path: '/settings/UserNotification', fields: 'settings:notices.fields' },
  { path: '/settings/notification', fields: 'settings:notification.fields' },
  { path: '/settings/mobileflashpass', fields: 'settings:flashPass.fields' },
  { path: '/settings/softtokensdk', fields: 'settings:softTokenSdk.fields' },
  { path: '/settings/activesyncaccess', fields: 'settings:activeSync.fields' },
]

/** The fields of the settings, by the page or the tab that has them. */
export const sections: readonly SettingsSection[] = [
  ...general,
  ...ofAuthenticators,
  ...ofUsers,
  ...ofAccess,
  ...others,
]
