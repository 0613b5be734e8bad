import type { SessionPieces } from './facts.ts'
import type { Support } from './session-context.tsx'

/** The user portal shows what a user has, and a provider has nothing of a user. */
const nothing: SessionPieces['settings'] = {
  authenticators: [],
  sdpEnabled: false,
  externalOtpAllowed: false,
  userTabConfiguration: {
    defaultTab: 'PROFILE',
    showApplications: false,
    showAuthenticators: false,
    showDevices: false,
    showMyActivities: false,
    showProfile: false,
    showTenants: false,
  },
  userGuideUrl: null,
  googleAuthenticatorOverride: {},
}

type Pieces = Pick<SessionPieces, 'user' | 'roles' | 'settings' | 'support'>

/** A provider as the console knows its users: named by its company, with the rights of its grant. */
export const supportPieces = (support: Support): Pieces => ({
  support,
  settings: nothing,
  user: {
    id: support.id,
    userId: support.provider,
    displayName: support.provider,
    locale: null,
    registrationRequired: false,
    showNotification: false,
    verificationRequired: false,
  },
  roles: [
    {
      id: support.id,
      name: support.roleName ?? '',
      description: null,
      roleType: 'ADMIN',
      builtIn: null,
      superAdministrator: false,
      allRoles: false,
      groupManagement: support.groupManagement,
      groupIds: [],
      permissions: support.permissions,
    },
  ],
})
