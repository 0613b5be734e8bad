/** Where a user comes from: made here, synchronised from a directory, known elsewhere. */
export const userTypes = ['MGMT_UI', 'LDAP_AD', 'EXTERNAL'] as const
export type UserType = (typeof userTypes)[number]

export const userAttributeIds = [
  'email',
  'firstname',
  'lastname',
  'mobile',
  'uniqueUserid',
  'userid',
  'state',
  'phone',
  'userPrincipalName',
  'securityId',
  'locale',
] as const
export type UserAttributeId = (typeof userAttributeIds)[number]

/** Tabs of the user portal with the flag that shows each. */
export const userTabs = {
  APPLICATIONS: 'showApplications',
  AUTHENTICATORS: 'showAuthenticators',
  DEVICES: 'showDevices',
  MY_ACTIVITIES: 'showMyActivities',
  PROFILE: 'showProfile',
  TENANTS: 'showTenants',
} as const
export type UserTab = keyof typeof userTabs
export const userTabNames = [
  'APPLICATIONS',
  'AUTHENTICATORS',
  'DEVICES',
  'MY_ACTIVITIES',
  'PROFILE',
  'TENANTS',
] as const satisfies readonly UserTab[]
export const defaultUserTab = 'APPLICATIONS'

export interface EditedUser {
  readonly id: string
  readonly type: UserType
}

/**
 * Whether an editor may change only part of this user: what a directory or another system owns is
 * changed there, and nobody changes their own standing.
 */
export const isEditRestricted = ({ id, type }: EditedUser, editorId: string): boolean =>
  id === editorId || type !== 'MGMT_UI'
