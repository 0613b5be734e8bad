import type { SelfSettings } from '@signet/contract/access/self'
import type { Role } from '@signet/contract/identity/roles'
import type { User } from '@signet/contract/identity/user'
import { isLocale } from '@signet/rules/locales'
import type { GrantedAction } from '@signet/rules/permissions'
import { mergeRights, type RoleGrants, rightsOfRole } from '@signet/rules/roles'
import { isRestricted, type SessionFacts, seesReleases } from '@signet/rules/visibility'
import type { z } from 'zod'
import type { ConsoleSession, SignedInUser, Support, Theme } from './session-context.tsx'

type WireRole = z.output<typeof Role>
type WireSettings = Pick<
  z.output<typeof SelfSettings>,
  | 'authenticators'
  | 'externalOtpAllowed'
  | 'sdpEnabled'
  | 'userTabConfiguration'
  | 'userGuideUrl'
  | 'googleAuthenticatorOverride'
>
type WirePermission = WireRole['permissions'][number]

type SelfUser = Pick<
  z.output<typeof User>,
  | 'id'
  | 'userId'
  | 'displayName'
  | 'locale'
  | 'registrationRequired'
  | 'showNotification'
  | 'verificationRequired'
>

/** What the console knows of the person and the tenant, as the service told it. */
export interface SessionPieces {
  readonly theme: Theme
  readonly user: SelfUser
  readonly roles: readonly WireRole[]
  readonly settings: WireSettings
  readonly bundles?: Partial<SessionFacts['bundles']>
  /** Those that the tenant's bundles switch on. */
  readonly features?: readonly string[]
  readonly isMobile: boolean
  /** Of a provider under a support grant. */
  readonly support?: Support
}

const actionsOf = ({ view, add, edit, remove }: WirePermission): readonly GrantedAction[] => [
  ...(view ? (['VIEW'] as const) : []),
  ...(add ? (['ADD'] as const) : []),
  ...(edit ? (['EDIT'] as const) : []),
  ...(remove ? (['REMOVE'] as const) : []),
]

const grantsOf = (role: WireRole): RoleGrants => ({
  superAdministrator: role.superAdministrator,
  groupManagement: role.groupManagement,
  groupIds: role.groupIds,
  permissions: Object.fromEntries(
    role.permissions.map((permission) => [permission.entityType, actionsOf(permission)]),
  ),
})

/** As the server merges them: one role limited to groups limits all. */
const rightsOf = (roles: readonly WireRole[]) =>
  mergeRights(roles.map((role) => rightsOfRole(grantsOf(role))))

const noBundles = {
  directTenant: false,
  directTenantLocked: false,
  hasFleetManagement: false,
  fleetManagementOnly: false,
}

const factsOf = (pieces: SessionPieces): SessionFacts => {
  const { theme, roles, settings, bundles, features = [], isMobile } = pieces
  const { permissions, groupScope } = rightsOf(roles)
  return {
    theme,
    features,
    bundles: { ...noBundles, ...bundles },
    selfSettings: {
      ...settings.userTabConfiguration,
      externalOtpAllowed: settings.externalOtpAllowed,
    },
    permissions,
    underGrant: pieces.support !== undefined,
    groupManagementAll: groupScope === 'ALL',
    hiddenFeatureG: isRestricted(roles.map(({ roleType }) => roleType)),
    mobile: isMobile,
  }
}

const signedIn = ({ user, roles, theme, support }: SessionPieces): SignedInUser => ({
  id: user.id,
  userId: user.userId,
  displayName: user.displayName,
  locale: user.locale !== null && isLocale(user.locale) ? user.locale : null,
  // A provider accepts no terms for the tenant that it helps.
  isAdmin: support === undefined && roles.some(({ roleType }) => roleType !== 'USER'),
  registrationRequired: user.registrationRequired,
  verificationRequired: user.verificationRequired,
  seesReleases: seesReleases({
    issuanceAccount: theme.issuanceAccount,
    showNotification: user.showNotification,
    roles: roles.map(({ builtIn }) => builtIn),
  }),
})

/** Puts together who is signed in, where, and what that lets them see. */
export const sessionOf = (pieces: SessionPieces): ConsoleSession => ({
  support: pieces.support ?? null,
  user: signedIn(pieces),
  theme: pieces.theme,
  portal: pieces.settings,
  facts: factsOf(pieces),
})
