/** Bulk operations: what is done, and to which subjects. */
export const bulkOperationKinds = {
  assign: ['tokens', 'soft tokens', 'grids', 'passwords'],
  delete: ['users', 'groups', 'grids', 'tokens', 'enrollments'],
  import: [
    'users',
    'groups',
    'user groups',
    'grids',
    'hardware tokens',
    'identity guard',
    'enrollments',
    'smart cards',
  ],
  reset: ['passwords', 'tokens'],
  set: ['grid', 'registration', 'verification'],
  unassigned: ['grids'],
  MFP: ['issue', 'revoke'],
  print: ['enrollments'],
  'SCIM provisioning': ['sync on demand'],
  create: ['tenant'],
} as const
export type BulkAction = keyof typeof bulkOperationKinds

/** Reports that count. */
export const countReports = [
  'alerts',
  'applicationcount',
  'authenticationapplicationcount',
  'authenticationauthenticatorcount',
  'authenticatortypecount',
  'directorycert',
  'directorycount',
  'gatewaycount',
  'highavailabilitygroupcount',
  'usercount',
] as const

/** Parts of a group policy, each settable by itself. */
export const groupPolicyParts = [
  'administratorrole',
  'gridauthenticator',
  'magiclink',
  'passthrough',
  'registration',
  'tenant',
  'verification',
] as const

/** Settings families with a read and an update of their own. */
export const settingsFamilies = [
  'authenticatorprovisioning',
  'blacklistedpasswords',
  'cors',
  'face',
  'groupattribute',
  'magiclink',
  'mobilesdk',
  'notification',
  'passthrough',
  'password',
  'registration',
  'tenant',
  'user/notification',
  'usercertauthenticator',
  'userportal',
  'verification',
] as const
export type SettingsFamily = (typeof settingsFamilies)[number]
