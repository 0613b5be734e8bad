import type { LockedAuthenticator, User, UserSummary } from '@signet/contract/identity/user'
import { userDisplayName } from '@signet/rules/display'
import { severityOf } from '@signet/rules/severity'
import type { z } from 'zod'
import type { StoredUser } from './user-rows.ts'
import type { FoundUser, InvitationOfUser, RoleOfUser } from './users.repository.ts'

type WireUser = z.input<typeof User>
type WireSummary = z.input<typeof UserSummary>
export type Lockout = z.input<typeof LockedAuthenticator>

/** A lock hides the state: nothing works until it is taken away. */
const statusOf = ({
  locked,
  state,
}: Pick<StoredUser, 'locked' | 'state'>): WireSummary['status'] => (locked ? 'LOCKED' : state)

/** LOCKED is no word of the severity table, whose rest is INFO; a locked person needs an eye. */
const severityOfStatus = (status: WireSummary['status']) =>
  status === 'LOCKED' ? 'WARNING' : severityOf(status)

type SummaryRow = Pick<
  StoredUser,
  | 'id'
  | 'user_id'
  | 'external_id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'mobile'
  | 'phone'
  | 'locale'
  | 'type'
  | 'state'
  | 'locked'
  | 'last_authenticated_at'
  | 'created_at'
  | 'version'
> & { readonly roles: readonly RoleOfUser[]; readonly invitation: InvitationOfUser | null }

const shownInvitation = (invitation: InvitationOfUser | null): WireSummary['invitation'] =>
  invitation && {
    sentTo: invitation.email,
    createdAt: new Date(invitation.createdAt),
    expiresAt: new Date(invitation.expiresAt),
  }

export const summaryOf = (row: SummaryRow): WireSummary => {
  const status = statusOf(row)
  return {
    id: row.id,
    userId: row.user_id,
    externalId: row.external_id,
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: userDisplayName({
      firstName: row.first_name,
      lastName: row.last_name,
      userId: row.user_id,
    }),
    email: row.email,
    mobile: row.mobile,
    phone: row.phone,
    locale: row.locale,
    type: row.type,
    state: row.state,
    locked: row.locked,
    status,
    severity: severityOfStatus(status),
    invitation: shownInvitation(row.invitation),
    roles: [...row.roles],
    lastAuthenticatedAt: row.last_authenticated_at,
    createdAt: row.created_at,
    version: row.version,
  }
}

const latest = (lockouts: readonly Lockout[]): Lockout['lockoutExpiry'] =>
  lockouts
    .map(({ lockoutExpiry }) => lockoutExpiry)
    .filter((expiry) => expiry !== null)
    .toSorted((a, b) => new Date(b).getTime() - new Date(a).getTime())[0] ?? null

const undeliverable = ({
  email_undeliverable_at: since,
  email_undeliverable_reply: reply,
}: FoundUser): WireUser['emailUndeliverable'] => (since === null ? null : { since, reply })

/** @param lockouts the user's authenticators with used-up budgets */
export const presentUser = (row: FoundUser, lockouts: readonly Lockout[]): WireUser => ({
  ...summaryOf(row),
  userAliases: [...row.aliases],
  groups: [...row.groups],
  organizations: [...row.organizations],
  emailVerified: row.email_verified,
  emailUndeliverable: undeliverable(row),
  userPrincipalName: row.user_principal_name,
  securityId: row.security_id,
  directoryType: row.directory_type,
  userAttributeValues: Object.entries(row.attributes).map(([userAttributeId, value]) => ({
    userAttributeId,
    value,
  })),
  lockReason: row.lock_reason,
  lockedAuthenticators: lockouts.filter(({ lockoutExpiry }) => lockoutExpiry !== null),
  lockoutExpiry: latest(lockouts),
  migrated: row.migrated,
  registrationRequired: row.registration_required,
  verificationRequired: row.verification_required,
  showNotification: row.show_notification,
  updatedAt: row.updated_at,
})
